import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../profiles/game.schema.ts';
import * as messages from '../competition.messages.ts';

/** How a game ended for a player: 1 for a win, 0 for a tie, -1 for a loss. */
export type Outcome = -1 | 0 | 1;
const UNRATED_REASONS = ['no-lineup', 'shared-history', 'daily-limit'] as const;
/** Why a counting game between two squads isn't rated. */
export type StoredUnratedReason = (typeof UNRATED_REASONS)[number];

/** The tiers from the lowest. */
const TIERS = ['bronze', 'silver', 'gold', 'platinum', 'diamond', 'champion'] as const;
export type Tier = (typeof TIERS)[number];

export const LEADERBOARD_PAGE = 50;
const MAX_RANK = 2_147_483_647;

const Mode = z.enum(MODES, { error: issueText(messages.modeInvalid, { modes: MODES.join(', ') }) });
const seasonError = issueText(messages.seasonInvalid);
const SeasonNumber = z.coerce.number(seasonError).int(seasonError).min(0, seasonError).max(399, seasonError);
const afterError = issueText(messages.pagePlaceInvalid);
const RankPlace = z.coerce.number(afterError).int(afterError).min(0, afterError).max(MAX_RANK, afterError);

/** Treats empty values as left out, because forms send every field. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** A season's table of a mode. The current season, if left out. */
export const SeasonQuery = z.object({ mode: Mode, season: optional(SeasonNumber) });
export type SeasonQuery = z.output<typeof SeasonQuery>;

export const LeaderboardQuery = SeasonQuery.extend({
  region: optional(z.enum(REGIONS, { error: issueText(messages.regionFilterInvalid) })),
  platform: optional(z.enum(PLATFORMS, { error: issueText(messages.platformFilterInvalid) })),
  position: optional(z.enum(POSITIONS, { error: issueText(messages.positionFilterInvalid) })),
  /** `next` of the previous page. */
  after: optional(RankPlace),
});
export type LeaderboardQuery = z.output<typeof LeaderboardQuery>;

const Season = z.object({
  season: z.number().int(),
  /** Null for games before the first season. */
  starts_at: instant.nullable(),
  ends_at: instant,
  /** Whether the table can't change anymore. */
  is_final: z.boolean(),
});

const Record = z.object({ wins: z.number().int(), losses: z.number().int(), ties: z.number().int() });

const Shown = z.object({
  mode: z.enum(MODES),
  /** 0 to 3000. */
  number: z.number().int(),
  /** Null before the fifth rated game. */
  tier: z.enum(TIERS).nullable(),
  /** 1 is the highest; null for champions and before the fifth rated game. */
  division: z.literal([1, 2, 3]).nullable(),
});

const LeaderboardRow = Shown.omit({ mode: true }).extend({
  rank: z.number().int(),
  id: z.uuid(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  region: z.string().nullable(),
  platform: z.string().nullable(),
  role: z.string().nullable(),
  games: z.number().int(),
  record: Record,
});

export const Leaderboard = z.object({
  season: Season,
  /** All seasons so far, the current one first. */
  seasons: z.array(Season),
  rows: z.array(LeaderboardRow),
  /** The `after` of the next page; null after the last one. */
  next: z.number().int().nullable(),
});
export type Leaderboard = z.infer<typeof Leaderboard>;

/** A player's rating in a mode. */
export const ModeRating = Shown.extend({
  /** 0 for a new player, 1 for one who plays a lot. */
  certainty: z.number().min(0).max(1),
  /** Rated games until a tier is shown; null once there is one. */
  placement: z.object({ played: z.number().int(), of: z.number().int() }).nullable(),
  peak: z.number().int().nullable(),
  /** All rated games. */
  games: z.number().int(),
  /** The season of the last game, with its games, record and place in the table. */
  season: z.number().int(),
  season_games: z.number().int(),
  record: Record,
  rank: z.number().int().nullable(),
  last_played_at: instant,
});
export type ModeRating = z.infer<typeof ModeRating>;

export const PlayerRatings = z.object({ ratings: z.array(ModeRating) });

export const OwnRatings = PlayerRatings.extend({
  /** Whether the caller is hidden from leaderboards. */
  hidden: z.boolean(),
});
export type OwnRatings = z.infer<typeof OwnRatings>;

/** The caller's place in a table. */
export const OwnPlace = z.object({
  /** Null without a rated game in the season. */
  rating: ModeRating.nullable(),
  hidden: z.boolean(),
});
export type OwnPlace = z.infer<typeof OwnPlace>;

export const RatingVisibility = z.object({ hidden: z.boolean({ error: issueText(messages.hiddenInvalid) }) });

const OUTCOMES = ['won', 'tied', 'lost'] as const;

/** Games together and the share of wins, with the interval that contains the true share in 19 of 20 cases. */
const Share = Record.extend({
  games: z.number().int(),
  share: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Share = z.infer<typeof Share>;

export const RatingHistory = z.object({
  season: Season,
  seasons: z.array(Season),
  /** The number after each game of the season, oldest first; at most 200. */
  curve: z.array(z.object({ at: instant, number: z.number().int() })),
  /** The last ten games of the season, newest first. */
  form: z.array(z.enum(OUTCOMES)),
  teammates: z.array(Share.extend({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() })),
});
export type RatingHistory = z.infer<typeof RatingHistory>;

/** Rated games of two players, from the first one's side. */
export const HeadToHead = z.object({ against: Share, together: Share });
export type HeadToHead = z.infer<typeof HeadToHead>;
