import type { Db } from '../../db/database.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { note } from '../deals/orders/orders.commands.ts';
import { type Order, setWaiting } from '../deals/orders/orders.queries.ts';
import { ORDER_DEADLINES } from '../deals/orders/orders.rules.ts';
import type { BanEnding, BanScope } from '../moderation/ban-reasons.schema.ts';
import { isBannedFrom } from '../moderation/standing.commands.ts';
import { STANDING, shuts } from '../moderation/standing.rules.ts';
import { type Loaded, loadBooking, notifyAboutBooking, sideOf } from './booking-life.commands.ts';
import { bookingOfOrder, setStopped, stoppedOf, unfulfilledOf } from './bookings.queries.ts';
import { goOn, isRunning } from './bookings.rules.ts';
import { callOffForBan } from './withdrawals.commands.ts';

const STOPPED = STANDING['booking-seller'].ends['banned-all']!;
const GOES_ON: Record<BanEnding, string> = {
  lifted: 'The ban of the player was lifted. The hire goes on.',
  ran_out: 'The ban of the player ran out. The hire goes on.',
};

/**
 * A banned player or coach: what has not begun goes back whole, and a running hire stands still until its buyer has
 * chosen. In the transaction of the ban.
 */
export async function stopBookings(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (!shuts(scope, 'booking-seller')) return;
  for (const id of await unfulfilledOf(tx, userId)) {
    const loaded = await loadBooking(tx, id);
    // A bank decides first.
    if (!loaded.order.frozenAt) await stopOne(tx, deps, loaded);
  }
}

/** The bank has decided for us: what a ban could not do meanwhile it does now. */
export async function stopAfterBank(tx: Db, deps: Deps, loaded: Loaded): Promise<void> {
  const { playerId } = loaded.row;
  if (playerId && (await isBannedFrom(tx, deps, playerId, 'booking-seller'))) await stopOne(tx, deps, loaded);
}

async function stopOne(tx: Db, deps: Deps, loaded: Loaded): Promise<void> {
  if (loaded.booking.stopped) return;
  if (isRunning(loaded.booking)) await stop(tx, deps, loaded);
  else await callOffForBan(tx, deps, loaded);
}

async function stop(tx: Db, deps: Deps, { order, row }: Loaded): Promise<void> {
  const now = deps.now();
  await setStopped(tx, row.id, now);
  await setWaiting(tx, order.id, { waitsFor: 'buyer', deadlineAt: addMs(now, ORDER_DEADLINES.admin), now });
  await note(tx, deps, order.id, STOPPED);
  if (!row.buyerId) return;
  await notifyAboutBooking(tx, deps, row.id, {
    userId: row.buyerId,
    cause: `stopped:${row.id}:${now.toISOString()}`,
    title: 'Your hire stands still: please choose',
    lines: [STOPPED],
  });
}

/** The ban is over before the buyers have chosen: their hires go on. */
export async function resumeBookings(
  tx: Db,
  deps: Deps,
  { userId, how }: { userId: string; how: BanEnding },
): Promise<void> {
  if (await isBannedFrom(tx, deps, userId, 'booking-seller')) return;
  for (const id of await stoppedOf(tx, userId)) {
    await resume(tx, deps, await loadBooking(tx, id), GOES_ON[how]);
  }
}

/**
 * A hire whose player's ban has run out goes on as soon as somebody touches it; nobody waits for the announcement.
 * @returns whether it had stood still until now
 */
async function goOnUnbanned(tx: Db, deps: Deps, loaded: Loaded): Promise<boolean> {
  const { row, booking } = loaded;
  if (!booking.stopped || !isRunning(booking) || !row.playerId) return false;
  if (await isBannedFrom(tx, deps, row.playerId, 'booking-seller')) return false;
  await resume(tx, deps, loaded, GOES_ON.ran_out);
  return true;
}

/**
 * A booking that somebody acts on, with its order locked.
 * @throws Refusal not_found
 */
export async function loadForAct(tx: Db, deps: Deps, id: string): Promise<Loaded> {
  const loaded = await loadBooking(tx, id);
  return (await goOnUnbanned(tx, deps, loaded)) ? loadBooking(tx, id) : loaded;
}

/** The time to choose is over. @returns whether there is nothing to choose any more, because the ban ran out */
export async function passChoice(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const row = await bookingOfOrder(tx, order.id);
  return row?.stoppedAt ? goOnUnbanned(tx, deps, await loadBooking(tx, row.id)) : false;
}

/**
 * The buyer of a stopped hire goes on with the banned player. What is due to them in the end is an admin's decision.
 * @throws Refusal when it is not the buyer, or the hire is not stopped
 */
export async function goOnWithBanned(deps: Deps, actor: Person, bookingId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loaded = await loadBooking(tx, bookingId);
    if (sideOf(loaded.row, actor.userId) !== 'buyer') throw new Refusal('forbidden', 'Only the buyer may choose.');
    if (await goOnUnbanned(tx, deps, loaded)) return;
    if (!loaded.booking.stopped) throw new Refusal('conflict', 'This hire does not wait for your choice.');
    await resume(tx, deps, loaded, 'The buyer goes on with the hire.');
  });
}

async function resume(tx: Db, deps: Deps, { order, row, booking }: Loaded, line: string): Promise<void> {
  const now = deps.now();
  await setStopped(tx, row.id, null);
  await setWaiting(tx, order.id, { ...goOn(booking, now), now });
  await note(tx, deps, order.id, line);
  for (const userId of [row.buyerId, row.playerId]) {
    if (!userId) continue;
    await notifyAboutBooking(tx, deps, row.id, {
      userId,
      cause: `goes-on:${row.id}:${now.toISOString()}`,
      title: 'A hire goes on',
      lines: [line],
    });
  }
}
