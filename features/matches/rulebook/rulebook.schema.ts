import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** A complete rule set; see matcher/matcher-schema.ts for its contents. */
const RulesJson = z.record(z.string(), z.unknown());

export const NOTE_MAX = 300;

export const RulesVersion = z.object({
  /** 0 for the built-in rules. */
  version: z.number().int(),
  rules: RulesJson,
  note: z.string().nullable(),
  published_by: z.string().nullable(),
  published_at: instant.nullable(),
  /** When the version was withdrawn right after publishing; otherwise null. */
  withdrawn_at: instant.nullable(),
});
export type RulesVersion = z.infer<typeof RulesVersion>;

const RulesDraft = z.object({
  rules: RulesJson,
  based_on: z.number().int(),
  edited_by: z.string().nullable(),
  edited_at: instant,
});

const Waits = z.object({ players: z.number(), p50: z.number(), p95: z.number(), longest: z.number() });

/** The result of one rule set on a pool. */
export const TrialSide = z.object({
  squads: z.number().int(),
  pairs: z.number().int(),
  left_over: z.number().int(),
  /** Mean score of squads and pairs, out of 100 under these rules. */
  mean_score: z.number(),
  /** Number of runs that left-over players have waited, including this one. */
  wait: Waits,
  left_over_by_reason: z.record(z.string(), z.number()),
  seconds: z.number(),
});
export type TrialSide = z.infer<typeof TrialSide>;

/** Differences between the two sides, in players and groups. */
export const TrialChanges = z.object({
  pool: z.number().int(),
  /**
   * Players who are in a squad or pair only under the draft rules (`gained`), or only under the active rules (`lost`).
   */
  gained: z.number().int(),
  lost: z.number().int(),
  /** Squads and pairs with exactly the same people on both sides. */
  same_groups: z.number().int(),
});
export type TrialChanges = z.infer<typeof TrialChanges>;

export const Trial = z.object({
  id: z.uuid(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  requested_by: z.string().nullable(),
  requested_at: instant,
  finished_at: instant.nullable(),
  rules: RulesJson,
  base_version: z.number().int(),
  progress: z.object({ step: z.string(), done: z.number(), of: z.number() }).nullable(),
  present: TrialSide.nullable(),
  tried: TrialSide.nullable(),
  changes: TrialChanges.nullable(),
  /** Reason why the trial failed, as a sentence. */
  error: z.string().nullable(),
});
export type Trial = z.infer<typeof Trial>;

/** All data of the console's Rules tab. */
export const Rulebook = z.object({
  current: RulesVersion,
  draft: RulesDraft.nullable(),
  /** Newest first, the built-in version 0 last. */
  versions: z.array(RulesVersion),
  trial: Trial.nullable(),
});
export type Rulebook = z.infer<typeof Rulebook>;
