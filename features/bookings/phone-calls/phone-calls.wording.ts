import { ACCESS_POLICY } from '../../moderation/access-policy.rules.ts';
import type { CancelledFor } from './phone-calls.schema.ts';

type CallMessageText = {
  /** Text for the member. Left out when they caused the change or their account is gone. */
  member?: string;
  /** Text for the desk. Left out when the desk made the change. */
  desk?: string;
};

const { ends } = ACCESS_POLICY.calls;

/** Why the call was canceled, worded for each side. */
export const CALL_CANCELLED_MESSAGES: Record<CancelledFor, CallMessageText> = {
  member: { desk: 'The member canceled it.' },
  desk: { member: "The concierge can't make it. Pick another time." },
  banned: { member: "Your account is banned, so we won't call you.", desk: ends['banned-all']! },
  leaving: { desk: ends.leaving! },
  plan: {
    member: 'Your Premium ended, and the phone concierge comes with it.',
    desk: ends['plan-ended']!,
  },
  nobody: {
    member: "No one was free to call you. We're sorry. Pick another time.",
    desk: 'No one took it within an hour. We apologized to the member.',
  },
};

export const MISSED = 'We called at the time you picked, but no one answered. Pick another time if you like.';
