import { refundTerms } from '../../content/refund-terms.ts';
import type { Translator } from '../../messages/translator.ts';
import * as messages from './bookings.messages.ts';
import type { BookingView } from './bookings.schema.ts';

type BookingState = Pick<BookingView, 'type' | 'status' | 'side' | 'waitsFor' | 'frozen' | 'stopped' | 'games'>;

/** Returns whether the hire ended with a game only one side confirmed. */
export const isContested = ({ status, games }: Pick<BookingView, 'status' | 'games'>): boolean =>
  status === 'ended_early' && games.some((game) => !game.counted && (game.buyerConfirmed || game.sellerConfirmed));

/** Returns the booking's status. Between two games with nothing reported, returns the stage of the order instead. */
export const getBookingStage = ({ type, status, games }: Pick<BookingState, 'type' | 'status' | 'games'>): string =>
  type === 'hire' && status === 'in_progress' && games.every((game) => game.counted) ? 'between' : status;

/**
 * Describes the next step of a booking for the viewing side.
 * @returns undefined when there is none
 */
export function describeNextStep(t: Translator, booking: BookingState): string | undefined {
  const { status, type, side, waitsFor } = booking;
  if (booking.frozen) return t(messages.stepUnderReview);
  const hours = refundTerms.coachingCheckHours;
  switch (status) {
    case 'held':
      if (type === 'coaching') return t(messages.stepSessionPending);
      return side === 'seller'
        ? t(messages.stepAnswerHire)
        : t(messages.stepAwaitAnswer, { hours: refundTerms.hireAcceptHours });
    case 'accepted':
    case 'in_progress':
      if (booking.stopped) return t(side === 'buyer' ? messages.stepChooseOnHold : messages.stepOnHold);
      return describeRunningStep(t, booking);
    case 'ended_early':
      return describeEndedStep(t, booking);
    case 'scheduled':
      return t(messages.stepSessionBooked);
    case 'started':
      return t(messages.stepSessionRunning);
    case 'completed':
      if (type === 'hire') return describePayoutStep(t, booking, 'games');
      if (waitsFor !== 'buyer') return describePayoutStep(t, booking, 'session');
      return t(side === 'buyer' ? messages.stepConfirmSession : messages.stepAwaitConfirmation, { hours });
    case 'disputed':
      return t(messages.stepDisputed);
    default:
      return undefined;
  }
}

function describeRunningStep(t: Translator, { status, side, waitsFor, games }: BookingState): string {
  if (status === 'accepted') return t(messages.stepFirstGame);
  if (getBookingStage({ type: 'hire', status, games }) === 'between') return t(messages.stepNextGame);
  return waitsFor === side
    ? t(messages.stepConfirmGame)
    : t(messages.stepAwaitGame, { hours: refundTerms.gameConfirmSilenceHours });
}

/** Describes the next step of a hire that ended early. */
function describeEndedStep(t: Translator, booking: BookingState): string | undefined {
  const { side, waitsFor } = booking;
  if (!isContested(booking)) return describePayoutStep(t, booking, 'early');
  return waitsFor === side
    ? t(messages.stepConfirmLastGame)
    : t(messages.stepAwaitLastGame, { hours: refundTerms.gameConfirmSilenceHours });
}

function describePayoutStep(
  t: Translator,
  { side, waitsFor }: BookingState,
  payoutCause: 'games' | 'session' | 'early',
): string | undefined {
  if (!waitsFor) return undefined;
  if (waitsFor !== 'seller') return t(messages.stepPayoutSent, { ending: payoutCause });
  return t(side === 'seller' ? messages.stepVerifyForPayout : messages.stepAwaitVerification, { ending: payoutCause });
}
