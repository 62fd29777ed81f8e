import type { Db } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { type Deps, notifyPublicPagesChanged } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { grantFounders } from './entitlements.commands.ts';
import { findCurrentSubscription, findEntitlement, releaseSeat, reserveSeat } from './entitlements.queries.ts';
import { isPaidPlanRestored, isRunning } from './entitlements.rules.ts';
import { revokeFoundersAfterChargeback } from './founders-revocation.commands.ts';
import { getTotals } from './ledger.queries.ts';
import { hasFailedRefund } from './money-actions.queries.ts';
import type { Fulfillment } from './orders/fulfillment.commands.ts';
import { earnHeldMoney, settleIfDone } from './orders/orders.commands.ts';
import type { Order } from './orders/orders.queries.ts';
import { ORDER_DEADLINES } from './orders/orders.rules.ts';
import * as messages from './payments.messages.ts';

/** Defaults for plans and Founders seats, which have no seller. */
const sellerlessDefaults = {
  acceptsCredit: false,
  settle: settleIfDone,
  findSeller: async () => null,
  listPayees: async () => [],
  mayDispute: async () => false,
  freeze: async () => false,
  uncontested: async () => 0,
  decide: async () => 0,
  resumeAfterChargeback: async () => true,
  // Does nothing, because a plan already ends when its dispute arrives.
  onChargeback: async () => {},
  listProgress: async () => new Map(),
  paidTo: null,
  selectOrdersPayingAccount: null,
  // Does nothing, because users who return keep their seat and its credit, and a plan has already ended.
  onBuyerLeaving: async () => {},
  onBuyerBanned: async () => {},
  mayWithdraw: async () => false,
  shiftDates: async () => {},
} satisfies Partial<Fulfillment>;

const refuseWithdrawal = (sentence: Message) => async () => {
  throw new Refusal('conflict', sentence);
};

/** Fulfillment of Founders Premium, which has 100 seats. */
export const foundersFulfillment: Fulfillment = {
  ...sellerlessDefaults,
  isMonthly: false,
  hasGuarantee: true,
  withdraw: refuseWithdrawal(messages.foundersWithdrawal),
  refuseIfOwned: refuseIfFounder,
  reserve: reserveFoundersSeat,
  releaseReservation: releaseSeat,
  start: grantFounders,
  onChargeback: revokeFoundersAfterChargeback,
  passDeadline: endGuarantee,
};

/** Fulfillment of plans that renew automatically. */
export const subscriptionFulfillment: Fulfillment = {
  ...sellerlessDefaults,
  isMonthly: true,
  hasGuarantee: false,
  withdraw: refuseWithdrawal(messages.planWithdrawal),
  refuseIfOwned: refuseIfSubscribed,
  reserve: async () => {},
  releaseReservation: async () => {},
  start: async (tx, deps, order) => void (await settleIfDone(tx, deps, order.id)),
  passDeadline: async () => false,
};

async function refuseIfFounder(tx: Db, deps: Deps, buyerId: string): Promise<void> {
  const entitlement = await findEntitlement(tx, buyerId);
  if (entitlement?.foundersExpiresAt && entitlement.foundersExpiresAt > deps.now()) {
    throw new Refusal(
      'conflict',
      lazyText(messages.alreadyFounder, { day: formatUtcDay(readerTranslator, entitlement.foundersExpiresAt) }),
    );
  }
}

async function refuseIfSubscribed(tx: Db, deps: Deps, buyerId: string): Promise<void> {
  const subscription = await findCurrentSubscription(tx, buyerId);
  if (isPaidPlanRestored(subscription, deps.now())) {
    throw new Refusal(
      'conflict',
      lazyText(messages.planPaidUntil, { day: formatUtcDay(readerTranslator, subscription!.keptUntil!) }),
    );
  }
  if (isRunning(subscription)) {
    throw new Refusal('conflict', messages.alreadySubscribed);
  }
}

/**
 * Reserves a Founders seat.
 * @returns a callback that refreshes the public pages, which show how many are left
 * @throws Refusal conflict when all are taken
 */
async function reserveFoundersSeat(tx: Db, deps: Deps, order: Order) {
  if ((await reserveSeat(tx, order.id, order.buyerId!)) === undefined) {
    throw new Refusal('conflict', lazyText(messages.foundersSoldOut, { minutes: ORDER_DEADLINES.payment / MINUTE_MS }));
  }
  return () => notifyPublicPagesChanged(deps, { shown: ['seats'] });
}

/** Books the price as revenue once the 7-day guarantee is over. */
async function endGuarantee(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  if (((await getTotals(tx, order.id)).held ?? 0) === 0) return false;
  if (await hasFailedRefund(tx, order.id)) return false;
  if (!order.paidAt || addMs(order.paidAt, ORDER_DEADLINES.guarantee) > deps.now()) return false;
  await earnHeldMoney(tx, deps, order, {
    cause: `earned:${order.id}`,
    cents: order.amountCents,
    memo: messages.memoGuaranteeOver,
  });
  await settleIfDone(tx, deps, order.id);
  return true;
}
