import { ACCESS_POLICY } from '../../moderation/access-policy.rules.ts';
import type { CancelledFor } from './phone-calls.schema.ts';

type CallMessageText = {
  /** Text for the member; left out when they did it themselves or are gone. */
  member?: string;
  /** Text for the desk; left out when the desk did it. */
  desk?: string;
};

const { ends } = ACCESS_POLICY.calls;

/** Why the call was canceled, as each side reads it. */
export const CALL_CANCELLED_MESSAGES: Record<CancelledFor, CallMessageText> = {
  member: { desk: 'They have taken it back.' },
  desk: { member: 'The concierge cannot make it. Please pick another half hour.' },
  banned: { member: 'Your account is banned, so nobody calls.', desk: ends['banned-all']! },
  leaving: { desk: ends.leaving! },
  plan: {
    member: 'Your Premium has ended, and the phone concierge comes with it.',
    desk: ends['plan-ended']!,
  },
  nobody: {
    member: 'Nobody was free to call you. We are sorry. Please pick another half hour.',
    desk: 'Nobody took it within an hour. They were told that we are sorry.',
  },
};

export const MISSED = 'We called at the time that you picked, and nobody answered. Pick another half hour if you like.';
