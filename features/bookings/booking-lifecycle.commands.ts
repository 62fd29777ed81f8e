import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import { lazyText, type Translatable, translate } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { toTimePreferences } from '../../time/reader-times.ts';
import { formatSessionLine } from '../matches/match-messages.wording.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { requestDecision } from '../payments/disputes.commands.ts';
import { lockOrder, releaseHeld } from '../payments/orders/orders.commands.ts';
import { type Order, setNextDeadline } from '../payments/orders/orders.queries.ts';
import { ORDER_DEADLINES } from '../payments/orders/orders.rules.ts';
import { advanceDueOrder, settleAndEnd, takeStep } from '../payments/orders/steps.commands.ts';
import { isOpenAccount } from '../payments/provider-erasures.queries.ts';
import { isPayable } from '../payments/sellers.queries.ts';
import { formatWaitingPayout } from '../payments/sellers.rules.ts';
import { getTimePreferences } from '../profiles/player-views.queries.ts';
import { joinThread } from '../threads/thread-members.commands.ts';
import * as messages from './bookings.messages.ts';
import {
  type BookingRow,
  claimBooking,
  findBooking,
  findBookingOfOrder,
  markGameCounted,
  toRuleBooking,
} from './bookings.queries.ts';
import {
  applyDeadline,
  type Booking,
  type BookingStep,
  getOtherSide,
  getSettledStatus,
  startPaid,
  withholdPayment,
} from './bookings.rules.ts';
import type { BookingStatus, Side } from './bookings.schema.ts';

export type LoadedBooking = { order: Order; row: BookingRow; booking: Booking };

/**
 * Loads a booking with its order locked, so that checks stay true until the transaction ends.
 * @throws Refusal not_found
 */
export async function loadBooking(tx: Db, id: string): Promise<LoadedBooking> {
  const bookingRow = await findBooking(tx, id);
  if (!bookingRow) throw new Refusal('not_found', messages.noSuchBooking);
  const order = await lockOrder(tx, bookingRow.orderId);
  const row = (await findBooking(tx, id))!;
  return { order, row, booking: await toRuleBooking(tx, row, order) };
}

/**
 * Returns which side of a booking a user is on.
 * @throws Refusal not_found for anyone else, so that they don't learn the booking exists
 */
export function requireSide(row: BookingRow, userId: string): Side {
  if (row.buyerId === userId) return 'buyer';
  if (row.playerId === userId) return 'seller';
  throw new Refusal('not_found', messages.noSuchBooking);
}

type StepTaken = { step: BookingStep; line: Translatable; endedBy?: Side | 'silence'; silent?: Side | null };

/** Statuses that end a hire request. For reply times, an expired request counts as answered at its deadline. */
const HIRE_ANSWERS: readonly BookingStatus[] = ['accepted', 'declined', 'expired'];

/** Applies a step from the rules to a booking. */
export async function applyStep(
  tx: Db,
  deps: Deps,
  loadedBooking: LoadedBooking,
  stepContext: StepTaken,
): Promise<void> {
  const { order, row } = loadedBooking;
  const now = deps.now();
  const decision = stepContext.step.release ? await findPayoutHoldReason(tx, deps, loadedBooking) : undefined;
  const step = decision ? withholdPayment(stepContext.step, now) : stepContext.step;
  const confirmedCount = step.counted ?? row.completedGames;
  const isFullRefund = step.refund === order.amountCents;
  await takeStep(tx, deps, order, {
    step,
    line: stepContext.line,
    noun: 'booking',
    claim: async () => {
      const isClaimed = await claimBooking(tx, row.id, row.status, {
        status: step.status,
        completedGames: confirmedCount,
        updatedAt: now,
        stoppedAt: null,
        ...(step.status === 'held' ? { askedAt: now } : {}),
        ...(row.status === 'held' && HIRE_ANSWERS.includes(step.status) ? { answeredAt: now } : {}),
        ...(decision ? { statusBefore: row.status } : {}),
        ...(stepContext.endedBy ? { endedBy: stepContext.endedBy } : {}),
      });
      if (!isClaimed) return false;
      if (confirmedCount > row.completedGames) {
        await markGameCounted(tx, row.id, { gameNo: confirmedCount, at: now, silent: stepContext.silent ?? null });
      }
      return true;
    },
    pay: async () => {
      if (decision) await requestDecision(tx, deps, order, (t) => t(decision));
      if (step.release)
        await releaseMoney(tx, deps, loadedBooking, { cents: step.release, countedGames: confirmedCount });
    },
    refundAs: {
      cause: `booking:${row.id}:refund`,
      memo: isFullRefund
        ? messages.fullRefundMemo
        : lazyText(messages.partialRefundMemo, {
            refunded: countRemainingGames(loadedBooking.booking),
            games: row.contractedGames,
          }),
    },
    notifyBuyer: async ({ title, lines }) => {
      if (!row.buyerId) return;
      await notifyAboutBooking(tx, deps, row.id, {
        userId: row.buyerId,
        cause: `refund:${row.id}`,
        write: (t) => ({ title: translate(t, title), lines: lines.map((text) => translate(t, text)) }),
      });
    },
    settle: () => settleBooking(tx, deps, order.id),
  });
}

/** Counts the games that neither side has reported yet. */
const countRemainingGames = ({ games, counted, pending }: Booking) => games - counted - (pending ? 1 : 0);

/**
 * Returns whether the player or coach can be paid: they exist, or were erased while money was due to a payout account
 * that's still open.
 */
export const canBePaid = async (db: Db, order: Order, row: BookingRow): Promise<boolean> =>
  row.playerId !== null || isOpenAccount(db, order.payeeAccount);

/** Returns why the payout has to wait for an admin's decision, or undefined if it doesn't. */
async function findPayoutHoldReason(tx: Db, deps: Deps, { order, row }: LoadedBooking): Promise<Message | undefined> {
  if (!(await canBePaid(tx, order, row))) return messages.sellerLeftPayout;
  const isBanned = row.playerId && (await isBannedFrom(tx, deps, row.playerId, 'payouts'));
  return isBanned ? messages.bannedPlayerPayout : undefined;
}

/** Releases held money to the player or coach. */
async function releaseMoney(
  tx: Db,
  deps: Deps,
  { order, row }: LoadedBooking,
  { cents, countedGames }: { cents: number; countedGames: number },
): Promise<void> {
  // After a hire ended early, only its contested game is left to pay.
  const last = row.status === 'ended_early' ? `:${countedGames}` : '';
  const memo =
    row.type === 'coaching'
      ? messages.sessionReleasedMemo
      : last
        ? lazyText(messages.gameReleasedMemo, { no: countedGames })
        : lazyText(messages.hireReleasedMemo, { played: countedGames, games: row.contractedGames });
  const cause = `booking:${row.id}:release${last}`;
  const payout = await releaseHeld(tx, deps, order, { cause, cents, memo, payeeId: row.playerId });
  if (!row.playerId || (await isPayable(tx, row.playerId))) return;
  await notifyAboutBooking(tx, deps, row.id, {
    userId: row.playerId,
    cause: `paid:${row.id}${last}`,
    write: (t) => ({ title: t(messages.payoutWaitingTitle), lines: [formatWaitingPayout(t, payout)] }),
  });
}

type BookingMessage = {
  userId: string;
  cause: string;
  /** Writes the message in the recipient's language. */
  write: (t: Translator) => { title: string; lines: string[] };
};

/** Sends a notification about a booking, with a link to it. */
export function notifyAboutBooking(tx: Db, deps: Deps, bookingId: string, { userId, cause, write }: BookingMessage) {
  return enqueueNotification(tx, deps, {
    userId,
    write: (t) => ({
      ...write(t),
      kind: 'booking',
      link: { label: t(messages.openBooking), path: paths.booking(bookingId) },
      dedupeKey: `booking:${cause}:${userId}`,
    }),
  });
}

/** Moves a settled order's booking to its final state. @returns whether the order is settled */
export function settleBooking(tx: Db, deps: Deps, orderId: string): Promise<boolean> {
  return settleAndEnd(tx, deps, orderId, async () => {
    const row = await findBookingOfOrder(tx, orderId);
    if (row)
      await claimBooking(tx, row.id, row.status, { status: getSettledStatus(row.status), updatedAt: deps.now() });
  });
}

/**
 * Starts a hire or session once its payment arrives. If the buyer hasn't chosen a player or time yet, they have a week
 * to do so.
 */
export async function startBooking(tx: Db, deps: Deps, order: Order): Promise<void> {
  const row = await findBookingOfOrder(tx, order.id);
  if (row?.status !== 'reserved') {
    const now = deps.now();
    await setNextDeadline(tx, order.id, { waitsFor: 'buyer', deadlineAt: addMs(now, ORDER_DEADLINES.choice), now });
    return;
  }
  const booking = await toRuleBooking(tx, row, order);
  await beginBooking(tx, deps, { order, row, booking });
}

/** Begins a booking that is paid and has a player or coach. */
export async function beginBooking(tx: Db, deps: Deps, loadedBooking: LoadedBooking): Promise<void> {
  const { row } = loadedBooking;
  const step = startPaid(loadedBooking.booking, deps.now());
  const isHire = row.type === 'hire';
  const hours = refundTerms.hireAcceptHours;
  const line = isHire ? lazyText(messages.paidHireStarted, { hours }) : messages.paidSessionStarted;
  await applyStep(tx, deps, loadedBooking, { step, line });
  if (!row.playerId) return;
  const sideIds = [row.buyerId, row.playerId].filter((id) => id !== null);
  await joinThread(tx, deps, { kind: 'booking', subjectId: row.id }, sideIds);
  const reader = (await getTimePreferences(tx, [row.playerId])).get(row.playerId) ?? toTimePreferences(undefined);
  const sessionTime = row.startsAt &&
    row.endsAt && { start: row.startsAt.toISOString(), end: row.endsAt.toISOString() };
  await notifyAboutBooking(tx, deps, row.id, {
    userId: row.playerId,
    cause: `new:${row.id}`,
    write: (t) => ({
      title: t(isHire ? messages.hireRequestTitle : messages.sessionBookedTitle),
      lines: isHire
        ? [
            t(messages.hireRequestTerms, { role: row.role!, price: formatDollars(t, loadedBooking.order.amountCents) }),
            t(messages.hireRequestDeadline, { hours }),
          ]
        : sessionTime
          ? [t(messages.sessionTimeLine, { time: formatSessionLine(t, sessionTime, reader) })]
          : [],
    }),
  });
}

/** Handles a missed deadline. @returns false when the order only waits for the payment provider */
export function handleBookingDeadline(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  return advanceDueOrder(tx, deps, order, {
    find: async (): Promise<LoadedBooking | undefined> => {
      const row = await findBookingOfOrder(tx, order.id);
      if (!row || row.status === 'lapsed') return undefined;
      return { order, row, booking: await toRuleBooking(tx, row, order) };
    },
    unchosen: {
      memo: messages.nothingChosenMemo,
      line: lazyText(messages.nothingChosen, { days: refundTerms.choiceDays }),
    },
    next: ({ booking }) => applyDeadline(booking, deps.now()),
    take: (loadedBooking, step) => {
      const silentSide = loadedBooking.booking.pending ? getOtherSide(loadedBooking.booking.pending.by) : null;
      const hasEndedEarly = step.status === 'ended_early' && loadedBooking.row.status !== 'ended_early';
      const endFields = hasEndedEarly || step.status === 'expired' ? { endedBy: 'silence' as const } : {};
      return applyStep(tx, deps, loadedBooking, {
        step,
        line: describeStep(step, hasEndedEarly),
        silent: silentSide,
        ...endFields,
      });
    },
  });
}

function describeStep(step: BookingStep, hasEndedEarly: boolean): Translatable {
  if (step.status === 'expired') return lazyText(messages.hireUnanswered, { hours: refundTerms.hireAcceptHours });
  if (hasEndedEarly) return lazyText(messages.hireIdle, { days: refundTerms.hireIdleDays });
  if (step.status === 'started') return messages.sessionStarted;
  if (step.status === 'completed' && step.release) return messages.fundsReleased;
  if (step.status === 'completed') return lazyText(messages.sessionOver, { hours: refundTerms.coachingCheckHours });
  const hours = refundTerms.gameConfirmSilenceHours;
  return lazyText(messages.gameCountedAfterSilence, { no: step.counted!, hours });
}
