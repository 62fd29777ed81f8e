import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { totalsOf } from '../deals/ledger.queries.ts';
import type { Fulfilment } from '../deals/orders/fulfilment.commands.ts';
import { releaseHeld } from '../deals/orders/orders.commands.ts';
import type { Order } from '../deals/orders/orders.queries.ts';
import { isBannedFrom } from '../moderation/standing.commands.ts';
import { goOnAfterBank } from './after-bank.commands.ts';
import { passChoice } from './banned-sellers.commands.ts';
import { mayBePaid, passBookingDeadline, settleBooking } from './booking-life.commands.ts';
import {
  bookingOfOrder,
  claimBooking,
  deleteReservation,
  moveBookingBack,
  ordersPaidTo,
  ruleViewOf,
  standingsOf,
} from './bookings.queries.ts';
import { mayDispute, uncontested } from './bookings.rules.ts';
import { coachName } from './coaching/coach-names.rules.ts';
import { reserveUnpaid } from './coaching/coaching.commands.ts';
import { reserveHire } from './hires.commands.ts';
import {
  buyerBannedBooking,
  buyerLeavesBooking,
  mayWithdrawBooking,
  startUnlessGone,
  withdrawBooking,
} from './withdrawals.commands.ts';

/** What hires and sessions have in common: one other side, and a booking that lives until its money has arrived. */
const booked = {
  monthly: false,
  guaranteed: false,
  refuseSecond: null,
  lapse: deleteReservation,
  start: startUnlessGone,
  passDeadline: async (tx, deps, order) => (await passChoice(tx, deps, order)) || passBookingDeadline(tx, deps, order),
  mayWithdraw: mayWithdrawBooking,
  withdraw: withdrawBooking,
  buyerLeaves: buyerLeavesBooking,
  buyerBanned: buyerBannedBooking,
  settle: settleBooking,
  sellerOf: async (db, orderId) => (await bookingOfOrder(db, orderId))?.playerId ?? null,
  payeesOf: async (db, orderId) =>
    [(await bookingOfOrder(db, orderId))?.playerId].filter((id) => typeof id === 'string'),
  mayDispute: async (db, deps, order) => {
    const row = await bookingOfOrder(db, order.id);
    return row ? mayDispute(await ruleViewOf(db, row, order), deps.now()) : false;
  },
  freeze,
  uncontested: async (db, deps, order) => {
    const row = await bookingOfOrder(db, order.id);
    if (!row?.statusBefore || !(await mayBePaid(db, order, row))) return 0;
    // Nobody banned is paid without a decision, and silence is none.
    if (row.playerId && (await isBannedFrom(db, deps, row.playerId, 'payouts'))) return 0;
    return uncontested(await ruleViewOf(db, row, order), row.statusBefore);
  },
  decide,
  goesOn: goOnAfterBank,
  takenBack: async () => {},
  standingsOf,
  // Their order names it.
  paidToAccount: null,
  moveBack: moveBookingBack,
} satisfies Partial<Fulfilment>;

/** A player for seven games. */
export const hireFulfilment: Fulfilment = {
  ...booked,
  takesCredit: true,
  reserve: async (tx, deps, order, { playerId, role }) => {
    if (!playerId && !role) return;
    if (!playerId) throw new Refusal('invalid', 'Choose a player for this role, or leave both out.', 'playerId');
    if (!role) throw new Refusal('invalid', 'Choose the role that the player plays.', 'role');
    await reserveHire(tx, deps, order, { playerId, role });
  },
  paidTo: (userId) => ordersPaidTo(userId, 'hire'),
};

/** Half an hour with a coach, who is called as they were when it was booked. */
export const coachingFulfilment: Fulfilment = {
  ...booked,
  standingsOf: async (db, orderIds) => {
    const found = await standingsOf(db, orderIds);
    return new Map([...found].map(([id, one]) => [id, { ...one, sellerName: coachName(one.coachId) }]));
  },
  takesCredit: false,
  reserve: async (tx, deps, order, { coachId, startsAt }) => {
    if (!coachId && !startsAt) return;
    if (!coachId) throw new Refusal('invalid', 'Choose a coach for this time, or leave both out.', 'coachId');
    if (!startsAt) throw new Refusal('invalid', 'Choose a time with this coach.', 'startsAt');
    await reserveUnpaid(tx, deps, order, { coachId, startsAt });
  },
  paidTo: (userId) => ordersPaidTo(userId, 'coaching'),
};

async function freeze(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const now = deps.now();
  const row = await bookingOfOrder(tx, order.id);
  if (!row || !mayDispute(await ruleViewOf(tx, row, order), now)) return false;
  if (((await totalsOf(tx, order.id)).held ?? 0) === 0) return false;
  return claimBooking(tx, row.id, row.status, { status: 'disputed', statusBefore: row.status, updatedAt: now });
}

async function decide(
  tx: Db,
  deps: Deps,
  order: Order,
  { disputeId, sellerCents }: { disputeId: string; sellerCents: number },
): Promise<number> {
  const row = (await bookingOfOrder(tx, order.id))!;
  await claimBooking(tx, row.id, 'disputed', { status: 'decided', updatedAt: deps.now() });
  if (sellerCents === 0) return 0;
  if (!(await mayBePaid(tx, order, row))) {
    throw new Refusal('conflict', 'The player has left. Refund the whole amount instead.');
  }
  return releaseHeld(tx, deps, order, {
    cause: `dispute:${disputeId}:release`,
    cents: sellerCents,
    memo: 'Released by decision',
    payeeId: row.playerId,
  });
}
