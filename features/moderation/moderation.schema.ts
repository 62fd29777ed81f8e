import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { longText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { BAN_SCOPES, DEFAULT_REPORT, FLAG_REASONS, LIMITS } from './ban-reasons.schema.ts';
import * as messages from './moderation.messages.ts';
import { UnreliablePlayer } from './reliability/reliability.schema.ts';

export const FLAG_STATUSES = ['open', 'dismissed', 'upheld'] as const;
export const FLAG_DECISIONS = ['dismiss', 'close', 'delete', 'ban'] as const;
export type FlagDecision = (typeof FLAG_DECISIONS)[number];

/**
 * What a flag can be about: a listing that was reported or refused, a player, a message to another player, a squad
 * page, or a review.
 */
export const FLAG_KINDS = ['report', 'blocked_word', 'player', 'message', 'squad', 'review'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

/** Error for fields that the operation doesn't have, so that forged fields aren't silently dropped. */
export const unknownFieldsError = {
  error: (issue: { code?: string | undefined; keys?: string[] }) =>
    issue.code === 'unrecognized_keys'
      ? issueText(messages.unknownFields, { fields: (issue.keys ?? []).join(', ') })
      : issueText(messages.notAnObject),
};

const details = longText(LIMITS.details, {
  invalid: issueText(messages.detailsInvalid),
  tooLong: issueText(messages.detailsTooLong, { max: LIMITS.details }),
});

export const Report = z.strictObject(
  {
    listing_id: z.uuid(issueText(messages.listingIdInvalid)),
    reason: z.enum(FLAG_REASONS, { error: issueText(messages.reportReasonInvalid) }).default(DEFAULT_REPORT.reason),
    details: details.default(DEFAULT_REPORT.details),
  },
  unknownFieldsError,
);
export type Report = z.output<typeof Report>;

/** A report whose subject is in the URL. */
export const ReportText = Report.omit({ listing_id: true }).extend({
  details: details.default(''),
});
export type ReportText = z.output<typeof ReportText>;

export const AppealRequest = z.strictObject(
  {
    ban_id: z.uuid(issueText(messages.banIdInvalid)),
    message: longText(LIMITS.appeal, {
      invalid: issueText(messages.appealInvalid),
      tooLong: issueText(messages.appealTooLong, { max: LIMITS.appeal }),
    }).refine((text) => text !== '', issueText(messages.appealRequired)),
  },
  unknownFieldsError,
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
  /** Null for a permanent ban. */
  expires_at: instant.nullable(),
  created_at: instant,
  appeal: Appeal.nullable(),
});
export type OwnBan = z.infer<typeof OwnBan>;

/** The caller's restrictions: bans, and reduced access after too many no-shows. */
export const OwnBans = z.object({ bans: z.array(OwnBan), unreliable: UnreliablePlayer.nullable() });
