import { phoneConcierge } from '../../../content/phone-concierge-content.ts';
import { addMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import type { PlanName } from '../../payments/entitlements.rules.ts';
import type { StepRefusal } from '../../payments/orders/steps.rules.ts';
import type { Slot } from '../bookings.schema.ts';
import { computeFreeSlots } from '../coaching/coaching.rules.ts';
import type { CallStatus, CancelledFor } from './phone-calls.schema.ts';

/** How long after its beginning a call may wait for somebody who makes it. */
const UNANSWERED_TIMEOUT_MS = HOUR_MS;
/** A call that was made and not closed by then counts as done. */
const UNCLOSED_TIMEOUT_MS = DAY_MS;

/** A call as its rules see it. */
export type Call = { status: CallStatus; startsAt: Date; takenBy: string | null };
type CallStep = {
  status: CallStatus;
  cancelledFor?: CancelledFor;
  /** Left out: it stays whose it is. */
  takenBy?: string | null;
};

/** Plans that have the phone concierge. */
export const hasConcierge = (plan: PlanName): boolean => plan === 'Premium' || plan === 'Founders Premium';

export const getCallEnd = (startsAt: Date): Date => addMs(startsAt, phoneConcierge.minutes * MINUTE_MS);

/** Half hours in which somebody can still be called back, by the clock of the concierge's zone. */
export function listCallSlots(now: Date, taken: Date[]): Slot[] {
  const { timezone, days, start, end, minutes } = phoneConcierge;
  return computeFreeSlots({ timezone, hours: [{ days: [...days], start, end }], daysOff: [], minutes }, now, taken);
}

const CLOSED = 'This call is over.';

/** An admin says that they make it. */
export function takeCall(call: Call, adminId: string): CallStep | StepRefusal {
  if (call.status === 'taken')
    return { no: call.takenBy === adminId ? 'You have taken this call already.' : 'Somebody else took this call.' };
  return call.status === 'booked' ? { status: 'taken', takenBy: adminId } : { no: CLOSED };
}

/** Whoever took it cannot make it: it waits for somebody again. */
export function releaseCall(call: Call): CallStep | StepRefusal {
  return call.status === 'taken' ? { status: 'booked', takenBy: null } : { no: 'Nobody has taken this call.' };
}

/** They talked, or nobody picked up; only whoever took it knows. */
export function closeCall(call: Call, outcome: 'done' | 'missed', adminId: string, now: Date): CallStep | StepRefusal {
  if (call.status === 'booked') return { no: 'Take the call first.' };
  if (call.status !== 'taken') return { no: CLOSED };
  if (call.takenBy && call.takenBy !== adminId) return { no: 'Somebody else took this call.' };
  if (outcome === 'missed' && now < call.startsAt) return { no: 'It is not time for this call yet.' };
  return { status: outcome };
}

/** The call is off, by one side or by what happened to the account. */
export function cancelCall(call: Call, cancelledFor: CancelledFor, now: Date): CallStep | StepRefusal {
  if (call.status !== 'booked' && call.status !== 'taken') return { no: CLOSED };
  if (cancelledFor === 'member' && now >= call.startsAt)
    return { no: 'Your half hour has begun. Tell the concierge when they call.' };
  return { status: 'cancelled', cancelledFor };
}

/** What happens when nobody moved in time. */
export function applyCallDeadline(call: Call, now: Date): CallStep | StepRefusal {
  if (call.status === 'booked' && now >= addMs(call.startsAt, UNANSWERED_TIMEOUT_MS))
    return { status: 'cancelled', cancelledFor: 'nobody' };
  if (call.status === 'taken' && now >= addMs(call.startsAt, UNCLOSED_TIMEOUT_MS)) return { status: 'done' };
  return { no: 'There is time.' };
}
