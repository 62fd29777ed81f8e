import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { shortText } from '../../../text/short-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import * as messages from '../accounts.messages.ts';

const LABEL_MAX = 100;
const METADATA_MAX = 1_000;

/** A client-reported event, such as `auth_SIGNED_IN`. */
export const LogSecurityEvent = z.object({
  action: shortText(LABEL_MAX, {
    missing: issueText(messages.reportedActionRequired),
    tooLong: issueText(messages.reportedActionTooLong, { max: LABEL_MAX }),
  }),
  resource_type: shortText(LABEL_MAX, {
    missing: issueText(messages.reportedResourceRequired),
    tooLong: issueText(messages.reportedResourceTooLong, { max: LABEL_MAX }),
  }),
  success: z.boolean(),
  metadata: z
    .record(z.string(), z.unknown())
    .default({})
    .refine(
      (value) => JSON.stringify(value).length <= METADATA_MAX,
      issueText(messages.reportedMetadataTooLong, { max: METADATA_MAX }),
    ),
});

/** The actions that the server records, and the kind of each. */
export const EVENT_KINDS = {
  signed_in: 'sign_in',
  sign_up: 'sign_in',
  recovery_used: 'sign_in',
  second_factor_used: 'sign_in',
  signed_out: 'sign_in',
  sessions_ended: 'sign_in',
  session_ended: 'sign_in',
  sign_in_failed: 'failure',
  code_failed: 'failure',
  factor_failed: 'failure',
  recovery_code_failed: 'failure',
  password_changed: 'change',
  email_confirmed: 'change',
  email_change_asked: 'change',
  email_changed: 'change',
  phone_change_asked: 'change',
  phone_changed: 'change',
  factor_added: 'change',
  factor_removed: 'change',
  recovery_codes_made: 'change',
  recovery_code_used: 'change',
  passkey_added: 'change',
  passkey_removed: 'change',
  identity_linked: 'change',
  identity_unlinked: 'change',
  program_connected: 'change',
  program_disconnected: 'change',
  data_exported: 'change',
  deletion_requested: 'change',
  deletion_cancelled: 'change',
  changed_by_admin: 'change',
  session_copied: 'change',
  not_me: 'change',
} as const;

export type EventAction = keyof typeof EVENT_KINDS;
export type EventKind = (typeof EVENT_KINDS)[EventAction] | 'report';

/** Flags for unusual entries. */
export const MARKS = ['new_country', 'new_network', 'many_failures', 'factor_removed', 'not_me'] as const;
export type Mark = (typeof MARKS)[number];

export const ACTIVITY_FILTERS = ['all', 'changes', 'failures', 'reports'] as const;

export const SecurityActivityQuery = z.object({
  show: z.enum(ACTIVITY_FILTERS, { error: issueText(messages.activityFilterInvalid) }).default('all'),
  before: z.coerce
    .number({ error: issueText(messages.activityPageInvalid) })
    .int()
    .positive()
    .optional(),
});
export type SecurityActivityQuery = z.infer<typeof SecurityActivityQuery>;

export const SecurityEventLine = z.object({
  id: z.int(),
  kind: z.enum(['change', 'sign_in', 'failure', 'report']),
  action: z.string(),
  words: z.string(),
  device: z.string().nullable(),
  place: z.string().nullable(),
  /** Number of occurrences within the hour. */
  times: z.int(),
  marks: z.array(z.enum(MARKS)),
  created_at: instant,
});
export type SecurityEventLine = z.infer<typeof SecurityEventLine>;

export const SecurityActivity = z.object({
  lines: z.array(SecurityEventLine),
  /** The cursor of the next page; null on the last one. */
  before: z.int().nullable(),
});
export type SecurityActivity = z.infer<typeof SecurityActivity>;
