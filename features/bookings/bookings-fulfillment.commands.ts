import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { getTotals } from '../payments/ledger.queries.ts';
import type { Fulfillment } from '../payments/orders/fulfillment.commands.ts';
import { releaseHeld } from '../payments/orders/orders.commands.ts';
import type { Order } from '../payments/orders/orders.queries.ts';
import { resumeBookingAfterChargeback } from './after-chargeback.commands.ts';
import { resumeAtChoiceDeadline } from './banned-sellers.commands.ts';
import { canBePaid, handleBookingDeadline, settleBooking } from './booking-lifecycle.commands.ts';
import * as messages from './bookings.messages.ts';
import {
  claimBooking,
  deleteReservation,
  findBookingOfOrder,
  listBookingProgress,
  selectOrdersPaidTo,
  shiftBookingDates,
  toRuleBooking,
} from './bookings.queries.ts';
import { canDispute, getUncontestedCents } from './bookings.rules.ts';
import { getCoachName } from './coaching/coach-names.rules.ts';
import { reserveUnpaid } from './coaching/coaching.commands.ts';
import { reserveHire } from './hires.commands.ts';
import {
  canWithdrawBooking,
  onBuyerBannedInBookings,
  onBuyerDeletionInBookings,
  startUnlessSellerGone,
  withdrawBooking,
} from './withdrawals.commands.ts';

/** The part that hires and sessions share: one seller, and the same steps until all money has arrived. */
const sharedFulfillment = {
  isMonthly: false,
  hasGuarantee: false,
  refuseIfOwned: null,
  releaseReservation: deleteReservation,
  start: startUnlessSellerGone,
  passDeadline: async (tx, deps, order) =>
    (await resumeAtChoiceDeadline(tx, deps, order)) || handleBookingDeadline(tx, deps, order),
  mayWithdraw: canWithdrawBooking,
  withdraw: withdrawBooking,
  onBuyerLeaving: onBuyerDeletionInBookings,
  onBuyerBanned: onBuyerBannedInBookings,
  settle: settleBooking,
  findSeller: async (db, orderId) => (await findBookingOfOrder(db, orderId))?.playerId ?? null,
  listPayees: async (db, orderId) =>
    [(await findBookingOfOrder(db, orderId))?.playerId].filter((id) => typeof id === 'string'),
  mayDispute: async (db, deps, order) => {
    const row = await findBookingOfOrder(db, order.id);
    return row ? canDispute(await toRuleBooking(db, row, order), deps.now()) : false;
  },
  freeze,
  uncontested: async (db, deps, order) => {
    const row = await findBookingOfOrder(db, order.id);
    if (!row?.statusBefore || !(await canBePaid(db, order, row))) return 0;
    // A banned user is never paid without an admin's decision, and a missed deadline isn't a decision.
    if (row.playerId && (await isBannedFrom(db, deps, row.playerId, 'payouts'))) return 0;
    return getUncontestedCents(await toRuleBooking(db, row, order), row.statusBefore);
  },
  decide,
  resumeAfterChargeback: resumeBookingAfterChargeback,
  onChargeback: async () => {},
  listProgress: listBookingProgress,
  // The order already records who is paid.
  selectOrdersPayingAccount: null,
  shiftDates: shiftBookingDates,
} satisfies Partial<Fulfillment>;

/** Fulfillment of a seven-game hire. */
export const hireFulfillment: Fulfillment = {
  ...sharedFulfillment,
  acceptsCredit: true,
  reserve: async (tx, deps, order, { playerId, role }) => {
    if (!playerId && !role) return;
    if (!playerId) throw new Refusal('invalid', messages.hirePlayerMissing, 'playerId');
    if (!role) throw new Refusal('invalid', messages.hireRoleMissing, 'role');
    await reserveHire(tx, deps, order, { playerId, role });
  },
  paidTo: (userId) => selectOrdersPaidTo(userId, 'hire'),
};

/** Fulfillment of a half-hour coaching session. Shows the coach's name as it was when booked. */
export const coachingFulfillment: Fulfillment = {
  ...sharedFulfillment,
  listProgress: async (db, orderIds) => {
    const progressRows = await listBookingProgress(db, orderIds);
    return new Map([...progressRows].map(([id, one]) => [id, { ...one, sellerName: getCoachName(one.coachId) }]));
  },
  acceptsCredit: false,
  reserve: async (tx, deps, order, { coachId, startsAt }) => {
    if (!coachId && !startsAt) return;
    if (!coachId) throw new Refusal('invalid', messages.sessionCoachMissing, 'coachId');
    if (!startsAt) throw new Refusal('invalid', messages.sessionTimeMissing, 'startsAt');
    await reserveUnpaid(tx, deps, order, { coachId, startsAt });
  },
  paidTo: (userId) => selectOrdersPaidTo(userId, 'coaching'),
};

async function freeze(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const now = deps.now();
  const row = await findBookingOfOrder(tx, order.id);
  if (!row || !canDispute(await toRuleBooking(tx, row, order), now)) return false;
  if (((await getTotals(tx, order.id)).held ?? 0) === 0) return false;
  return claimBooking(tx, row.id, row.status, { status: 'disputed', statusBefore: row.status, updatedAt: now });
}

async function decide(
  tx: Db,
  deps: Deps,
  order: Order,
  { disputeId, sellerCents }: { disputeId: string; sellerCents: number },
): Promise<number> {
  const row = (await findBookingOfOrder(tx, order.id))!;
  await claimBooking(tx, row.id, 'disputed', { status: 'decided', updatedAt: deps.now() });
  if (sellerCents === 0) return 0;
  if (!(await canBePaid(tx, order, row))) {
    throw new Refusal('conflict', messages.refundLeftPlayer);
  }
  return releaseHeld(tx, deps, order, {
    cause: `dispute:${disputeId}:release`,
    cents: sellerCents,
    memo: messages.decisionReleasedMemo,
    payeeId: row.playerId,
  });
}
