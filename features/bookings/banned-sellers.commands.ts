import type { Db } from '../../db/database.ts';
import { type Translatable, translate } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { getEndReason, isDeniedByBan } from '../moderation/access-policy.rules.ts';
import type { BanEnding, BanScope } from '../moderation/ban-reasons.schema.ts';
import { addOrderNote } from '../payments/orders/orders.commands.ts';
import { type Order, setNextDeadline } from '../payments/orders/orders.queries.ts';
import { ORDER_DEADLINES } from '../payments/orders/orders.rules.ts';
import { type LoadedBooking, loadBooking, notifyAboutBooking, requireSide } from './booking-lifecycle.commands.ts';
import * as messages from './bookings.messages.ts';
import { findBookingOfOrder, listOnHold, listUnfulfilled, setOnHold } from './bookings.queries.ts';
import { isRunning, resumeFromHold } from './bookings.rules.ts';
import { cancelForSellerBan } from './withdrawals.commands.ts';

const HIRE_ON_HOLD = getEndReason('booking-seller', 'banned-all')!;
const HIRE_RESUMED: Record<BanEnding, Message> = {
  lifted: messages.banLifted,
  ran_out: messages.banExpired,
};

/**
 * Handles the ban of a player or coach: refunds in full everything that hasn't started and puts a running hire on hold
 * until its buyer chooses. Runs in the ban's transaction.
 */
export async function onUserBannedInBookings(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (!isDeniedByBan(scope, 'booking-seller')) return;
  for (const id of await listUnfulfilled(tx, userId)) {
    const loadedBooking = await loadBooking(tx, id);
    // If a chargeback is open, wait for the bank's decision.
    if (!loadedBooking.order.frozenAt) await holdOrCancelBooking(tx, deps, loadedBooking);
  }
}

/** Applies a ban that couldn't take effect while the chargeback was open, once we've won it. */
export async function holdAfterChargeback(tx: Db, deps: Deps, loadedBooking: LoadedBooking): Promise<void> {
  const { playerId } = loadedBooking.row;
  if (playerId && (await isBannedFrom(tx, deps, playerId, 'booking-seller')))
    await holdOrCancelBooking(tx, deps, loadedBooking);
}

async function holdOrCancelBooking(tx: Db, deps: Deps, loadedBooking: LoadedBooking): Promise<void> {
  if (loadedBooking.booking.stopped) return;
  if (isRunning(loadedBooking.booking)) await holdHire(tx, deps, loadedBooking);
  else await cancelForSellerBan(tx, deps, loadedBooking);
}

async function holdHire(tx: Db, deps: Deps, { order, row }: LoadedBooking): Promise<void> {
  const now = deps.now();
  await setOnHold(tx, row.id, now);
  await setNextDeadline(tx, order.id, { waitsFor: 'buyer', deadlineAt: addMs(now, ORDER_DEADLINES.admin), now });
  await addOrderNote(tx, deps, order.id, HIRE_ON_HOLD);
  if (!row.buyerId) return;
  await notifyAboutBooking(tx, deps, row.id, {
    userId: row.buyerId,
    cause: `stopped:${row.id}:${now.toISOString()}`,
    write: (t) => ({ title: t(messages.hireOnHoldTitle), lines: [translate(t, HIRE_ON_HOLD)] }),
  });
}

/** Resumes hires whose buyers haven't chosen by the end of the ban. */
export async function onBanEndedInBookings(
  tx: Db,
  deps: Deps,
  { userId, how }: { userId: string; how: BanEnding },
): Promise<void> {
  if (await isBannedFrom(tx, deps, userId, 'booking-seller')) return;
  for (const id of await listOnHold(tx, userId)) {
    await resumeHire(tx, deps, await loadBooking(tx, id), HIRE_RESUMED[how]);
  }
}

/**
 * Resumes a hire when someone acts on it after the player's ban has expired, even if the event for the end of the ban
 * hasn't arrived yet.
 * @returns whether it was on hold until now
 */
async function resumeIfUnbanned(tx: Db, deps: Deps, loadedBooking: LoadedBooking): Promise<boolean> {
  const { row, booking } = loadedBooking;
  if (!booking.stopped || !isRunning(booking) || !row.playerId) return false;
  if (await isBannedFrom(tx, deps, row.playerId, 'booking-seller')) return false;
  await resumeHire(tx, deps, loadedBooking, HIRE_RESUMED.ran_out);
  return true;
}

/**
 * Loads a booking for an action, with its order locked.
 * @throws Refusal not_found
 */
export async function loadBookingForAction(tx: Db, deps: Deps, id: string): Promise<LoadedBooking> {
  const loadedBooking = await loadBooking(tx, id);
  return (await resumeIfUnbanned(tx, deps, loadedBooking)) ? loadBooking(tx, id) : loadedBooking;
}

/**
 * Handles the deadline for the buyer's choice.
 * @returns true if the ban expired, so that no choice is needed anymore
 */
export async function resumeAtChoiceDeadline(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const row = await findBookingOfOrder(tx, order.id);
  return row?.stoppedAt ? resumeIfUnbanned(tx, deps, await loadBooking(tx, row.id)) : false;
}

/**
 * Continues an on-hold hire with the banned player at the buyer's request. An admin decides later how much the player
 * is paid.
 * @throws Refusal when the actor isn't the buyer, or the hire isn't on hold
 */
export async function continueBannedHire(deps: Deps, actor: Person, bookingId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loadedBooking = await loadBooking(tx, bookingId);
    if (requireSide(loadedBooking.row, actor.userId) !== 'buyer')
      throw new Refusal('forbidden', messages.onlyBuyerChooses);
    if (await resumeIfUnbanned(tx, deps, loadedBooking)) return;
    if (!loadedBooking.booking.stopped) throw new Refusal('conflict', messages.noChoicePending);
    await resumeHire(tx, deps, loadedBooking, messages.hireContinuedByBuyer);
  });
}

async function resumeHire(
  tx: Db,
  deps: Deps,
  { order, row, booking }: LoadedBooking,
  line: Translatable,
): Promise<void> {
  const now = deps.now();
  await setOnHold(tx, row.id, null);
  await setNextDeadline(tx, order.id, { ...resumeFromHold(booking, now), now });
  await addOrderNote(tx, deps, order.id, line);
  for (const userId of [row.buyerId, row.playerId]) {
    if (!userId) continue;
    await notifyAboutBooking(tx, deps, row.id, {
      userId,
      cause: `goes-on:${row.id}:${now.toISOString()}`,
      write: (t) => ({ title: t(messages.hireContinuesTitle), lines: [translate(t, line)] }),
    });
  }
}
