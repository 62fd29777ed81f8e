import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { longText } from '../../../text/short-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import { PlayerId } from '../../accounts/player-id.schema.ts';
import { MODES } from '../../profiles/game.schema.ts';
import * as messages from '../competition.messages.ts';

const GAME_STATES = ['started', 'reported', 'confirmed', 'disputed', 'decided', 'void'] as const;
export type GameState = (typeof GAME_STATES)[number];
export type GameMode = (typeof MODES)[number];
const BEST_OF = [1, 3, 5, 7] as const;
export type BestOf = (typeof BEST_OF)[number];
export type SideNumber = 1 | 2;
/** The side that won; 0 for a tie. Unknown opponents are side 2. */
export type Winner = 0 | SideNumber;

const EVENT_KINDS = ['reported', 'corrected', 'confirmed', 'disputed', 'decided', 'voided'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
const FLAG_KINDS = ['shared_account', 'shared_address', 'shared_device', 'daily_limit'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

const OUTCOMES = ['won', 'lost', 'tied'] as const;

export const GAME_LIMITS = {
  /** More than any game of the four modes has ended with. */
  score: 250,
  points: 200,
  stat: 99,
  number: 50,
  side: 5,
  note: 500,
} as const;

const NUMBER = issueText(messages.gameNumberInvalid, { max: GAME_LIMITS.number });
const SCORE = issueText(messages.scoreInvalid, { max: GAME_LIMITS.score });
const PLAYERS = issueText(messages.playersInvalid, { max: GAME_LIMITS.side });
const GUESTS = issueText(messages.guestsInvalid, { max: GAME_LIMITS.side - 1 });

const score = z.number(SCORE).int(SCORE).min(0, SCORE).max(GAME_LIMITS.score, SCORE);
const createStat = (max: number) => {
  const error = issueText(messages.statInvalid, { max });
  return z.number(error).int(error).min(0, error).max(max, error).nullable().default(null);
};

/** One player's box score. Every number is optional. */
export const BoxScore = z.object({
  points: createStat(GAME_LIMITS.points),
  rebounds: createStat(GAME_LIMITS.stat),
  assists: createStat(GAME_LIMITS.stat),
  steals: createStat(GAME_LIMITS.stat),
  blocks: createStat(GAME_LIMITS.stat),
  turnovers: createStat(GAME_LIMITS.stat),
  fg_made: createStat(GAME_LIMITS.stat),
  fg_attempted: createStat(GAME_LIMITS.stat),
  threes_made: createStat(GAME_LIMITS.stat),
  threes_attempted: createStat(GAME_LIMITS.stat),
});
export type BoxScore = z.output<typeof BoxScore>;
export const EMPTY_BOX: BoxScore = BoxScore.parse({});

const PlayerLine = z.object({ user_id: PlayerId, box: BoxScore.nullable().default(null) });
export type PlayerLine = z.output<typeof PlayerLine>;

const guests = z
  .number(GUESTS)
  .int(GUESTS)
  .min(0, GUESTS)
  .max(GAME_LIMITS.side - 1, GUESTS);

const Lineup = z.object({
  /** Who played for the caller's side. */
  players: z.array(PlayerLine, PLAYERS).min(1, PLAYERS).max(GAME_LIMITS.side, PLAYERS),
  /** Players of the caller's side without an account. */
  guests: guests.default(0),
});
export type Lineup = z.output<typeof Lineup>;

/** How a game ended, from the caller's side. The outcome may be left out if there's a score. */
const ResultClaim = z.object({
  outcome: z
    .enum(OUTCOMES, { error: issueText(messages.outcomeInvalid) })
    .nullable()
    .default(null),
  score: z.object({ own: score, other: score }, { error: SCORE }).nullable().default(null),
});

/** A result with the lineup. Without a lineup, the previous one stays. */
export const GameClaim = ResultClaim.extend({ lineup: Lineup.nullable().default(null) });
export type GameClaim = z.output<typeof GameClaim>;

const time = z.iso
  .datetime({ error: issueText(messages.gameTimeInvalid) })
  .transform((text) => new Date(text))
  .nullable()
  .default(null);

const GameNumber = z.number(NUMBER).int(NUMBER).min(1, NUMBER).max(GAME_LIMITS.number, NUMBER);
const Version = z.number({ error: issueText(messages.gameVersionRequired) }).int();
const BestOfChoice = z.literal(BEST_OF, { error: issueText(messages.bestOfInvalid) });
const Mode = z.enum(MODES, { error: issueText(messages.modeInvalid, { modes: MODES.join(', ') }) });

export const GameReport = ResultClaim.extend({
  /** The game's place in the session. A second report of the same game has the same number. */
  number: GameNumber,
  mode: Mode,
  best_of: BestOfChoice.default(1),
  started_at: time,
  /** Now, if left out. */
  ended_at: time,
  lineup: Lineup,
  /** The other squad's id or the address of its public page; left out for opponents who aren't here. */
  opponent: z
    .string(issueText(messages.opponentInvalid))
    .max(300, issueText(messages.opponentInvalid))
    .nullable()
    .default(null),
});
export type GameReport = z.output<typeof GameReport>;

export const GameConfirmation = z.object({
  version: Version,
  /** Who played for the caller's squad, if the other squad reported the game. */
  lineup: Lineup.nullable().default(null),
});
export type GameConfirmation = z.output<typeof GameConfirmation>;

export const GameCorrection = GameClaim.extend({ version: Version });
export type GameCorrection = z.output<typeof GameCorrection>;

const note = longText(GAME_LIMITS.note, {
  invalid: issueText(messages.noteInvalid),
  tooLong: issueText(messages.noteTooLong, { max: GAME_LIMITS.note }),
});

export const GameDispute = z.object({
  version: Version,
  /** What really happened; null if the game didn't take place. */
  claim: GameClaim.nullable(),
  note: note.default(''),
});
export type GameDispute = z.output<typeof GameDispute>;

export const GameDecision = z.object({
  /** The result that counts, or null to void the game. */
  version: Version.nullable(),
  note: note.default(''),
});
export type GameDecision = z.output<typeof GameDecision>;

const Side = z.literal([1, 2]);

const ShownPlayer = z.object({
  side: Side,
  /** Null for deleted accounts. */
  id: z.uuid().nullable(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  is_you: z.boolean(),
  box: z.object(
    Object.fromEntries(Object.keys(EMPTY_BOX).map((key) => [key, z.number().int().nullable()])) as Record<
      keyof BoxScore,
      z.ZodNullable<z.ZodInt>
    >,
  ),
});

const ShownSide = z.object({
  side: Side,
  /** Null after the squad is gone. */
  squad_id: z.uuid().nullable(),
  /** The squad's name on the day of the game. */
  name: z.string(),
  crest_seed: z.number().int(),
  yours: z.boolean(),
});

const ShownResult = z.object({
  version: z.number().int(),
  side: Side,
  reported_by: z.string().nullable(),
  reported_by_you: z.boolean(),
  reported_at: instant,
  winner: z.literal([0, 1, 2]),
  score_1: z.number().int().nullable(),
  score_2: z.number().int().nullable(),
  guests_1: z.number().int(),
  guests_2: z.number().int(),
  players: z.array(ShownPlayer),
});

const GameActions = z.object({
  confirm: z.boolean(),
  dispute: z.boolean(),
  correct: z.boolean(),
  attach: z.boolean(),
});

/** A game as one of its players, a member of its squads or a moderator sees it. */
export const Game = z.object({
  id: z.uuid(),
  session_id: z.uuid(),
  number: z.number().int(),
  mode: z.enum(MODES),
  best_of: z.literal(BEST_OF),
  state: z.enum(GAME_STATES),
  /** Version of the current result; 0 while the game is being played. */
  version: z.number().int(),
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** When the state changes automatically. */
  due_at: instant.nullable(),
  /** Since when the game counts. */
  confirmed_at: instant.nullable(),
  /** The caller's zone. */
  zone: z.string(),
  /** One side if the opponents are unknown. */
  sides: z.array(ShownSide),
  /** The caller's side; null for moderators. */
  your_side: Side.nullable(),
  /** Every version of the result, oldest first. */
  results: z.array(ShownResult),
  events: z.array(
    z.object({
      kind: z.enum(EVENT_KINDS),
      by: z.string().nullable(),
      side: Side.nullable(),
      version: z.number().int().nullable(),
      note: z.string().nullable(),
      at: instant,
    }),
  ),
  evidence: z.array(z.object({ id: z.uuid(), side: Side, url: z.string(), by: z.string(), at: instant })),
  /** What the caller can do now. */
  can: GameActions,
  /** Players who may be in the caller's lineup. */
  eligible: z.array(z.object({ id: z.uuid(), display_name: z.string(), is_you: z.boolean(), played: z.boolean() })),
});
export type Game = z.infer<typeof Game>;

/** The games of a session, and what's needed to report one. */
export const SessionGames = z.object({
  games: z.array(Game),
  /** The number of the next game; null if no game can be reported now. */
  next_number: z.number().int().nullable(),
  /** Why no game can be reported. */
  closed: z.string().nullable(),
  eligible: Game.shape.eligible,
});
export type SessionGames = z.infer<typeof SessionGames>;

/** A game that needs a decision. */
export const DisputedGame = z.object({
  game: Game,
  flags: z.array(z.object({ kind: z.enum(FLAG_KINDS), count: z.number().int() })),
});
export type DisputedGame = z.infer<typeof DisputedGame>;
