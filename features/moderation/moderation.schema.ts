import { z } from 'zod';
import { longText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { BAN_SCOPES, DEFAULT_REPORT, FLAG_REASONS, LIMITS } from './ban-reasons.schema.ts';
import { Unreliable } from './reliability/reliability.schema.ts';

export const FLAG_STATUSES = ['open', 'dismissed', 'upheld'] as const;
export const FLAG_DECISIONS = ['dismiss', 'close', 'delete', 'ban'] as const;
export type FlagDecision = (typeof FLAG_DECISIONS)[number];

/**
 * What a flag can be about: a listing that was reported or refused, a player, a message to another player, a squad
 * page, or a review.
 */
export const FLAG_KINDS = ['report', 'blocked_word', 'player', 'message', 'squad', 'review'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

/** Builds a schema for multi-line text; `what` names it in the messages. */
export const createPlainTextSchema = (what: string, max: number) =>
  longText(max, { invalid: `${what} must be text.`, tooLong: `${what} can have at most ${max} characters.` });

/**
 * Rejects fields that the operation doesn't have with a full sentence, so that forged fields aren't silently dropped.
 */
export const noOtherFields = {
  error: (issue: { code?: string | undefined; keys?: string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `This request has no field ${(issue.keys ?? []).join(', ')}.`
      : 'The request must be an object with fields.',
};

export const Report = z.strictObject(
  {
    listing_id: z.uuid("This isn't a listing ID."),
    reason: z.enum(FLAG_REASONS, { error: 'Choose one of the reasons.' }).default(DEFAULT_REPORT.reason),
    details: createPlainTextSchema('Details', LIMITS.details).default(DEFAULT_REPORT.details),
  },
  noOtherFields,
);
export type Report = z.output<typeof Report>;

/** A report whose subject is in the URL. */
export const ReportText = Report.omit({ listing_id: true }).extend({
  details: createPlainTextSchema('Details', LIMITS.details).default(''),
});
export type ReportText = z.output<typeof ReportText>;

export const AppealRequest = z.strictObject(
  {
    ban_id: z.uuid("This isn't a ban ID."),
    message: createPlainTextSchema('Your appeal', LIMITS.appeal).refine(
      (text) => text !== '',
      'Write why the ban should be lifted.',
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

/** A ban as the banned user sees it. */
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

/** The caller's restrictions: bans, and reduced access after too many no-shows. */
export const OwnBans = z.object({ bans: z.array(OwnBan), unreliable: Unreliable.nullable() });
