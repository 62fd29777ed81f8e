import { refundTerms } from '../../content/refund-terms.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import { addMs } from '../../time/instants.ts';
import { HOUR_MS } from '../../time/units.ts';
import { ORDER_DEADLINES, splitAtExit } from '../payments/orders/orders.rules.ts';
import type { OrderStep, StepRefusal } from '../payments/orders/steps.rules.ts';
import * as messages from './bookings.messages.ts';
import type { BookingStatus, Side } from './bookings.schema.ts';

/** A booking as used by the rules. */
export type Booking = {
  status: BookingStatus;
  type: 'hire' | 'coaching';
  priceCents: number;
  games: number;
  counted: number;
  /** The next game if only one side has confirmed it. `until` is the deadline for the other side. */
  pending: { by: Side; at: Date; until?: Date | undefined } | undefined;
  /** Whether a ban put the hire on hold until the buyer chooses. */
  stopped: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
};

/** The result of an event: the next state, who has to act by when, and what happens to the held money. */
export type BookingStep = OrderStep<BookingStatus> & { counted?: number; release?: number };

export const getOtherSide = (side: Side): Side => (side === 'buyer' ? 'seller' : 'buyer');

const RUNNING_STATUSES: BookingStatus[] = ['accepted', 'in_progress'];

const UNFINISHED_STATUSES: readonly BookingStatus[] = [
  'reserved',
  'held',
  'accepted',
  'in_progress',
  'scheduled',
  'started',
  'completed',
  'disputed',
];

/** Returns whether games, a decision or the payment are still outstanding. */
export const isUnfinished = (status: BookingStatus): boolean => UNFINISHED_STATUSES.includes(status);

export const isRunning = (booking: Booking): boolean => RUNNING_STATUSES.includes(booking.status);

/** Starts a paid booking: a hire waits for the player to accept, a session for its start time. */
export function startPaid(booking: Booking, now: Date): BookingStep {
  if (booking.type === 'hire')
    return { status: 'held', waitsFor: 'seller', deadlineAt: addMs(now, ORDER_DEADLINES.accept) };
  return { status: 'scheduled', waitsFor: 'seller', deadlineAt: booking.startsAt! };
}

export function acceptBooking(booking: Booking, now: Date): BookingStep | StepRefusal {
  if (booking.status !== 'held') return { no: messages.noAnswerNeeded };
  return { status: 'accepted', waitsFor: 'buyer', deadlineAt: addMs(now, ORDER_DEADLINES.idle) };
}

export function declineBooking(booking: Booking): BookingStep | StepRefusal {
  if (booking.status !== 'held') return { no: messages.noAnswerNeeded };
  return { status: 'declined', refund: booking.priceCents };
}

/** Declines on behalf of a seller who was banned or deleted their account before the payment arrived. */
const declineWithoutAsking = ({ type, priceCents }: Booking): BookingStep => ({
  status: type === 'hire' ? 'declined' : 'cancelled',
  refund: priceCents,
});

/** Records that one side confirmed the next game. */
export function confirmGame(booking: Booking, side: Side, gameNo: number, now: Date): BookingStep | StepRefusal {
  if (!RUNNING_STATUSES.includes(booking.status) && !isContested(booking)) {
    return { no: messages.hireNotRunning };
  }
  if (booking.stopped) return { no: messages.buyerChoosesFirst };
  if (gameNo !== booking.counted + 1) return { no: lazyText(messages.otherGameFirst, { no: booking.counted + 1 }) };
  if (booking.pending?.by === side) return { no: messages.gameAlreadyConfirmed };
  if (booking.pending) return countGame(booking, now);
  return { status: 'in_progress', waitsFor: getOtherSide(side), deadlineAt: addMs(now, ORDER_DEADLINES.silence) };
}

/** Returns whether the hire ended with a game that only one side has confirmed. */
const isContested = (booking: Booking): boolean => booking.status === 'ended_early' && booking.pending !== undefined;

function countGame(booking: Booking, now: Date): BookingStep {
  const confirmedCount = booking.counted + 1;
  if (isContested(booking))
    return { status: 'ended_early', counted: confirmedCount, release: quoteEarlyExit(booking).held };
  if (confirmedCount === booking.games)
    return { status: 'completed', counted: confirmedCount, release: booking.priceCents };
  return {
    status: 'in_progress',
    counted: confirmedCount,
    waitsFor: 'buyer',
    deadlineAt: addMs(now, ORDER_DEADLINES.idle),
  };
}

/**
 * Ends a running hire early for either side. If only one side confirmed the last game, its price stays held. The other
 * side has 48 hours to confirm or dispute the game, as in a running hire.
 */
export function endBookingEarly(booking: Booking, now: Date): BookingStep | StepRefusal {
  if (!RUNNING_STATUSES.includes(booking.status)) return { no: messages.onlyRunningHireEnds };
  const { refund, release } = quoteEarlyExit(booking);
  const ending = { status: 'ended_early' as const, counted: booking.counted, refund, release };
  const { pending } = booking;
  if (!pending) return ending;
  // While a hire is on hold, the 48 hours start now. Otherwise, they run since the confirmation, or until the later
  // deadline that was set after a bank dispute.
  const deadlineAt = booking.stopped
    ? addMs(now, ORDER_DEADLINES.silence)
    : getLater(addMs(pending.at, ORDER_DEADLINES.silence), pending.until);
  return { ...ending, waitsFor: getOtherSide(pending.by), deadlineAt };
}

const getLater = (one: Date, other = one): Date => (other > one ? other : one);

/** Resumes a hire from hold. A game that one side confirmed gets another 48 hours. */
export function resumeFromHold(booking: Booking, now: Date): { waitsFor: Side; deadlineAt: Date } {
  if (!booking.pending) return { waitsFor: 'buyer', deadlineAt: addMs(now, ORDER_DEADLINES.idle) };
  return { waitsFor: getOtherSide(booking.pending.by), deadlineAt: addMs(now, ORDER_DEADLINES.silence) };
}

/** Returns the step without its payment, because an admin has to decide about the payment first. */
export function withholdPayment(step: BookingStep, now: Date): BookingStep {
  const { release: _, ...rest } = step;
  return { ...rest, status: 'disputed', waitsFor: 'admin', deadlineAt: addMs(now, ORDER_DEADLINES.admin) };
}

/**
 * Returns how the price splits if the hire ends now, in cents: the refund, the payout, and the part held for a
 * contested game.
 */
export function quoteEarlyExit(booking: Booking): { refund: number; release: number; held: number } {
  const { priceCents, games, counted, pending } = booking;
  const { release } = splitAtExit(priceCents, games, counted);
  const { refund } = splitAtExit(priceCents, games, counted + (pending ? 1 : 0));
  return { refund, release, held: priceCents - refund - release };
}

/**
 * Returns the uncontested part of the held money in cents: the price of the counted games of a running hire, otherwise
 * 0.
 */
export function getUncontestedCents(booking: Booking, earlierStatus: BookingStatus): number {
  return booking.type === 'hire' && RUNNING_STATUSES.includes(earlierStatus) ? quoteEarlyExit(booking).release : 0;
}

/** Withdraws a purchase that hasn't begun: before the player accepts, or before the session starts. */
export function withdrawPurchase(booking: Booking, now: Date): BookingStep | StepRefusal {
  if (booking.type === 'coaching') return cancelSession(booking, now);
  if (booking.status === 'held') return { status: 'cancelled', refund: booking.priceCents };
  if (!RUNNING_STATUSES.includes(booking.status)) return { no: messages.hireOver };
  return { no: messages.hireHasBegun };
}

/** Cancels a session for the buyer. Only allowed before it starts. */
export function cancelSession(booking: Booking, now: Date): BookingStep | StepRefusal {
  if (booking.status !== 'scheduled' || now >= booking.startsAt!) {
    return { no: messages.sessionCancelTooLate };
  }
  return { status: 'cancelled', refund: booking.priceCents };
}

/**
 * Ends a booking for a side that deletes their account. A booking that hasn't begun is refunded, a running hire ends
 * now, and everything else continues.
 */
export function endForDeletedAccount(booking: Booking, side: Side, now: Date): BookingStep | StepRefusal {
  if (RUNNING_STATUSES.includes(booking.status)) return endBookingEarly(booking, now);
  if (booking.status === 'held' && side === 'seller') return declineBooking(booking);
  if (booking.status === 'reserved' && side === 'seller') return declineWithoutAsking(booking);
  return withdrawPurchase(booking, now);
}

/** Moves a session. Needs 24 hours' notice before the old start time. */
export function rescheduleSession(booking: Booking, startsAt: Date, now: Date): BookingStep | StepRefusal {
  const notice = refundTerms.coachingRescheduleNoticeHours * HOUR_MS;
  if (booking.status !== 'scheduled') return { no: messages.sessionMoveTooLate };
  if (booking.startsAt!.getTime() - now.getTime() < notice) {
    return { no: lazyText(messages.sessionMoveNotice, { hours: refundTerms.coachingRescheduleNoticeHours }) };
  }
  return { status: 'scheduled', waitsFor: 'seller', deadlineAt: startsAt };
}

/**
 * Resumes a session after its bank dispute, with the original start time. If the session is over, the buyer gets the
 * full period to report a problem.
 */
export function resumeSessionAfterChargeback(
  booking: Booking,
  now: Date,
): (BookingStep & Required<Pick<BookingStep, 'waitsFor' | 'deadlineAt'>>) | undefined {
  const { status } = booking;
  if (status !== 'scheduled' && status !== 'started') return undefined;
  const [startsAt, endsAt] = [booking.startsAt!, booking.endsAt!];
  if (endsAt <= now)
    return { status: 'completed', waitsFor: 'buyer', deadlineAt: addMs(now, ORDER_DEADLINES.coachingCheck) };
  return { status, waitsFor: 'seller', deadlineAt: status === 'scheduled' ? startsAt : endsAt };
}

/** Records that the buyer confirmed that the session took place. */
export function confirmSession(booking: Booking): BookingStep | StepRefusal {
  if (booking.status !== 'completed' || booking.type !== 'coaching') return { no: messages.noSessionToConfirm };
  return { status: 'completed', release: booking.priceCents };
}

/** Returns whether a dispute can be opened: only before the payout. */
export function canDispute(booking: Booking, now: Date): boolean {
  if (booking.type === 'hire') return RUNNING_STATUSES.includes(booking.status) || isContested(booking);
  if (booking.status === 'scheduled') return now >= booking.startsAt!;
  return booking.status === 'started' || booking.status === 'completed';
}

/** Applies the default outcome when a deadline passes. */
export function applyDeadline(booking: Booking, now: Date): BookingStep | StepRefusal {
  switch (booking.status) {
    case 'held':
      return { status: 'expired', refund: booking.priceCents };
    case 'accepted':
    case 'in_progress':
      return booking.pending && !booking.stopped ? countGame(booking, now) : endBookingEarly(booking, now);
    case 'ended_early':
      return booking.pending ? countGame(booking, now) : { no: 'settling' };
    case 'scheduled':
      return { status: 'started', waitsFor: 'seller', deadlineAt: booking.endsAt! };
    case 'started':
      return {
        status: 'completed',
        waitsFor: 'buyer',
        deadlineAt: addMs(booking.endsAt!, ORDER_DEADLINES.coachingCheck),
      };
    case 'completed':
      return booking.type === 'coaching' ? { status: 'completed', release: booking.priceCents } : { no: 'settling' };
    default:
      return { no: 'settling' };
  }
}

/** Returns the final status, once all the money has arrived. */
export function getSettledStatus(status: BookingStatus): BookingStatus {
  if (status === 'completed') return 'released';
  if (status === 'declined' || status === 'expired' || status === 'cancelled') return 'refunded';
  // A booking that is still open was settled because the bank reversed the payment.
  const openStatuses: BookingStatus[] = ['held', 'accepted', 'in_progress', 'scheduled', 'started', 'disputed'];
  return openStatuses.includes(status) ? 'decided' : status;
}
