import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import { POSITIONS } from '../../profiles/game.schema.ts';
import { GROUP_SIZES } from '../../profiles/group-formats.schema.ts';
import * as messages from '../squads.messages.ts';

const ShownMember = z.object({
  id: z.uuid(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  position: z.string().nullable(),
  captain: z.boolean(),
});

/** The public view of a squad whose captain has turned its page on. */
export const SquadPage = z.object({
  id: z.uuid(),
  name: z.string(),
  crest_seed: z.number().int(),
  size: z.literal(GROUP_SIZES),
  /** When the squad was formed. */
  created_at: instant,
  /** Members who agreed to be named here, longest-serving first. */
  members: z.array(ShownMember),
  /** Number of members who aren't named. */
  others: z.number().int(),
  /** Number of sessions that took place, according to most of the players who gave feedback. */
  sessions_played: z.number().int(),
  /** Wanted positions; an empty list means any position. Null when the squad isn't looking. */
  looking_for: z.object({ positions: z.array(z.enum(POSITIONS)) }).nullable(),
  /** Path of the link preview image, which changes with its content. */
  picture: z.string(),
});
export type SquadPage = z.infer<typeof SquadPage>;

/** Squads whose page is on, most recently enabled first. */
export const SquadPages = z.object({ pages: z.array(z.object({ id: z.uuid(), since: instant })) });

export const PageConsent = z.object({ shown: z.boolean({ error: issueText(messages.shownInvalid) }) });
