import { refundTerms } from '../../content/refund-terms.ts';
import type { BookingView } from './bookings.schema.ts';

type BookingState = Pick<BookingView, 'type' | 'status' | 'side' | 'waitsFor' | 'frozen' | 'stopped' | 'games'>;

/** The hire has ended, and only one side has confirmed its last game. */
export const isContested = ({ status, games }: Pick<BookingView, 'status' | 'games'>): boolean =>
  status === 'ended_early' && games.some((game) => !game.counted && (game.buyerConfirmed || game.sellerConfirmed));

/** Returns the booking's status. Between two games with nothing reported, returns the stage of the order instead. */
export const getBookingStage = ({ type, status, games }: Pick<BookingState, 'type' | 'status' | 'games'>): string =>
  type === 'hire' && status === 'in_progress' && games.every((game) => game.counted) ? 'between' : status;

/**
 * Describes the next step of a booking for the viewing side.
 * @returns undefined when there is none
 */
export function describeNextStep(booking: BookingState): string | undefined {
  const { status, type, side, waitsFor } = booking;
  if (booking.frozen) return "The payment is under review. Everything is paused until that's decided.";
  switch (status) {
    case 'held':
      if (type === 'coaching') return "We're booking the session.";
      return side === 'seller'
        ? 'Accept or decline this hire.'
        : `The player has ${refundTerms.hireAcceptHours} hours to answer. If they don't accept, we'll refund the full price.`;
    case 'accepted':
    case 'in_progress':
      return booking.stopped ? describeHold(side) : describeRunningStep(booking);
    case 'ended_early':
      return describeEndedStep(booking);
    case 'scheduled':
      return 'The session is booked. Cancel before it starts for a full refund.';
    case 'started':
      return 'The session is in progress.';
    case 'completed':
      if (type === 'hire') return describePayoutStep(booking, 'All games are confirmed.');
      if (waitsFor !== 'buyer') return describePayoutStep(booking, 'The session is confirmed.');
      return side === 'buyer'
        ? `Was everything as agreed? If we don't hear from you within ${refundTerms.coachingCheckHours} hours, we'll pay the coach.`
        : `The buyer has ${refundTerms.coachingCheckHours} hours to report a problem. Then we'll pay the coach.`;
    case 'disputed':
      return 'An admin will decide about the held funds.';
    default:
      return undefined;
  }
}

const describeHold = (side: BookingState['side']) =>
  side === 'buyer' ? 'Continue or end the hire.' : 'The hire is on hold until the buyer continues or ends it.';

function describeRunningStep({ status, side, waitsFor, games }: BookingState): string {
  if (status === 'accepted') return 'Play the first game, then both of you confirm it here.';
  if (getBookingStage({ type: 'hire', status, games }) === 'between')
    return 'Play the next game, then both of you confirm it here.';
  return waitsFor === side
    ? 'Confirm the next game.'
    : `A game counts when both sides confirm it, or ${refundTerms.gameConfirmSilenceHours} hours after one side does.`;
}

/** The price of the last game is held until both sides have confirmed it. */
function describeEndedStep(booking: BookingState): string | undefined {
  const { side, waitsFor } = booking;
  if (!isContested(booking)) return describePayoutStep(booking, 'The hire has ended.');
  return waitsFor === side
    ? "The hire has ended. Confirm or dispute its last game. We're holding its price until then."
    : `The hire has ended. We're holding the last game's price until the other side confirms or disputes it, or doesn't answer for ${refundTerms.gameConfirmSilenceHours} hours.`;
}

function describePayoutStep({ side, waitsFor, type }: BookingState, what: string): string | undefined {
  if (!waitsFor) return undefined;
  if (waitsFor !== 'seller') return `${what} The money is on its way.`;
  return side === 'seller'
    ? `${what} Finish verifying for payouts and we'll pay you.`
    : `${what} We'll pay the ${type === 'hire' ? 'player' : 'coach'} once they're verified for payouts.`;
}
