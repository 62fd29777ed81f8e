import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';
import { LIMITS } from '../../moderation/ban-reasons.schema.ts';
import { plainTextSchema } from '../../moderation/moderation.schema.ts';

const RATING = 'A rating is a whole number from 1 to 5.';

export const Feedback = z.object({
  took_place: z.boolean({ error: 'Say whether you played.' }),
  /** Of the squad, or of the evening, as a whole; nobody sees who gave which. */
  rating: z.number({ error: RATING }).int(RATING).min(1, RATING).max(5, RATING).nullable().default(null),
  /** Members who did not come. */
  absent_ids: z.array(z.uuid('This is not the id of a player.')).max(4, 'Name at most four players.').default([]),
});
export type Feedback = z.output<typeof Feedback>;

/** What somebody had agreed to come to: a match, or one session of a squad. */
const Cause = z.string('Say what it is about.').regex(/^(match|session):[0-9a-f-]{36}$/, 'There is no such evening.');
export type Cause = `${'match' | 'session'}:${string}`;

export const AbsenceAppeal = z.object({
  cause: Cause,
  message: plainTextSchema('What happened', LIMITS.appeal).refine((text) => text !== '', 'Please write what happened.'),
});

/** One match or session as it counts for its owner's reliability. */
export const Evidence = z.object({
  /** What to name when it is contested. */
  cause: z.string(),
  /** The squad that played; null for a match. */
  squad: z.string().nullable(),
  played_at: instant,
  /** How many of the others said anything, and how many of them that the owner was missing. */
  reports: z.number().int(),
  said_absent: z.number().int(),
  outcome: z.enum(['came', 'missed', 'set_aside']),
  appeal: z.object({ status: z.enum(['open', 'granted', 'rejected']), answer: z.string().nullable() }).nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

export const Reliability = z.object({
  /** 0–100, older matches count for less; null while there is nothing to go by. */
  score: z.number().int().nullable(),
  evidence: z.array(Evidence),
});
export type Reliability = z.infer<typeof Reliability>;

/** An appeal as admins read it. */
export const OpenAbsenceAppeal = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  display_name: z.string().nullable(),
  message: z.string(),
  created_at: instant,
  cause: z.string(),
  reports: z.number().int(),
  said_absent: z.number().int(),
});
export type OpenAbsenceAppeal = z.infer<typeof OpenAbsenceAppeal>;
