import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { findDispute, openDisputeOf } from '../deals/disputes.queries.ts';
import type { Fulfilment } from '../deals/orders/fulfilment.commands.ts';
import type { Order } from '../deals/orders/orders.queries.ts';
import {
  bannedSeats,
  beginTeam,
  notifyAboutTeam,
  passTeamDeadline,
  payPlayers,
  settleTeam,
  startTeam,
  takenSeatsOf,
} from './team-life.commands.ts';
import { buyerBannedTeam, buyerLeavesTeam, mayWithdrawTeam, withdrawTeam } from './team-partings.commands.ts';
import {
  askLater,
  claimTeam,
  moveTeamBack,
  ordersPaidTo,
  ordersPaidToAccount,
  type SeatRow,
  standingsOf,
  teamOfOrder,
  unpaidTeam,
} from './teams.queries.ts';

/** A squad that the concierge puts together. Its players are several, so none of them is the other side. */
export const assemblyFulfilment: Fulfilment = {
  monthly: false,
  takesCredit: false,
  guaranteed: false,
  refuseSecond: null,
  reserve: async () => {},
  lapse: async () => {},
  start: startTeam,
  passDeadline: passTeamDeadline,
  mayWithdraw: mayWithdrawTeam,
  withdraw: withdrawTeam,
  buyerLeaves: buyerLeavesTeam,
  buyerBanned: buyerBannedTeam,
  settle: settleTeam,
  sellerOf: async () => null,
  payeesOf: async (db, orderId) => (await seatsOfOrder(db, orderId)).map((seat) => seat.playerId),
  mayDispute: async (db, _deps, order) => (await teamOfOrder(db, order.id))?.status === 'delivered',
  freeze: async (tx, _deps, order) => {
    const row = await teamOfOrder(tx, order.id);
    return row?.status === 'delivered' ? claimTeam(tx, row.id, 'delivered', { status: 'disputed' }) : false;
  },
  uncontested,
  decide,
  goesOn: goOnAfterBank,
  takenBack: async () => {},
  standingsOf,
  paidTo: ordersPaidTo,
  paidToAccount: ordersPaidToAccount,
  moveBack: moveTeamBack,
};

/** The seats that were taken in the squad of an order. */
async function seatsOfOrder(db: Db, orderId: string): Promise<SeatRow[]> {
  const row = await teamOfOrder(db, orderId);
  return row ? takenSeatsOf(db, row.id) : [];
}

/** The bank has decided for us: the squad has as much time to be filled as it had, and whoever was asked to answer. */
async function goOnAfterBank(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const row = await teamOfOrder(tx, order.id);
  if (!row) {
    const written = order.buyerId ? await unpaidTeam(tx, order.buyerId) : undefined;
    if (written && order.waitsFor === 'buyer') await beginTeam(tx, deps, order, written);
  } else if (row.deadline && order.deadlineAt && (row.status === 'assembling' || row.status === 'filled')) {
    const waited = order.deadlineAt.getTime() - row.deadline.getTime();
    await claimTeam(tx, row.id, row.status, { deadline: order.deadlineAt });
    await askLater(tx, row.id, waited);
  }
  return true;
}

/**
 * Where nobody disputes the squad and only a banned player keeps it from being paid, everything but that player's part.
 */
async function uncontested(db: Db, deps: Deps, order: Order): Promise<number> {
  if ((await openDisputeOf(db, order.id))?.openedBy) return 0;
  const row = (await teamOfOrder(db, order.id))!;
  // A squad that was never handed over has earned nothing.
  if (!row.deliveredAt) return 0;
  const banned = await bannedSeats(db, deps, row.id);
  return order.amountCents - banned.reduce((sum, seat) => sum + seat.feeCents, 0);
}

async function decide(
  tx: Db,
  deps: Deps,
  order: Order,
  { disputeId, sellerCents }: { disputeId: string; sellerCents: number },
): Promise<number> {
  const row = (await teamOfOrder(tx, order.id))!;
  await claimTeam(tx, row.id, 'disputed', { status: 'decided' });
  if (sellerCents === 0) return 0;
  const bannedToo = Boolean((await findDispute(tx, disputeId))?.decidedBy);
  const paid = await payPlayers(tx, deps, { order, row, bannedToo }, sellerCents);
  if (bannedToo) return paid;
  for (const { playerId } of await bannedSeats(tx, deps, row.id)) {
    await notifyAboutTeam(tx, deps, playerId, {
      cause: `${row.id}:unpaid`,
      title: 'You are not paid for a squad',
      lines: ['You are banned, and no admin decided in time that you are paid all the same. Your part went back.'],
      path: paths.invitations,
    });
  }
  return paid;
}
