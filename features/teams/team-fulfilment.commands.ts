import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import type { Fulfilment } from '../deals/orders/fulfilment.commands.ts';
import type { Order } from '../deals/orders/orders.queries.ts';
import { passTeamDeadline, payPlayers, settleTeam, startTeam } from './team-life.commands.ts';
import { buyerLeavesTeam, mayWithdrawTeam, withdrawTeam } from './team-partings.commands.ts';
import { claimTeam, moveTeamBack, ordersPaidTo, standingsOf, teamOfOrder } from './teams.queries.ts';

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
  settle: settleTeam,
  sellerOf: async () => null,
  mayDispute: async (db, _deps, order) => (await teamOfOrder(db, order.id))?.status === 'delivered',
  freeze: async (tx, _deps, order) => {
    const row = await teamOfOrder(tx, order.id);
    return row?.status === 'delivered' ? claimTeam(tx, row.id, 'delivered', { status: 'disputed' }) : false;
  },
  uncontested: async () => 0,
  decide,
  standingsOf,
  paidTo: ordersPaidTo,
  moveBack: moveTeamBack,
};

async function decide(tx: Db, deps: Deps, order: Order, { sellerCents }: { sellerCents: number }): Promise<void> {
  const row = (await teamOfOrder(tx, order.id))!;
  await claimTeam(tx, row.id, 'disputed', { status: 'decided' });
  if (sellerCents > 0) await payPlayers(tx, deps, { order, row }, sellerCents);
}
