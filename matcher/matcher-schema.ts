import { z } from 'zod';
import { mapParts } from './score-parts.ts';

/** Weekdays as written in availability windows, Monday first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'a time is written as 19:00');
const isoMonday = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'weekOf is the date of a Monday, written as 2026-03-02')
  .refine(isMonday, 'weekOf must be a Monday');

/** Compares the parsed date with the text, because engines roll over dates such as February 30. */
function isMonday(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return day.getUTCDay() === 1 && day.toISOString().startsWith(date);
}

/** A weekly window in the player's own wall-clock time. `end` at or before `start` means that time on the next day. */
export const weeklyWindowSchema = z.object({ days: z.array(z.enum(WEEKDAYS)), start: clock, end: clock });
export type WeeklyWindow = z.infer<typeof weeklyWindowSchema>;

/** Minutes since Monday 00:00 UTC of the pool's week, start inclusive, end exclusive, both at most 10080. */
export const utcSlotSchema = z.tuple([z.number().int().min(0).max(10080), z.number().int().min(0).max(10080)]);
export type UtcSlot = z.infer<typeof utcSlotSchema>;

/** One player of a pool. Free-form words (platform, region, modes …) must be spelled as in the rules. */
export const poolPlayerSchema = z.object({
  id: z.string().min(1),
  platform: z.string(),
  /** Plays across platforms with anyone who also allows it. */
  crossplay: z.boolean().default(true),
  region: z.string(),
  /** Primary role first, then flex positions in order of preference. */
  positions: z.array(z.string()),
  /** On any scale; null when unknown. */
  rating: z.number().nullable().default(null),
  /** One of the rules' levels; null when unknown. */
  competitive_level: z.string().nullable().default(null),
  modes: z.array(z.string()),
  /** The first is the player's best language. */
  languages: z.array(z.string()),
  /** IANA time zone of `windows`. */
  timezone: z.string().default('UTC'),
  /** When the player is free each week. */
  windows: z.array(weeklyWindowSchema).default([]),
  /** Availability that's already in UTC, in addition to `windows`. */
  slots: z.array(utcSlotSchema).default([]),
  playstyle: z.array(z.string()).default([]),
  archetypes: z.array(z.string()).default([]),
  mic: z.boolean().default(true),
  /** Required preferences by name. Players only match with players who have the same preference or none. */
  wishes: z.record(z.string(), z.string().nullable()).default({}),
  /** Players with the same party name stay together (2 to seats − 1 of them). */
  party: z.string().nullable().default(null),
  /** Ids of players who must never be in a match with this one, no matter who blocked whom. */
  blocks: z.array(z.string()).default([]),
  /** Ids of players who lower the score when matched with this one. */
  avoids: z.array(z.string()).default([]),
  /** Consecutive runs that left this player out. */
  waiting: z.number().int().min(0).default(0),
  /** Permanent priority in points, e.g. for founders. */
  priority: z.number().min(0).default(0),
  /** Percentage of accepted sessions that the player showed up for; null when unknown. */
  reliability: z.number().min(0).max(100).nullable().default(null),
  /** Kinds of groups that the player wants. Without any, the player isn't matched. */
  wants: z.array(z.enum(['squad', 'pair'])).default(['squad', 'pair']),
});
export type PoolPlayer = z.output<typeof poolPlayerSchema>;

function rejectDuplicateIds(players: readonly PoolPlayer[], { addIssue }: z.core.$RefinementCtx): void {
  const seenIds = new Set<string>();
  players.forEach(({ id }, index) => {
    if (seenIds.has(id))
      addIssue({ code: 'custom', path: [index, 'id'], message: `${id} is also the id of another player` });
    seenIds.add(id);
  });
}

export const poolSchema = z.object({
  /** The Monday of the week to match; any other date is refused. */
  weekOf: isoMonday,
  players: z.array(poolPlayerSchema).superRefine(rejectDuplicateIds),
  /** Groups (squads or pairs) that may not be proposed again with exactly these members, e.g. after a decline. */
  forbiddenGroups: z.array(z.array(z.string())).default([]),
});
export type Pool = z.output<typeof poolSchema>;
/** A pool file, where fields with defaults are optional. */
export type PoolInput = z.input<typeof poolSchema>;

const share = z.number().min(0).max(1);
const weight = z.number().min(0);

/** The matching rules: limits, weights, scales. See docs/matcher.md for each entry. */
export const rulesSchema = z.object({
  name: z.string().default('rules'),
  squadType: z.string().default('nba2k_squad5'),
  pairType: z.string().default('nba2k_pair'),
  /** The seats of a squad, 2 to 5; a name may occur twice. */
  seats: z.array(z.string()).min(2).max(5),
  limits: z.object({
    /** Minimum minutes a week when every member is free. */
    minCommonMinutes: z.number().int().min(0),
    /** All on one platform, or everyone allows crossplay. */
    platform: z.boolean(),
    commonMode: z.boolean(),
    commonLanguage: z.boolean(),
    /** Sets of regions that may play together; null: all of them. A region in no set only plays with itself. */
    regions: z.array(z.array(z.string())).nullable(),
    /** Largest rating difference in a squad; null: no limit. Players without a rating are exempt. */
    maxRatingSpread: z.number().min(0).nullable(),
  }),
  /** Maximum points of each part. */
  weights: z.object(mapParts(() => weight)),
  scales: z.object({
    /**
     * Common minutes a week that earn all points of `commonHours`. The first minutes earn the most: with x = minutes /
     * full, the share is 1 − (1 − x)².
     */
    fullCommonMinutes: z.number().min(15),
    /** Fit of the primary position, first flex, second flex …; the last value applies to all further ones. */
    positionFit: z.array(share).min(1),
    /**
     * A rating up to `ratingFree` away from the squad's median loses no points. At a distance of `ratingZeroAt`, it
     * loses all of them.
     */
    ratingFree: z.number().min(0),
    ratingZeroAt: z.number().positive(),
    /** Share of `skill` that depends on rating; the rest depends on competitive level. */
    ratingShare: share,
    /** Competitive levels, from casual to serious. The cost grows with the square of the distance. */
    levels: z.array(z.string()).min(1),
    /** Share earned by an unknown rating or level. */
    unknownSkill: share,
    /** Jobs that a squad needs done. The words identify the players who do them, by archetype or playstyle. */
    jobs: z.array(z.object({ name: z.string(), words: z.array(z.string()) })).max(30),
    /** Share of `modes` earned by one common mode, by two, and so on; the last value applies to more. */
    commonModes: z.array(share).min(1),
    /** Share of `communication` that depends on microphones; the rest depends on a shared first language. */
    micShare: share,
    /** Closeness of different regions, 0 to 1; same region 1, unlisted 0. */
    regionCloseness: z.array(z.object({ regions: z.tuple([z.string(), z.string()]), closeness: share })),
    /** Points lost for each member who avoids another member. */
    avoidPenalty: z.number().min(0),
  }),
  waiting: z.object({
    /** Points by runs waited (index 0 = none); the last value applies to all longer waits. */
    points: z.array(z.number().min(0)).min(1),
    /** Points for each unit of a player's `priority`. */
    priorityPoints: z.number().min(0),
    /** Points for a `reliability` of 100. It's half of them at 75, and none at 50, below it or when unknown. */
    reliabilityPoints: z.number().min(0),
  }),
  /** The live queue, which measures waiting in minutes: each completed step counts as one run waited. */
  queue: z.object({
    /** Minutes of waiting after which each step begins, ascending. */
    stepMinutes: z.array(z.number().min(0)).min(1).max(10),
    /** Minimum group score by number of completed steps, starting with none; the last value applies to more. */
    minScores: z.array(z.number().min(0)).min(1).max(11),
  }),
  /**
   * Limits that relax for a player who has waited `afterRuns` runs. A group must satisfy every member's limits, so one
   * player's waiting never relaxes another's limits.
   */
  relaxation: z
    .array(
      z.object({
        afterRuns: z.number().int().min(1),
        minCommonMinutes: z.number().int().min(0).optional(),
        maxRatingSpread: z.number().min(0).nullable().optional(),
        /** Additional sets of regions allowed. */
        regions: z.array(z.array(z.string())).optional(),
      }),
    )
    .default([]),
});
export type MatchingRules = z.output<typeof rulesSchema>;

export const LEFT_OVER_REASONS = [
  'wants-nothing',
  'unknown-position',
  'too-little-time',
  'party-impossible',
  'party-unplaced',
  'nobody-compatible',
  'position-crowded',
  'no-squad-found',
  'only-squad-wanted',
  'only-pair-wanted',
] as const;
export type LeftOverReason = (typeof LEFT_OVER_REASONS)[number];

const parts = z.object(mapParts(() => z.number()));

const proposal = {
  type: z.string(),
  /** Member ids, in the order of the rules' seats for a squad. */
  members: z.array(z.string()),
  /** 0 to the sum of weights (100 by default). Only the first decimal place is meaningful. */
  score: z.number(),
  parts,
  /** Points the members add for waiting and priority; not part of the score. */
  priority: z.number(),
  /** The number of members placed in each position. */
  coverage: z.record(z.string(), z.number()),
  /** Minutes in the week when every member is free. */
  overlapMinutes: z.number(),
  /** The shared time as intervals, in minutes since Monday 00:00 UTC of `weekOf`. */
  intervals: z.array(utcSlotSchema),
  /** Why it was proposed, in sentences; only when requested on the command line. */
  explanation: z.array(z.string()).optional(),
};
export const squadSchema = z.object({ ...proposal, positions: z.record(z.string(), z.string()) });
/** A squad; `positions` maps each member's id to their seat. */
export type Squad = z.infer<typeof squadSchema>;
export const pairSchema = z.object({ ...proposal, positions: z.record(z.string(), z.string()) });
export type Pair = z.infer<typeof pairSchema>;
export const leftOverSchema = z.object({
  id: z.string(),
  reason: z.enum(LEFT_OVER_REASONS),
  /** Consecutive runs without a match, including this one. */
  waiting: z.number(),
});
export type LeftOver = z.infer<typeof leftOverSchema>;

const waits = z.object({ players: z.number(), p50: z.number(), p95: z.number(), longest: z.number() });
export const certificateSchema = z.object({
  weekOf: z.string(),
  rules: z.string(),
  seed: z.number(),
  effort: z.string(),
  /** 'count' when every weight is zero, otherwise 'score'. */
  objective: z.enum(['score', 'count']),
  pool: z.number(),
  squads: z.number(),
  pairs: z.number(),
  leftOver: z.number(),
  leftOverByReason: z.record(z.string(), z.number()),
  /** Sum over squads of score + priority; the number of squads under the count objective. */
  total: z.number(),
  /** Upper bound: no set of disjoint valid squads has a greater total. */
  bound: z.number(),
  /** 1 − total / bound. */
  gap: z.number(),
  /**
   * How the two bounds were proven. `quick` uses positions and each player's best case; `tight` also uses prices of
   * players.
   */
  proof: z.enum(['quick', 'tight']),
  /** Bound and gap for the number of squads, under either objective. */
  squadBound: z.number(),
  squadGap: z.number(),
  pairTotal: z.number(),
  pairBound: z.number(),
  /**
   * How many runs the leftover players have waited, including this one: all of them, and by primary position and
   * region.
   */
  wait: z.object({
    all: waits,
    byPosition: z.record(z.string(), waits),
    byRegion: z.record(z.string(), waits),
  }),
  scores: z.object({
    mean: z.number(),
    median: z.number(),
    lowest: z.number(),
    highest: z.number(),
    /** Histogram in steps of ten points: squads and pairs with a score in [from, to). */
    histogram: z.array(z.object({ from: z.number(), to: z.number(), squads: z.number(), pairs: z.number() })),
    /** Mean points by part, with the maximum weight. */
    parts: z.array(z.object({ part: z.string(), mean: z.number(), weight: z.number() })),
  }),
  /**
   * By seat name: the number of players who could take the seat, who were placed in it, and who are left over with it
   * as their primary role.
   */
  coverage: z.array(
    z.object({
      position: z.string(),
      primary: z.number(),
      able: z.number(),
      seated: z.number(),
      seatedOffRole: z.number(),
      leftOver: z.number(),
      /** Scarcity price: how much one more player of this position would add to the bound. */
      price: z.number(),
    }),
  ),
  phases: z.array(z.object({ name: z.string(), seconds: z.number() })),
  seconds: z.number(),
  memoryMb: z.number(),
  /** Candidate squads evaluated. */
  work: z.number(),
  /** Squads kept unchanged from the previous run (incremental runs). */
  kept: z.number(),
});
export type Certificate = z.infer<typeof certificateSchema>;

export const resultSchema = z.object({
  squads: z.array(squadSchema),
  pairs: z.array(pairSchema),
  leftOver: z.array(leftOverSchema),
  certificate: certificateSchema,
  /**
   * Only with a tight proof: player prices. For any valid squad, the members' prices (`squads`) sum to at least 1, and
   * their prices (`value`) to at least the squad's score and priority. Players who aren't listed have a price of 0.
   */
  prices: z.array(z.object({ id: z.string(), squads: z.number(), value: z.number() })).optional(),
});
export type Result = z.infer<typeof resultSchema>;
