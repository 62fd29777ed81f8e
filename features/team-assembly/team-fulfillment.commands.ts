import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { findDispute, findOpenDispute } from '../payments/disputes.queries.ts';
import type { Fulfillment } from '../payments/orders/fulfillment.commands.ts';
import type { Order } from '../payments/orders/orders.queries.ts';
import {
  canWithdrawTeam,
  onBuyerBannedInTeams,
  onBuyerDeletionInTeams,
  withdrawTeam,
} from './team-account-handlers.commands.ts';
import * as messages from './team-assembly.messages.ts';
import {
  claimTeam,
  findTeamOfOrder,
  findUnpaidTeam,
  listTeamProgress,
  postponeInvites,
  type SeatRow,
  selectTeamOrdersPaidTo,
  selectTeamOrdersPaidToAccount,
  shiftTeamDates,
} from './team-assembly.queries.ts';
import {
  beginTeam,
  handleTeamDeadline,
  listBannedSeats,
  listTakenSeats,
  notifyAboutTeam,
  payPlayers,
  settleTeam,
  startTeam,
} from './team-lifecycle.commands.ts';

/** Fulfillment of a team order. Several players are paid, so there's no single seller. */
export const assemblyFulfillment: Fulfillment = {
  isMonthly: false,
  acceptsCredit: false,
  hasGuarantee: false,
  refuseIfOwned: null,
  reserve: async () => {},
  releaseReservation: async () => {},
  start: startTeam,
  passDeadline: handleTeamDeadline,
  mayWithdraw: canWithdrawTeam,
  withdraw: withdrawTeam,
  onBuyerLeaving: onBuyerDeletionInTeams,
  onBuyerBanned: onBuyerBannedInTeams,
  settle: settleTeam,
  findSeller: async () => null,
  listPayees: async (db, orderId) => (await listSeatsOfOrder(db, orderId)).map((seat) => seat.playerId),
  mayDispute: async (db, _deps, order) => (await findTeamOfOrder(db, order.id))?.status === 'delivered',
  freeze: async (tx, _deps, order) => {
    const row = await findTeamOfOrder(tx, order.id);
    return row?.status === 'delivered' ? claimTeam(tx, row.id, 'delivered', { status: 'disputed' }) : false;
  },
  uncontested: sumUncontestedCents,
  decide,
  resumeAfterChargeback: resumeTeamAfterChargeback,
  onChargeback: async () => {},
  listProgress: listTeamProgress,
  paidTo: selectTeamOrdersPaidTo,
  selectOrdersPayingAccount: selectTeamOrdersPaidToAccount,
  shiftDates: shiftTeamDates,
};

/** Returns the taken seats of an order's team. */
async function listSeatsOfOrder(db: Db, orderId: string): Promise<SeatRow[]> {
  const row = await findTeamOfOrder(db, orderId);
  return row ? listTakenSeats(db, row.id) : [];
}

/**
 * Resumes a team after the bank decided in our favor. The team and the invited players get back the time they had left.
 */
async function resumeTeamAfterChargeback(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const row = await findTeamOfOrder(tx, order.id);
  if (!row) {
    const unpaidTeam = order.buyerId ? await findUnpaidTeam(tx, order.buyerId) : undefined;
    if (unpaidTeam && order.waitsFor === 'buyer') await beginTeam(tx, deps, order, unpaidTeam);
  } else if (row.deadline && order.deadlineAt && (row.status === 'assembling' || row.status === 'filled')) {
    const waitedMs = order.deadlineAt.getTime() - row.deadline.getTime();
    await claimTeam(tx, row.id, row.status, { deadline: order.deadlineAt });
    await postponeInvites(tx, row.id, waitedMs);
  }
  return true;
}

/**
 * Returns the uncontested amount in cents: 0 if a person opened a dispute or the team was never handed over, otherwise
 * everything except the shares of banned players.
 */
async function sumUncontestedCents(db: Db, deps: Deps, order: Order): Promise<number> {
  if ((await findOpenDispute(db, order.id))?.openedBy) return 0;
  const row = (await findTeamOfOrder(db, order.id))!;
  // A team that was never handed over hasn't earned anything.
  if (!row.deliveredAt) return 0;
  const bannedSeats = await listBannedSeats(db, deps, row.id);
  return order.amountCents - bannedSeats.reduce((sum, seat) => sum + seat.feeCents, 0);
}

async function decide(
  tx: Db,
  deps: Deps,
  order: Order,
  { disputeId, sellerCents }: { disputeId: string; sellerCents: number },
): Promise<number> {
  const row = (await findTeamOfOrder(tx, order.id))!;
  await claimTeam(tx, row.id, 'disputed', { status: 'decided' });
  if (sellerCents === 0) return 0;
  const includesBanned = Boolean((await findDispute(tx, disputeId))?.decidedBy);
  const paidCents = await payPlayers(tx, deps, { order, row, bannedToo: includesBanned }, sellerCents);
  if (includesBanned) return paidCents;
  for (const { playerId } of await listBannedSeats(tx, deps, row.id)) {
    await notifyAboutTeam(tx, deps, playerId, {
      cause: `${row.id}:unpaid`,
      write: (t) => ({ title: t(messages.unpaidSpotTitle), lines: [t(messages.unpaidSpotText)] }),
      path: paths.invitations,
    });
  }
  return paidCents;
}
