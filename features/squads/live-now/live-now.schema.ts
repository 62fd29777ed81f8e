import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import { GAMERTAG_KINDS } from '../../profiles/game.schema.ts';
import * as messages from '../squads.messages.ts';

/** Maximum number of games per session; more than anyone can play in six hours. */
const MAX_GAMES = 50;
const NUMBER = issueText(messages.gameNumberInvalid, { max: MAX_GAMES });

const results = ['won', 'lost'] as const;
export type GameResult = (typeof results)[number];
export const GameResult = z.enum(results, { error: issueText(messages.gameResultInvalid) });
export const GameNumber = z.coerce.number(NUMBER).int(NUMBER).min(1, NUMBER).max(MAX_GAMES, NUMBER);

/** An invite to a Discord server or a link to one of its channels. Other sites aren't accepted, to keep links safe. */
const DISCORD_LINK =
  /^(?:https?:\/\/)?(?:www\.)?(discord\.gg\/[\w-]{2,32}|discord(?:app)?\.com\/(?:invite\/[\w-]{2,32}|channels\/\d{15,20}\/\d{15,20}))\/?$/i;
const VOICE = issueText(messages.voiceUrlInvalid);

export const VoiceUrl = z
  .string(VOICE)
  .trim()
  .regex(DISCORD_LINK, VOICE)
  .transform((typed) => `https://${DISCORD_LINK.exec(typed)![1]}`);

const GamertagKind = z.enum(GAMERTAG_KINDS);

const LivePlayer = z.object({
  id: z.uuid(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  is_you: z.boolean(),
  position: z.string().nullable(),
  /** Whether the player is a substitute for this session only. */
  stand_in: z.boolean(),
  /** Whether the player was reported missing or can't play. */
  missing: z.boolean(),
  /** Number of other players who reported this player missing; 0 if the player left without a report. */
  missing_reports: z.number().int(),
  /** Whether the caller reported the player missing. */
  reported_by_you: z.boolean(),
  /** How the player is invited on their platform; null until they add it to their profile. */
  gamertag: z.string().nullable(),
  gamertag_kind: GamertagKind,
});
export type LivePlayer = z.infer<typeof LivePlayer>;

const LiveGame = z.object({
  number: z.number().int(),
  started_at: instant,
  /** Null while the game is being played. */
  result: GameResult.nullable(),
  reported_by: z.string().nullable(),
  reported_by_you: z.boolean(),
  /** Whether another player reported the same result. */
  confirmed: z.boolean(),
});
export type LiveGame = z.infer<typeof LiveGame>;

/** The session that a squad from the live queue is playing. */
export const LiveNow = z.object({
  session_id: z.uuid(),
  /** The version that actions on the session must include. */
  version: z.number().int(),
  starts_at: instant,
  ends_at: instant,
  /** The player who opens the lobby; null when the lineup is empty. */
  host_id: z.uuid().nullable(),
  /** The lineup and the members who can't play, host first. */
  players: z.array(LivePlayer),
  /** The squad's own voice channel; null while it uses Planet Crew's. */
  voice_url: z.url().nullable(),
  /** Games of this session, in playing order. */
  games: z.array(LiveGame),
  /** Whether a missing player can still be replaced by a substitute. */
  refill_open: z.boolean(),
});
export type LiveNow = z.infer<typeof LiveNow>;
