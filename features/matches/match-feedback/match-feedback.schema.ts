import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { longText } from '../../../text/short-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import { PlayerId } from '../../accounts/player-id.schema.ts';
import { LIMITS } from '../../moderation/ban-reasons.schema.ts';
import * as messages from '../matches.messages.ts';

const RATING = issueText(messages.feedbackRatingInvalid);

export const Feedback = z.object({
  took_place: z.boolean({ error: issueText(messages.feedbackPlayedRequired) }),
  /** Rating of the squad or session as a whole. No one sees who gave which rating. */
  rating: z.number({ error: RATING }).int(RATING).min(1, RATING).max(5, RATING).nullable().default(null),
  /** Members who didn't show up. */
  absent_ids: z.array(PlayerId).max(4, issueText(messages.noShowsTooMany)).default([]),
});
export type Feedback = z.output<typeof Feedback>;

/** The match or squad session that the player had agreed to. */
const Cause = z
  .string(issueText(messages.causeRequired))
  .regex(/^(match|session):[0-9a-f-]{36}$/, issueText(messages.causeInvalid));
export type Cause = `${'match' | 'session'}:${string}`;

export const AbsenceAppeal = z.object({
  cause: Cause,
  message: longText(LIMITS.appeal, {
    invalid: issueText(messages.contestInvalid),
    tooLong: issueText(messages.contestTooLong, { max: LIMITS.appeal }),
  }).refine((text) => text !== '', issueText(messages.contestRequired)),
});

/** One match or session that affects its owner's reliability. */
export const Evidence = z.object({
  /** Id to send in an appeal. */
  cause: z.string(),
  /** The squad that played; null for a match. */
  squad: z.string().nullable(),
  played_at: instant,
  /** Number of reports by others, and how many of them say the owner was absent. */
  reports: z.number().int(),
  said_absent: z.number().int(),
  outcome: z.enum(['came', 'missed', 'set_aside']),
  appeal: z.object({ status: z.enum(['open', 'granted', 'rejected']), answer: z.string().nullable() }).nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

export const Reliability = z.object({
  /** From 0 to 100, with older matches weighted less. Null without data. */
  score: z.number().int().nullable(),
  evidence: z.array(Evidence),
});
export type Reliability = z.infer<typeof Reliability>;

/** An appeal as shown to admins. */
export const OpenNoShowAppeal = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  display_name: z.string().nullable(),
  message: z.string(),
  created_at: instant,
  cause: z.string(),
  reports: z.number().int(),
  said_absent: z.number().int(),
});
export type OpenNoShowAppeal = z.infer<typeof OpenNoShowAppeal>;
