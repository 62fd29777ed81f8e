import type { Db } from '../../db/database.ts';
import { lazyText, type Translatable, translate } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { isPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { getTotals } from '../payments/ledger.queries.ts';
import { isFullyHeld } from '../payments/orders/orders.commands.ts';
import type { Order } from '../payments/orders/orders.queries.ts';
import {
  assertStep,
  BANNED_BUYER_REFUND,
  refundUnchosenIfHeld,
  refundUnchosenOrder,
} from '../payments/orders/steps.commands.ts';
import { isStepRefusal } from '../payments/orders/steps.rules.ts';
import {
  applyStep,
  type LoadedBooking,
  loadBooking,
  notifyAboutBooking,
  startBooking,
} from './booking-lifecycle.commands.ts';
import * as messages from './bookings.messages.ts';
import { findBookingOfOrder, listUnfulfilled, toRuleBooking } from './bookings.queries.ts';
import { type BookingStep, endForDeletedAccount, getOtherSide, withdrawPurchase } from './bookings.rules.ts';
import type { Side } from './bookings.schema.ts';

const UNCHOSEN_REFUND = {
  memo: messages.buyerCanceledMemo,
  line: messages.buyerCanceledOrder,
};

/** Returns the booking of an order whose money is held, or undefined if nothing has been chosen yet. */
async function loadChosenBooking(db: Db, order: Order): Promise<LoadedBooking | undefined> {
  const row = await findBookingOfOrder(db, order.id);
  if (!row || row.status === 'lapsed') return undefined;
  return { order, row, booking: await toRuleBooking(db, row, order) };
}

const isHeld = async (db: Db, order: Order) => ((await getTotals(db, order.id)).held ?? 0) > 0;

/** Returns whether the buyer can still withdraw a booking that hasn't begun. */
export async function canWithdrawBooking(db: Db, deps: Deps, order: Order): Promise<boolean> {
  if (!(await isHeld(db, order))) return false;
  const loadedBooking = await loadChosenBooking(db, order);
  return loadedBooking ? !isStepRefusal(withdrawPurchase(loadedBooking.booking, deps.now())) : isFullyHeld(db, order);
}

/** Withdraws a booking that hasn't begun, for the buyer. @throws Refusal conflict with the reason if it has begun */
export async function withdrawBooking(tx: Db, deps: Deps, order: Order): Promise<void> {
  const loadedBooking = await loadChosenBooking(tx, order);
  if (!loadedBooking) return refundUnchosenOrder(tx, deps, order, UNCHOSEN_REFUND);
  const step = assertStep(withdrawPurchase(loadedBooking.booking, deps.now()));
  await endBooking(tx, deps, loadedBooking, { step, side: 'buyer', line: messages.buyerCanceled });
}

/** Handles the buyer's account deletion. */
export async function onBuyerDeletionInBookings(tx: Db, deps: Deps, order: Order): Promise<void> {
  if (!(await isHeld(tx, order))) return;
  const loadedBooking = await loadChosenBooking(tx, order);
  if (loadedBooking) await endForDeletedSide(tx, deps, loadedBooking, 'buyer');
  else await refundUnchosenIfHeld(tx, deps, order, UNCHOSEN_REFUND);
}

/** Handles a ban of the buyer. Bookings that haven't begun are refunded, and a running hire continues. */
export async function onBuyerBannedInBookings(tx: Db, deps: Deps, order: Order): Promise<void> {
  if (!(await isHeld(tx, order))) return;
  const loadedBooking = await loadChosenBooking(tx, order);
  if (!loadedBooking) return void (await refundUnchosenIfHeld(tx, deps, order, BANNED_BUYER_REFUND));
  const step = withdrawPurchase(loadedBooking.booking, deps.now());
  if (!isStepRefusal(step))
    await endBooking(tx, deps, loadedBooking, { step, side: 'buyer', line: messages.buyerBanned });
}

/** Handles the account deletion of a player or coach. Upcoming bookings are canceled, and running ones end now. */
export async function onAccountDeletionScheduledInBookings(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<void> {
  for (const id of await listUnfulfilled(tx, userId)) {
    const loadedBooking = await loadBooking(tx, id);
    if (loadedBooking.order.frozenAt || !(await isHeld(tx, loadedBooking.order))) continue;
    await endForDeletedSide(tx, deps, loadedBooking, 'seller');
  }
}

/**
 * Starts a booking once its payment has arrived. If the chosen seller has been banned or has deleted their account
 * since then, the full price is refunded immediately.
 */
export async function startUnlessSellerGone(tx: Db, deps: Deps, order: Order): Promise<void> {
  const row = await findBookingOfOrder(tx, order.id);
  if (row?.status !== 'reserved') return startBooking(tx, deps, order);
  const { playerId } = row;
  if (!playerId || (await isPendingDeletion(tx, playerId)))
    return endForDeletedSide(tx, deps, await loadBooking(tx, row.id), 'seller');
  if (!(await isBannedFrom(tx, deps, playerId, 'booking-seller'))) return startBooking(tx, deps, order);
  await cancelForSellerBan(tx, deps, await loadBooking(tx, row.id));
}

/** Cancels a booking with a full refund when its player or coach is banned before it begins. */
export async function cancelForSellerBan(tx: Db, deps: Deps, loadedBooking: LoadedBooking): Promise<void> {
  const step = endForDeletedAccount(loadedBooking.booking, 'seller', deps.now());
  if (isStepRefusal(step) || !(await isHeld(tx, loadedBooking.order))) return;
  const line = lazyText(messages.sellerBanned, { seller: loadedBooking.row.type === 'hire' ? 'player' : 'coach' });
  await endBooking(tx, deps, loadedBooking, { step, side: 'seller', line });
}

/** Ends a booking after we won the bank dispute if the player or coach has deleted their account since. */
export async function cancelForDeletedSeller(tx: Db, deps: Deps, loadedBooking: LoadedBooking): Promise<void> {
  const { playerId } = loadedBooking.row;
  const isSellerGone = !playerId || (await isPendingDeletion(tx, playerId));
  if (isSellerGone && (await isHeld(tx, loadedBooking.order)))
    await endForDeletedSide(tx, deps, loadedBooking, 'seller');
}

async function endForDeletedSide(tx: Db, deps: Deps, loadedBooking: LoadedBooking, side: Side): Promise<void> {
  const step = endForDeletedAccount(loadedBooking.booking, side, deps.now());
  if (isStepRefusal(step)) return;
  const user = side === 'buyer' ? 'buyer' : loadedBooking.row.type === 'hire' ? 'player' : 'coach';
  const message = step.status === 'ended_early' ? messages.sideLeftRunningHire : messages.sideLeft;
  await endBooking(tx, deps, loadedBooking, { step, side, line: lazyText(message, { who: user }) });
}

async function endBooking(
  tx: Db,
  deps: Deps,
  loadedBooking: LoadedBooking,
  { step, side, line }: { step: BookingStep; side: Side; line: Translatable },
): Promise<void> {
  const { row } = loadedBooking;
  await applyStep(tx, deps, loadedBooking, { step, line, endedBy: side });
  const userId = getOtherSide(side) === 'buyer' ? row.buyerId : row.playerId;
  if (!userId) return;
  const title = row.type === 'hire' ? messages.partedHireTitle : messages.sessionCanceledTitle;
  await notifyAboutBooking(tx, deps, row.id, {
    userId,
    cause: `parted:${row.id}`,
    write: (t) => ({ title: t(title), lines: [translate(t, line)] }),
  });
}
