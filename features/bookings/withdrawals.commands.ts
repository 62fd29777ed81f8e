import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { isLeaving } from '../accounts/account-deletion.queries.ts';
import { totalsOf } from '../deals/ledger.queries.ts';
import { isHeldWhole } from '../deals/orders/orders.commands.ts';
import type { Order } from '../deals/orders/orders.queries.ts';
import { assertStep, giveAllBack, giveUnchosenBack, unchosenByBanned } from '../deals/orders/steps.commands.ts';
import { isNo } from '../deals/orders/steps.rules.ts';
import { isBannedFrom } from '../moderation/standing.commands.ts';
import { BUYER_BANNED } from '../moderation/standing.rules.ts';
import { applyStep, type Loaded, loadBooking, notifyAboutBooking, startBooking } from './booking-life.commands.ts';
import { bookingOfOrder, ruleViewOf, unfulfilledOf } from './bookings.queries.ts';
import { leave, other, type Step, withdraw } from './bookings.rules.ts';
import type { Side } from './bookings.schema.ts';

const UNCHOSEN = { memo: 'Full refund: taken back', line: 'The buyer took the order back. The whole price goes back.' };

/** The booking of an order whose money is held; undefined while nothing was chosen. */
async function chosen(db: Db, order: Order): Promise<Loaded | undefined> {
  const row = await bookingOfOrder(db, order.id);
  if (!row || row.status === 'lapsed') return undefined;
  return { order, row, booking: await ruleViewOf(db, row, order) };
}

const isHeld = async (db: Db, order: Order) => ((await totalsOf(db, order.id)).held ?? 0) > 0;

/** Whether the buyer can take back what has not begun. */
export async function mayWithdrawBooking(db: Db, deps: Deps, order: Order): Promise<boolean> {
  if (!(await isHeld(db, order))) return false;
  const loaded = await chosen(db, order);
  return loaded ? !isNo(withdraw(loaded.booking, deps.now())) : isHeldWhole(db, order);
}

/** The buyer takes back what has not begun. @throws Refusal conflict with the reason, once it has */
export async function withdrawBooking(tx: Db, deps: Deps, order: Order): Promise<void> {
  const loaded = await chosen(tx, order);
  if (!loaded) return giveAllBack(tx, deps, order, UNCHOSEN);
  const step = assertStep(withdraw(loaded.booking, deps.now()));
  await part(tx, deps, loaded, { step, side: 'buyer', why: 'The buyer took it back before it began.' });
}

/** The buyer closes the account. */
export async function buyerLeavesBooking(tx: Db, deps: Deps, order: Order): Promise<void> {
  if (!(await isHeld(tx, order))) return;
  const loaded = await chosen(tx, order);
  if (loaded) await leaveOne(tx, deps, loaded, 'buyer');
  else await giveUnchosenBack(tx, deps, order, UNCHOSEN);
}

/** The buyer is banned: what has not begun goes back, and a hire that runs goes on. */
export async function buyerBannedBooking(tx: Db, deps: Deps, order: Order): Promise<void> {
  if (!(await isHeld(tx, order))) return;
  const loaded = await chosen(tx, order);
  if (!loaded) return void (await giveUnchosenBack(tx, deps, order, unchosenByBanned));
  const step = withdraw(loaded.booking, deps.now());
  if (!isNo(step)) await part(tx, deps, loaded, { step, side: 'buyer', why: BUYER_BANNED });
}

/** A player or coach closes the account: what they have still to do is called off, what is running ends here. */
export async function leaveBookings(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  for (const id of await unfulfilledOf(tx, userId)) {
    const loaded = await loadBooking(tx, id);
    if (loaded.order.frozenAt || !(await isHeld(tx, loaded.order))) continue;
    await leaveOne(tx, deps, loaded, 'seller');
  }
}

/**
 * Payment has arrived. Whoever was chosen while it was made may be banned or closing their account by now: then the whole
 * price goes back at once.
 */
export async function startUnlessGone(tx: Db, deps: Deps, order: Order): Promise<void> {
  const row = await bookingOfOrder(tx, order.id);
  if (row?.status !== 'reserved') return startBooking(tx, deps, order);
  const { playerId } = row;
  if (!playerId || (await isLeaving(tx, playerId))) return leaveOne(tx, deps, await loadBooking(tx, row.id), 'seller');
  if (!(await isBannedFrom(tx, deps, playerId, 'booking-seller'))) return startBooking(tx, deps, order);
  await callOffForBan(tx, deps, await loadBooking(tx, row.id));
}

/** A player or coach is banned before it began: the whole price goes back. */
export async function callOffForBan(tx: Db, deps: Deps, loaded: Loaded): Promise<void> {
  const step = leave(loaded.booking, 'seller', deps.now());
  if (isNo(step) || !(await isHeld(tx, loaded.order))) return;
  const who = loaded.row.type === 'hire' ? 'player' : 'coach';
  await part(tx, deps, loaded, { step, side: 'seller', why: `A moderator banned the ${who}.` });
}

/** The bank has decided for us: whose player or coach has closed the account meanwhile ends now. */
export async function leaveAfterBank(tx: Db, deps: Deps, loaded: Loaded): Promise<void> {
  const { playerId } = loaded.row;
  const gone = !playerId || (await isLeaving(tx, playerId));
  if (gone && (await isHeld(tx, loaded.order))) await leaveOne(tx, deps, loaded, 'seller');
}

async function leaveOne(tx: Db, deps: Deps, loaded: Loaded, side: Side): Promise<void> {
  const step = leave(loaded.booking, side, deps.now());
  if (isNo(step)) return;
  const who = side === 'buyer' ? 'The buyer' : loaded.row.type === 'hire' ? 'The player' : 'The coach';
  await part(tx, deps, loaded, { step, side, why: `${who} has left Planet Crew.` });
}

async function part(
  tx: Db,
  deps: Deps,
  loaded: Loaded,
  { step, side, why }: { step: Step; side: Side; why: string },
): Promise<void> {
  const { row } = loaded;
  const rest = step.status === 'ended_early' ? 'The games to come are refunded.' : 'The whole price goes back.';
  const line = `${why} ${rest}`;
  await applyStep(tx, deps, loaded, { step, line, endedBy: side });
  const userId = other(side) === 'buyer' ? row.buyerId : row.playerId;
  const title = row.type === 'hire' ? 'A hire has ended' : 'A session was called off';
  if (userId) await notifyAboutBooking(tx, deps, row.id, { userId, cause: `parted:${row.id}`, title, lines: [line] });
}
