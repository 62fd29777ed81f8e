import { z } from 'zod';
import { longText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { BAN_SCOPES, DEFAULT_REPORT, FLAG_REASONS, LIMITS } from './ban-reasons.schema.ts';
import { Unreliable } from './reliability/reliability.schema.ts';

export const FLAG_STATUSES = ['open', 'dismissed', 'upheld'] as const;
export const FLAG_DECISIONS = ['dismiss', 'close', 'delete', 'ban'] as const;
export type FlagDecision = (typeof FLAG_DECISIONS)[number];

/** What a flag is about: a listing that was reported or refused, a player, what one wrote to another, the page of a squad, or a review. */
export const FLAG_KINDS = ['report', 'blocked_word', 'player', 'message', 'squad', 'review'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

/** Text of several lines about something that its sentences name. */
export const plainTextSchema = (what: string, max: number) =>
  longText(max, { invalid: `${what} must be text.`, tooLong: `${what} may have at most ${max} characters.` });

/** A whole-sentence message for fields that an operation does not have, so that forged ones are not silently dropped. */
export const noOtherFields = {
  error: (issue: { code?: string | undefined; keys?: string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `This request has no field ${(issue.keys ?? []).join(', ')}.`
      : 'The request must be an object with fields.',
};

export const Report = z.strictObject(
  {
    listing_id: z.uuid('This is not the id of a listing.'),
    reason: z.enum(FLAG_REASONS, { error: 'Please choose one of the reasons.' }).default(DEFAULT_REPORT.reason),
    details: plainTextSchema('Details', LIMITS.details).default(DEFAULT_REPORT.details),
  },
  noOtherFields,
);
export type Report = z.output<typeof Report>;

/** A report whose subject is in the address. */
export const ReportText = Report.omit({ listing_id: true }).extend({
  details: plainTextSchema('Details', LIMITS.details).default(''),
});
export type ReportText = z.output<typeof ReportText>;

export const AppealRequest = z.strictObject(
  {
    ban_id: z.uuid('This is not the id of a ban.'),
    message: plainTextSchema('Your appeal', LIMITS.appeal).refine(
      (text) => text !== '',
      'Please write why the ban should be lifted.',
    ),
  },
  noOtherFields,
);
export type AppealRequest = z.output<typeof AppealRequest>;

const Appeal = z.object({
  id: z.uuid(),
  message: z.string(),
  status: z.enum(['open', 'granted', 'rejected']),
  answer: z.string().nullable(),
  created_at: instant,
  decided_at: instant.nullable(),
});

/** A ban as the banned person sees it. */
export const OwnBan = z.object({
  id: z.uuid(),
  scope: z.enum(BAN_SCOPES),
  reason: z.string(),
  /** Null: permanent. */
  expires_at: instant.nullable(),
  created_at: instant,
  appeal: Appeal.nullable(),
});
export type OwnBan = z.infer<typeof OwnBan>;

/** What is held against the caller: bans, and having been missing too often. */
export const OwnBans = z.object({ bans: z.array(OwnBan), unreliable: Unreliable.nullable() });
