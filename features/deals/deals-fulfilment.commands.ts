import type { Db } from '../../db/database.ts';
import { type Deps, notifyPublicPagesChanged } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { grantFounders } from './entitlements.commands.ts';
import { entitlementOf, freeSeat, reserveSeat, subscriptionOf } from './entitlements.queries.ts';
import { isKept, isRunning } from './entitlements.rules.ts';
import { totalsOf } from './ledger.queries.ts';
import { loseFounders } from './lost-founders.commands.ts';
import { hasFailedRefund } from './money-actions.queries.ts';
import type { Fulfilment } from './orders/fulfilment.commands.ts';
import { earnHeld, settleIfDone } from './orders/orders.commands.ts';
import type { Order } from './orders/orders.queries.ts';
import { ORDER_DEADLINES } from './orders/orders.rules.ts';

/** Nobody works for a plan or a seat: there is no other side, and nothing but the payment itself. */
const alone = {
  takesCredit: false,
  settle: settleIfDone,
  sellerOf: async () => null,
  payeesOf: async () => [],
  mayDispute: async () => false,
  freeze: async () => false,
  uncontested: async () => 0,
  decide: async () => 0,
  goesOn: async () => true,
  // A plan was ended when its dispute was heard of.
  takenBack: async () => {},
  standingsOf: async () => new Map(),
  paidTo: null,
  paidToAccount: null,
  // A seat and its credit wait for who comes back; a plan was ended before.
  buyerLeaves: async () => {},
  buyerBanned: async () => {},
  mayWithdraw: async () => false,
  moveBack: async () => {},
} satisfies Partial<Fulfilment>;

const noWithdrawal = (sentence: string) => async () => {
  throw new Refusal('conflict', sentence);
};

/** One of the hundred seats of Founders Premium. */
export const foundersFulfilment: Fulfilment = {
  ...alone,
  monthly: false,
  guaranteed: true,
  withdraw: noWithdrawal('Founders Premium goes back with its 7-day guarantee. Please use that on the order page.'),
  refuseSecond: refuseFounders,
  reserve: takeSeat,
  lapse: freeSeat,
  start: grantFounders,
  takenBack: loseFounders,
  passDeadline: endGuarantee,
};

/** A plan that renews by itself. */
export const subscriptionFulfilment: Fulfilment = {
  ...alone,
  monthly: true,
  guaranteed: false,
  withdraw: noWithdrawal('A plan is ended on your account page, or goes back with its 7-day guarantee.'),
  refuseSecond: refuseSubscribed,
  reserve: async () => {},
  lapse: async () => {},
  start: async (tx, deps, order) => void (await settleIfDone(tx, deps, order.id)),
  passDeadline: async () => false,
};

async function refuseFounders(tx: Db, deps: Deps, buyerId: string): Promise<void> {
  const held = await entitlementOf(tx, buyerId);
  if (held?.foundersExpiresAt && held.foundersExpiresAt > deps.now()) {
    throw new Refusal('conflict', `You are a Founder until ${formatUtcDay(held.foundersExpiresAt)}.`);
  }
}

async function refuseSubscribed(tx: Db, deps: Deps, buyerId: string): Promise<void> {
  const held = await subscriptionOf(tx, buyerId);
  if (isKept(held, deps.now())) {
    throw new Refusal(
      'conflict',
      `Your plan is paid until ${formatUtcDay(held!.keptUntil!)}. You can buy one again from then on.`,
    );
  }
  if (isRunning(held)) {
    throw new Refusal('conflict', 'You have a plan already. Change it with Manage Subscription on your account page.');
  }
}

/** How many seats are left stands on public pages. */
async function takeSeat(tx: Db, deps: Deps, order: Order) {
  if ((await reserveSeat(tx, order.id, order.buyerId!)) === undefined) {
    throw new Refusal(
      'conflict',
      `All founders seats are taken or being paid for right now. Please try again in ${ORDER_DEADLINES.payment / MINUTE_MS} minutes.`,
    );
  }
  return () => notifyPublicPagesChanged(deps, { shown: ['seats'] });
}

/** After seven days the price is ours. */
async function endGuarantee(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  if (((await totalsOf(tx, order.id)).held ?? 0) === 0) return false;
  if (await hasFailedRefund(tx, order.id)) return false;
  if (!order.paidAt || addMs(order.paidAt, ORDER_DEADLINES.guarantee) > deps.now()) return false;
  await earnHeld(tx, deps, order, {
    cause: `earned:${order.id}`,
    cents: order.amountCents,
    memo: 'The 7-day guarantee is over',
  });
  await settleIfDone(tx, deps, order.id);
  return true;
}
