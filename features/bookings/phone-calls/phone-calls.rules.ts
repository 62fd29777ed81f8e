import { phoneConcierge } from '../../../content/phone-concierge-content.ts';
import { addMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import type { PlanName } from '../../payments/entitlements.rules.ts';
import type { StepRefusal } from '../../payments/orders/steps.rules.ts';
import * as messages from '../bookings.messages.ts';
import type { Slot } from '../bookings.schema.ts';
import { computeFreeSlots } from '../coaching/coaching.rules.ts';
import type { CallStatus, CancelledFor } from './phone-calls.schema.ts';

/** Grace period for taking a call that has started. */
const UNANSWERED_TIMEOUT_MS = HOUR_MS;
/** Grace period before a taken call is closed as done. */
const UNCLOSED_TIMEOUT_MS = DAY_MS;

/** A call as used by the rules. */
export type Call = { status: CallStatus; startsAt: Date; takenBy: string | null };
type CallStep = {
  status: CallStatus;
  cancelledFor?: CancelledFor;
  /** The assigned admin. Undefined if it stays the same. */
  takenBy?: string | null;
};

/** Returns whether a plan includes the phone concierge. */
export const hasConcierge = (plan: PlanName): boolean => plan === 'Premium' || plan === 'Founders Premium';

export const getCallEnd = (startsAt: Date): Date => addMs(startsAt, phoneConcierge.minutes * MINUTE_MS);

/** Returns the free half hours for a callback, in the concierge's time zone. */
export function listCallSlots(now: Date, busyTimes: Date[]): Slot[] {
  const { timezone, days, start, end, minutes } = phoneConcierge;
  return computeFreeSlots({ timezone, hours: [{ days: [...days], start, end }], daysOff: [], minutes }, now, busyTimes);
}

/** Assigns the call to an admin. */
export function takeCall(call: Call, adminId: string): CallStep | StepRefusal {
  if (call.status === 'taken')
    return { no: call.takenBy === adminId ? messages.callAlreadyYours : messages.callTakenByOther };
  return call.status === 'booked' ? { status: 'taken', takenBy: adminId } : { no: messages.callOver };
}

/** Puts a taken call back into the queue when its admin can't make it. */
export function releaseCall(call: Call): CallStep | StepRefusal {
  return call.status === 'taken' ? { status: 'booked', takenBy: null } : { no: messages.callNotTaken };
}

/** Closes the call as done or missed. Only the admin who took it knows the outcome. */
export function closeCall(call: Call, outcome: 'done' | 'missed', adminId: string, now: Date): CallStep | StepRefusal {
  if (call.status === 'booked') return { no: messages.takeCallFirst };
  if (call.status !== 'taken') return { no: messages.callOver };
  if (call.takenBy && call.takenBy !== adminId) return { no: messages.callTakenByOther };
  if (outcome === 'missed' && now < call.startsAt) return { no: messages.callTooEarly };
  return { status: outcome };
}

/** Cancels the call for either side or because of a change to the account. */
export function cancelCall(call: Call, cancelledFor: CancelledFor, now: Date): CallStep | StepRefusal {
  if (call.status !== 'booked' && call.status !== 'taken') return { no: messages.callOver };
  if (cancelledFor === 'member' && now >= call.startsAt) return { no: messages.callStarted };
  return { status: 'cancelled', cancelledFor };
}

/** Applies the default outcome when a deadline passes. */
export function applyCallDeadline(call: Call, now: Date): CallStep | StepRefusal {
  if (call.status === 'booked' && now >= addMs(call.startsAt, UNANSWERED_TIMEOUT_MS))
    return { status: 'cancelled', cancelledFor: 'nobody' };
  if (call.status === 'taken' && now >= addMs(call.startsAt, UNCLOSED_TIMEOUT_MS)) return { status: 'done' };
  return { no: 'waiting' };
}
