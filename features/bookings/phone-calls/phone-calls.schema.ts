import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { longText, requiredText } from '../../../text/short-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import * as messages from '../bookings.messages.ts';
import { Slot } from '../bookings.schema.ts';

export const CALL_STATUSES = ['booked', 'taken', 'done', 'missed', 'cancelled'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** Why the call was canceled. `plan` means the plan ended, and `nobody` means no admin was available. */
const CANCELLED_FOR = ['member', 'desk', 'banned', 'leaving', 'plan', 'nobody'] as const;
export type CancelledFor = (typeof CANCELLED_FOR)[number];

const TOPIC_MAX = 300;
export const NOTES_MAX = 2000;

export const CallInput = z.object({
  startsAt: instant,
  phone: z
    .string(issueText(messages.phoneMissing))
    .transform((text) => text.replace(/[\s().-]/g, ''))
    .refine((text) => /^\+[1-9]\d{6,14}$/.test(text), issueText(messages.phoneInvalid)),
  topic: requiredText(TOPIC_MAX, {
    missing: issueText(messages.callTopicMissing),
    tooLong: issueText(messages.callTopicTooLong, { max: TOPIC_MAX }),
  }),
});
export type CallInput = z.output<typeof CallInput>;

/** A call as the member sees it. */
export const CallView = z.object({
  id: z.uuid(),
  startsAt: instant,
  endsAt: instant,
  phone: z.string(),
  topic: z.string(),
  status: z.enum(CALL_STATUSES),
  cancelledFor: z.enum(CANCELLED_FOR).nullable(),
});
export type CallView = z.infer<typeof CallView>;

export const PhoneConcierge = z.object({
  /** Whether this installation has a phone concierge. */
  offered: z.boolean(),
  /** Whether the account's plan includes the phone concierge. */
  included: z.boolean(),
  /** Phone number the calls come from. */
  callsFrom: z.string().nullable(),
  /** The profile's phone number, used as the default. */
  phone: z.string().nullable(),
  call: CallView.nullable(),
  past: z.array(CallView),
  slots: z.array(Slot),
});
export type PhoneConcierge = z.infer<typeof PhoneConcierge>;

/** A call as the desk sees it. */
export const DeskCall = CallView.extend({
  userId: z.uuid(),
  name: z.string(),
  takenBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  notes: z.string(),
});
export type DeskCall = z.infer<typeof DeskCall>;

export const CallDesk = z.object({
  offered: z.boolean(),
  open: z.array(DeskCall),
  closed: z.array(DeskCall),
});
export type CallDesk = z.infer<typeof CallDesk>;

/** The member's account data that the concierge needs. */
export const CallerAccount = z.object({
  call: DeskCall,
  plan: z.string(),
  email: z.string().nullable(),
  timezone: z.string().nullable(),
  memberSince: instant,
  published: z.boolean(),
  /** Position, platform and region, if the member has set them. */
  plays: z.array(z.string()),
  squads: z.array(z.object({ id: z.uuid(), name: z.string() })),
  orders: z.array(z.object({ id: z.uuid(), name: z.string(), stage: z.string(), createdAt: instant })),
  earlier: z.array(DeskCall),
});
export type CallerAccount = z.infer<typeof CallerAccount>;

const notes = longText(NOTES_MAX, { tooLong: issueText(messages.callNotesTooLong, { max: NOTES_MAX }) }).default('');
export const CallNotes = z.object({ notes });
export const CallOutcome = z.object({
  outcome: z.enum(['done', 'missed'], issueText(messages.callOutcomeInvalid)),
  notes,
});
export type CallOutcome = z.output<typeof CallOutcome>;
export const CallId = z.object({ id: z.uuid(issueText(messages.callIdInvalid)) });
