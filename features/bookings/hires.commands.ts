import { refundTerms } from '../../content/refund-terms.ts';
import type { Db } from '../../db/database.ts';
import { lazyDollars } from '../../messages/amounts.ts';
import { lazyText, type Translatable, translate } from '../../messages/lazy-text.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { lockAccounts } from '../accounts/account-views.queries.ts';
import { isAccessDenied, requireOngoingAccess } from '../moderation/access-policy.commands.ts';
import { getRefundableCents } from '../payments/ledger.queries.ts';
import { computeFee, getFeePoints } from '../payments/orders/fees.rules.ts';
import { isFullyHeld, lockOrder, refuseWhileFrozen } from '../payments/orders/orders.commands.ts';
import { type Order, updateOrder } from '../payments/orders/orders.queries.ts';
import { splitRefund } from '../payments/orders/orders.rules.ts';
import { assertStep } from '../payments/orders/steps.commands.ts';
import { findSellerAccount } from '../payments/sellers.queries.ts';
import { areBlocked } from '../profiles/blocks/blocks.queries.ts';
import { loadBookingForAction } from './banned-sellers.commands.ts';
import {
  applyStep,
  beginBooking,
  canBePaid,
  loadBooking,
  notifyAboutBooking,
  requireSide,
} from './booking-lifecycle.commands.ts';
import * as messages from './bookings.messages.ts';
import { confirmGameRow, findBookingOfOrder, insertBooking, toRuleBooking } from './bookings.queries.ts';
import {
  acceptBooking,
  type Booking,
  confirmGame,
  declineBooking,
  endBookingEarly,
  quoteEarlyExit,
} from './bookings.rules.ts';
import type { ExitPreview, Side } from './bookings.schema.ts';
import { findOffer } from './hire-offers.queries.ts';

export type HireChoice = { playerId: string; role: string };

/**
 * Reserves a player for an order that is being paid, or starts the hire immediately if the order is already paid.
 * @throws Refusal when the player can't be hired with this choice
 */
export async function reserveHire(tx: Db, deps: Deps, order: Order, choice: HireChoice): Promise<void> {
  const buyerId = order.buyerId!;
  if (choice.playerId === buyerId) throw new Refusal('invalid', messages.ownHire, 'playerId');
  const offer = await findOffer(tx, choice.playerId);
  const seller = await findSellerAccount(tx, choice.playerId);
  if (offer?.active && seller && !seller.payoutsEnabled) {
    throw new Refusal('conflict', messages.playerNotPayable, 'playerId');
  }
  const isUnavailable =
    !offer?.active || !seller || (await isAccessDenied(tx, deps, choice.playerId, 'booking-seller'));
  if (isUnavailable || (await areBlocked(tx, buyerId, choice.playerId))) {
    throw new Refusal('conflict', messages.playerUnavailable, 'playerId');
  }
  if (offer.priceId !== order.priceId) throw new Refusal('invalid', messages.otherTierOffered, 'playerId');
  if (!offer.roles.includes(choice.role)) throw new Refusal('invalid', messages.roleNotOffered, 'role');
  await updateOrder(tx, order.id, { feePoints: getFeePoints('hire', choice.playerId) });
  await insertBooking(tx, {
    orderId: order.id,
    buyerId,
    playerId: choice.playerId,
    type: 'hire',
    priceUsd: order.amountCents / 100,
    contractedGames: refundTerms.hireGames,
    status: 'reserved',
    role: choice.role,
    stripePaymentId: order.paymentIntentId,
    createdAt: deps.now(),
    updatedAt: deps.now(),
  });
}

/** Lets the buyer of a paid hire choose the player afterwards. @returns the booking's id */
export async function chooseHire(deps: Deps, actor: Person, orderId: string, choice: HireChoice): Promise<string> {
  return deps.db.transaction(async (tx) => {
    // Lock the account so that a concurrent ban or account deletion runs entirely before or after this.
    await lockAccounts(tx, [choice.playerId]);
    const order = await lockOrder(tx, orderId);
    if (order.buyerId !== actor.userId) throw new Refusal('not_found', messages.orderNotFound);
    // Don't let the player work for a payment that the bank may reverse.
    refuseWhileFrozen(order, messages.choiceUnderReview);
    const isOpen = order.kind === 'hire' && order.state === 'paid' && (await isFullyHeld(tx, order));
    if (!isOpen || (await findBookingOfOrder(tx, orderId))) {
      throw new Refusal('conflict', messages.noPlayerNeeded);
    }
    await reserveHire(tx, deps, order, choice);
    const row = (await findBookingOfOrder(tx, orderId))!;
    await beginBooking(tx, deps, { order, row, booking: await toRuleBooking(tx, row, order) });
    return row.id;
  });
}

/** Records the player's answer to a hire request, which is due within 24 hours. */
export async function answerHire(deps: Deps, actor: Person, bookingId: string, isAccepted: boolean): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loadedBooking = await loadBooking(tx, bookingId);
    if (requireSide(loadedBooking.row, actor.userId) !== 'seller')
      throw new Refusal('forbidden', messages.onlyPlayerAnswers);
    if (isAccepted) {
      await requireOngoingAccess(tx, deps, actor.userId, 'booking-seller');
      refuseWhileFrozen(loadedBooking.order, messages.answerUnderReview);
    }
    const step = assertStep(
      isAccepted ? acceptBooking(loadedBooking.booking, deps.now()) : declineBooking(loadedBooking.booking),
    );
    const line = isAccepted ? messages.hireAccepted : messages.hireDeclined;
    await applyStep(tx, deps, loadedBooking, { step, line });
    if (isAccepted && loadedBooking.row.buyerId) {
      await notifyAboutBooking(tx, deps, bookingId, {
        userId: loadedBooking.row.buyerId,
        cause: `accepted:${bookingId}`,
        write: (t) => ({ title: t(messages.hireAcceptedTitle), lines: [t(line)] }),
      });
    }
  });
}

/** Records that one side confirmed the next game. It counts once the other side confirms it too. */
export async function reportGame(
  deps: Deps,
  actor: Person,
  bookingId: string,
  game: { no: number; note: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loadedBooking = await loadBookingForAction(tx, deps, bookingId);
    const { row, booking } = loadedBooking;
    const side = requireSide(row, actor.userId);
    const step = assertStep(confirmGame(booking, side, game.no, deps.now()));
    await confirmGameRow(tx, { bookingId, gameNo: game.no, side, at: deps.now(), note: game.note });
    const isCounted = step.counted !== undefined;
    const { no } = game;
    const hours = refundTerms.gameConfirmSilenceHours;
    const line = isCounted
      ? lazyText(messages.gameConfirmedByBoth, { no })
      : lazyText(messages.gameConfirmedByOne, { side, no, hours });
    await applyStep(tx, deps, loadedBooking, { step, line });
    const otherId = side === 'buyer' ? row.playerId : row.buyerId;
    if (!isCounted && otherId) {
      await notifyAboutBooking(tx, deps, bookingId, {
        userId: otherId,
        cause: `game:${bookingId}:${no}`,
        write: (t) => ({
          title: t(messages.confirmGameTitle, { no }),
          lines: [t(messages.confirmGameRequest, { side, no, hours })],
        }),
      });
    }
  });
}

/** Returns what the split would be if the hire ended now. */
export async function previewExit(deps: Deps, actor: Person, bookingId: string): Promise<ExitPreview> {
  return deps.db.transaction(async (tx) => {
    const { order, row, booking } = await loadBooking(tx, bookingId);
    requireSide(row, actor.userId);
    assertStep(endBookingEarly(booking, deps.now()));
    const { refund, release, held } = quoteEarlyExit(booking);
    const { cash, credit } = splitRefund(refund, await getRefundableCents(tx, order.id));
    const gamesHeld = booking.pending ? 1 : 0;
    return {
      gamesPlayed: booking.counted,
      gamesHeld,
      gamesRemaining: row.contractedGames - booking.counted - gamesHeld,
      refundCents: cash,
      creditBackCents: credit,
      heldCents: held,
      releaseCents: release - computeFee(release, order.feePoints),
    };
  });
}

function describeExit(side: Side, { pending, counted, games }: Booking): Translatable {
  const details = { side, played: counted, games };
  if (!pending) return lazyText(messages.hireEnded, details);
  const hours = refundTerms.gameConfirmSilenceHours;
  return lazyText(messages.hireEndedWithHeldGame, { ...details, confirmedBy: pending.by, no: counted + 1, hours });
}

/**
 * Ends a hire early for either side.
 * @param expected the refund the user was shown; refused if the amount has changed since
 */
export async function leaveHire(deps: Deps, actor: Person, bookingId: string, expected: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loadedBooking = await loadBooking(tx, bookingId);
    const side = requireSide(loadedBooking.row, actor.userId);
    const step = assertStep(endBookingEarly(loadedBooking.booking, deps.now()));
    const { cash } = splitRefund(step.refund ?? 0, await getRefundableCents(tx, loadedBooking.order.id));
    if (cash !== expected) {
      throw new Refusal('conflict', lazyText(messages.refundChanged, { amount: lazyDollars(cash) }));
    }
    if (step.release && !(await canBePaid(tx, loadedBooking.order, loadedBooking.row))) {
      throw new Refusal('conflict', messages.leftPlayerDecision);
    }
    const line = describeExit(side, loadedBooking.booking);
    await applyStep(tx, deps, loadedBooking, { step, line, endedBy: side });
    const isUntouched = loadedBooking.booking.counted === 0 && !step.release;
    if (side === 'buyer' && isUntouched) await updateOrder(tx, loadedBooking.order.id, { withdrawnAt: deps.now() });
    const otherId = side === 'buyer' ? loadedBooking.row.playerId : loadedBooking.row.buyerId;
    if (otherId)
      await notifyAboutBooking(tx, deps, bookingId, {
        userId: otherId,
        cause: `left:${bookingId}`,
        write: (t) => ({ title: t(messages.hireEndedTitle), lines: [translate(t, line)] }),
      });
  });
}
