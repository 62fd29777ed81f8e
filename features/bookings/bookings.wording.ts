import { refundTerms } from '../../content/refund-terms.ts';
import type { BookingView } from './bookings.schema.ts';

type BookingState = Pick<BookingView, 'type' | 'status' | 'side' | 'waitsFor' | 'frozen' | 'stopped' | 'games'>;

/** The hire has ended, and only one side has confirmed its last game. */
export const isContested = ({ status, games }: Pick<BookingView, 'status' | 'games'>): boolean =>
  status === 'ended_early' && games.some((game) => !game.counted && (game.buyerConfirmed || game.sellerConfirmed));

/** Returns the booking's status, except between two games with nothing reported; then it's the stage of the order. */
export const getBookingStage = ({ type, status, games }: Pick<BookingState, 'type' | 'status' | 'games'>): string =>
  type === 'hire' && status === 'in_progress' && games.every((game) => game.counted) ? 'between' : status;

/**
 * Describes the next step of a booking for the viewing side.
 * @returns undefined when there is none
 */
export function describeNextStep(booking: BookingState): string | undefined {
  const { status, type, side, waitsFor } = booking;
  if (booking.frozen) return 'The payment is under review. Everything is paused until that is decided.';
  switch (status) {
    case 'held':
      if (type === 'coaching') return 'The half hour is being booked.';
      return side === 'seller'
        ? 'Accept or decline this hire.'
        : `The player has ${refundTerms.hireAcceptHours} hours to answer. Without a yes the whole price goes back.`;
    case 'accepted':
    case 'in_progress':
      return booking.stopped ? describeHold(side) : describeRunningStep(booking);
    case 'ended_early':
      return describeEndedStep(booking);
    case 'scheduled':
      return 'The session is booked. Up to its start it can be called off with a full refund.';
    case 'started':
      return 'The session is running.';
    case 'completed':
      if (type === 'hire') return describePayoutStep(booking, 'All games are confirmed.');
      if (waitsFor !== 'buyer') return describePayoutStep(booking, 'The session is confirmed.');
      return side === 'buyer'
        ? `Was everything as agreed? Without a word from you the coach is paid after ${refundTerms.coachingCheckHours} hours.`
        : `The buyer has ${refundTerms.coachingCheckHours} hours to say if something was wrong. Then the coach is paid.`;
    case 'disputed':
      return 'An admin decides about the held funds.';
    default:
      return undefined;
  }
}

const describeHold = (side: BookingState['side']) =>
  side === 'buyer' ? 'Go on with the hire, or end it.' : 'The hire stands still until its buyer goes on or ends it.';

function describeRunningStep({ status, side, waitsFor, games }: BookingState): string {
  if (status === 'accepted') return 'Play the first game, then both of you confirm it here.';
  if (getBookingStage({ type: 'hire', status, games }) === 'between')
    return 'Play the next game, then both of you confirm it here.';
  return waitsFor === side
    ? 'Confirm the next game.'
    : `A game counts when both confirm it, or ${refundTerms.gameConfirmSilenceHours} hours after one did.`;
}

/** The price of the last game is held until both sides have confirmed it. */
function describeEndedStep(booking: BookingState): string | undefined {
  const { side, waitsFor } = booking;
  if (!isContested(booking)) return describePayoutStep(booking, 'The hire has ended.');
  return waitsFor === side
    ? 'The hire has ended. Confirm its last game or dispute it: its price is held until then.'
    : `The hire has ended. The price of its last game is held until the other side confirms it, is silent for ${refundTerms.gameConfirmSilenceHours} hours, or disputes it.`;
}

function describePayoutStep({ side, waitsFor, type }: BookingState, what: string): string | undefined {
  if (!waitsFor) return undefined;
  if (waitsFor !== 'seller') return `${what} The money is on its way.`;
  return side === 'seller'
    ? `${what} Finish the verification for payouts, and you are paid.`
    : `${what} The payout waits until the ${type === 'hire' ? 'player' : 'coach'} is verified for it.`;
}
