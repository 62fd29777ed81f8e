import type { Translatable } from '../../../messages/lazy-text.ts';
import type { Message } from '../../../messages/message.ts';
import { getEndReason } from '../../moderation/access-policy.rules.ts';
import * as messages from '../bookings.messages.ts';
import type { CancelledFor } from './phone-calls.schema.ts';

type CallMessageText = {
  /** Text for the member. Undefined if the member caused the change or their account is gone. */
  member?: Message;
  /** Text for the desk. Undefined if the desk made the change. */
  desk?: Translatable;
};

/** Why the call was canceled, worded for each side. */
export const CALL_CANCELLED_MESSAGES: Record<CancelledFor, CallMessageText> = {
  member: { desk: messages.deskCallCanceledByMember },
  desk: { member: messages.callCanceledByDesk },
  banned: { member: messages.callCanceledByBan, desk: getEndReason('calls', 'banned-all')! },
  leaving: { desk: getEndReason('calls', 'leaving')! },
  plan: { member: messages.callCanceledByPlan, desk: getEndReason('calls', 'plan-ended')! },
  nobody: { member: messages.callUnanswered, desk: messages.deskCallUntaken },
};
