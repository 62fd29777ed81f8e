import type { SQL, SQLWrapper } from 'drizzle-orm';
import { founders } from '../../content/prices.ts';
import type { Db } from '../../db/database.ts';
import { readStoredText } from '../../messages/every-language.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { type Deps, type Person, resolvePort } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs, toIsoOrNull } from '../../time/instants.ts';
import { isAdmin } from '../moderation/admins.queries.ts';
import { getCurrentPlan } from './current-plan.commands.ts';
import { type Party, requireParty } from './disputes.commands.ts';
import { type Dispute, findDispute, findDisputeOfOrder, listDisputeMessages } from './disputes.queries.ts';
import {
  countFoundersSold,
  countSeatsBeingPaid,
  countSeatsLeft,
  countSpendableCredits,
  findCurrentSubscription,
  findEntitlement,
} from './entitlements.queries.ts';
import { isPaidPlanRestored } from './entitlements.rules.ts';
import { isGuaranteeUsed } from './guarantees.queries.ts';
import { getBalance, getRefundableCents, getTotalsOfMany, listLedgerLines } from './ledger.queries.ts';
import type { Entries } from './ledger.rules.ts';
import { isOrderAmong, listNames, listOrdersOfPerson } from './money.queries.ts';
import type { DisputeCard, DisputeView, Entitlements, OrderCard, OrderView, Report } from './money.schema.ts';
import { listActions, type MoneyAction } from './money-actions.queries.ts';
import { listOpenDisputes, listOrders, type OrderFilter } from './order-admin.queries.ts';
import { fulfillments, getFulfillment } from './orders/fulfillment.commands.ts';
import { findOrder, listOrderEvents, type Order } from './orders/orders.queries.ts';
import { getOffer, ORDER_DEADLINES } from './orders/orders.rules.ts';
import type { OrderKind, OrderProgress } from './orders/orders.schema.ts';
import { isOwnCase } from './own-cases.commands.ts';
import * as messages from './payments.messages.ts';
import { listPlanInvoices } from './plan-invoices.queries.ts';
import { listOpenMovements } from './provider-movements.queries.ts';
import { listLatestReports } from './reconcile.queries.ts';
import {
  computeUnsendableCents,
  findRetryObstacle,
  getRefundedCents,
  listFailedRefunds,
  listOrdersWithFailedRefund,
} from './refund-retries.commands.ts';

const PAGE_SIZE = 30;

/** Returns the cents charged for a plan's months, because the order's own price is outdated after a plan change. */
const getChargedCents = (totals: Entries | undefined) => (totals?.buyer === undefined ? undefined : 0 - totals.buyer);

/** Converts orders to the cards that their participants see. Keeps their sequence. */
async function toOrderCards(deps: Deps, orders: Order[], sideOf: (order: Order) => Party): Promise<OrderCard[]> {
  const progressByOrder = await listOrderProgress(deps, orders);
  const people = orders.flatMap((order) => [order.buyerId, progressByOrder.get(order.id)?.sellerId]);
  const names = await listNames(deps.db, [...new Set(people.filter((id) => typeof id === 'string'))]);
  const monthly = orders.filter((order) => getFulfillment(deps, order).isMonthly).map(({ id }) => id);
  const totals = await getTotalsOfMany(deps.db, monthly);
  const failedIds = await listOrdersWithFailedRefund(deps.db, orders);
  return orders.map((order) => {
    const progress = progressByOrder.get(order.id);
    const side = sideOf(order);
    return {
      id: order.id,
      side,
      kind: order.kind,
      priceId: order.priceId,
      name: getOffer(order.priceId)?.name ?? order.priceId,
      amountCents: getChargedCents(totals.get(order.id)) ?? order.amountCents,
      creditCents: order.creditCents,
      state: order.state,
      stage: progress?.stage ?? null,
      waitsFor: order.waitsFor,
      deadlineAt: toIsoOrNull(order.deadlineAt),
      frozen: order.frozenAt !== null,
      refundFailed: failedIds.has(order.id),
      settledAt: toIsoOrNull(order.settledAt),
      createdAt: order.createdAt.toISOString(),
      bookingId: progress?.bookingId ?? null,
      teamBuildId: progress?.teamBuildId ?? null,
      people: toOrderPeople(
        { buyerId: order.buyerId, sellerId: progress?.sellerId ?? null, sellerName: progress?.sellerName },
        names,
        side,
      ),
    };
  });
}

async function listOrderProgress(deps: Deps, orders: Order[]): Promise<Map<string, OrderProgress>> {
  const progressByOrder = new Map<string, OrderProgress>();
  const kinds = Map.groupBy(orders, (order): OrderKind => order.kind);
  for (const [kind, ordersOfKind] of kinds) {
    const ids = ordersOfKind.map((order) => order.id);
    for (const [id, progress] of await getFulfillment(deps, { kind }).listProgress(deps.db, ids))
      progressByOrder.set(id, progress);
  }
  return progressByOrder;
}

function toOrderPeople(
  {
    buyerId,
    sellerId,
    sellerName,
  }: { buyerId: string | null; sellerId: string | null; sellerName: string | undefined },
  names: Map<string, string>,
  side: Party,
): string[] {
  const fallbackName = buyerId ? messages.buyerWithoutProfile : messages.formerBuyer;
  const buyer = (buyerId && names.get(buyerId)) || readerTranslator(fallbackName);
  const seller = sellerName ?? (sellerId ? names.get(sellerId) : undefined);
  const player = seller === undefined ? [] : [seller];
  if (side === 'buyer') return player;
  return side === 'seller' ? [buyer] : [buyer, ...player];
}

export async function countFoundersLeft(deps: Deps): Promise<{ seatsLeft: number; priorityLeft: number }> {
  const seatsLeft = await countSeatsLeft(deps.reads);
  // A payment in progress takes a priority spot as well as a seat.
  const soldCount = (await countFoundersSold(deps.reads)) + (await countSeatsBeingPaid(deps.reads));
  return { seatsLeft, priorityLeft: Math.max(0, founders.priorityMatchingSeats - soldCount) };
}

/** Returns subqueries for the ids of the orders that pay this user, now or later. */
export const selectOrdersPaying = (deps: Deps, userId: SQLWrapper | string): SQL[] =>
  Object.values(resolvePort(deps, fulfillments)).flatMap((fulfillment) => fulfillment.paidTo?.(userId) ?? []);

/** Lists everything a user bought or is paid for, newest first. */
export async function readOrders(deps: Deps, actor: Person, before: string | undefined) {
  const { userId } = actor;
  const paidTo = selectOrdersPaying(deps, userId);
  const rows = await listOrdersOfPerson(deps.db, { userId, paidTo }, { before, limit: PAGE_SIZE + 1 });
  const getSide = (order: Order) => (order.buyerId === userId ? ('buyer' as const) : ('seller' as const));
  const orders = await toOrderCards(deps, rows.slice(0, PAGE_SIZE), getSide);
  return { orders, next: rows.length > PAGE_SIZE ? orders.at(-1)!.id : null };
}

/**
 * Returns one order with its ledger lines, for its participants and admins.
 * @throws Refusal not_found for everyone else
 */
export async function readOrder(deps: Deps, actor: Person, id: string): Promise<OrderView> {
  const { db } = deps;
  const order = await findOrder(db, id);
  if (!order) throw new Refusal('not_found', messages.orderUnknown);
  const isOrderSeated = await isSeated(deps, order, actor);
  const side = isOrderSeated
    ? 'seller'
    : await requireParty(db, deps, order, { ...actor, isAdmin: await isAdmin(db, actor.userId) });
  const [card] = await toOrderCards(deps, [order], () => side);
  const money = await readOrderMoney(deps, order, side);
  return {
    ...card!,
    ...money,
    termsVersion: order.termsVersion,
    refundsVersion: order.refundsVersion,
    history: (await listOrderEvents(db, id, readerTranslator.locale)).map(({ line, at }) => ({
      line,
      at: at.toISOString(),
    })),
    ...(await findOrderActions(deps, order, { actor, side, seated: isOrderSeated, held: money.balance.held })),
  };
}

type MoneyFacts =
  | 'balance'
  | 'ledger'
  | 'feePoints'
  | 'feeCents'
  | 'refundableCents'
  | 'invoices'
  | 'underWay'
  | 'moved'
  | 'guaranteeUntil';

/** Returns where an order's money is. */
async function readOrderMoney(deps: Deps, order: Order, side: Party): Promise<Pick<OrderView, MoneyFacts>> {
  const { db } = deps;
  const balance = { ...(await getBalance(db, order.id)), refunded: await getRefundedCents(db, order) };
  const refundableCents = Math.max(0, balance.charged - balance.refunded);
  const ledger = await listLedgerLines(db, order.id, readerTranslator.locale);
  const movements = side === 'admin' ? await listOpenMovements(db, order.id) : [];
  return {
    balance,
    ledger,
    feePoints: getFulfillment(deps, order).paidTo ? order.feePoints : null,
    feeCents: sumFees(ledger),
    refundableCents,
    invoices: await listInvoices(deps, order),
    underWay: await listMoneyUnderWay(deps, order, side),
    moved: movements.map(({ kind, amountCents }) => ({ kind, cents: amountCents })),
    guaranteeUntil: side === 'buyer' && refundableCents > 0 ? await getGuaranteeEnd(deps, order) : null,
  };
}

type OrderActions = 'payUrl' | 'disputeId' | 'mayDecide' | 'mayWithdraw' | 'mayDispute';

/** Returns what the viewer can do with an order now. */
async function findOrderActions(
  deps: Deps,
  order: Order,
  { actor, side, seated, held }: { actor: Person; side: Party; seated: boolean; held: number },
): Promise<Pick<OrderView, OrderActions>> {
  const { db } = deps;
  const fulfillment = getFulfillment(deps, order);
  const dispute = await findDisputeOfOrder(db, order.id);
  const isWithdrawable = side === 'buyer' && order.state === 'paid' && !order.settledAt && !order.frozenAt;
  const isParty = side !== 'admin' && !seated;
  return {
    payUrl: side === 'buyer' && order.state === 'awaiting_payment' ? order.sessionUrl : null,
    disputeId: dispute?.id ?? null,
    mayDecide: side === 'admin' && !(await isOwnCase(db, deps, order, actor)),
    mayWithdraw: isWithdrawable && (await fulfillment.mayWithdraw(db, deps, order)),
    mayDispute: isParty && !dispute && held > 0 && (await fulfillment.mayDispute(db, deps, order)),
  };
}

/** Returns when an order's money-back guarantee ends, or null when the buyer can't use it now. */
async function getGuaranteeEnd(deps: Deps, order: Order): Promise<string | null> {
  const { buyerId, paidAt, settledAt, frozenAt } = order;
  if (!getFulfillment(deps, order).hasGuarantee || !buyerId || !paidAt || settledAt || frozenAt) return null;
  const guaranteeEnd = addMs(paidAt, ORDER_DEADLINES.guarantee);
  if (guaranteeEnd <= deps.now() || (await isGuaranteeUsed(deps.db, buyerId, 'founders'))) return null;
  return (await countSpendableCredits(deps.db, buyerId, deps.now())) > 0 ? guaranteeEnd.toISOString() : null;
}

async function listInvoices({ db }: Deps, order: Order): Promise<OrderView['invoices']> {
  if (order.kind !== 'subscription') return [];
  return (await listPlanInvoices(db, order.id)).map((one) => ({
    id: one.invoiceId,
    plan: one.plan,
    cents: one.amountCents,
    from: one.periodStart.toISOString(),
    until: one.periodEnd.toISOString(),
    card: one.card,
    paidAt: one.paidAt.toISOString(),
  }));
}

async function listMoneyUnderWay({ db }: Deps, order: Order, side: Party): Promise<OrderView['underWay']> {
  const allActions = await listActions(db, order.id);
  // Hide a failed refund that was sent again, because the new one is listed.
  const causes = new Set(allActions.map(({ cause }) => cause));
  const actions = allActions
    .filter(isMovingMoney)
    .filter(({ id, state }) => state !== 'undone' || !causes.has(`again:${id}`));
  const failedIds = new Set((await listFailedRefunds(db, order)).map(({ id }) => id));
  const presentedActions = await Promise.all(
    actions.map(async (one) => {
      const unsendableCents = await computeUnsendableCents(db, order, one);
      const isUndone = side === 'admin' && one.kind === 'refund' && one.state === 'undone';
      const obstacle = isUndone ? await findRetryObstacle(db, order, one) : undefined;
      return {
        id: one.id,
        kind: one.kind,
        cents: one.amountCents === null ? null : one.amountCents - unsendableCents,
        state: one.state,
        failed: failedIds.has(one.id),
        problem: side === 'admin' || one.state === 'stuck' ? one.problem : null,
        maySend: side === 'admin' && (one.state === 'stuck' || (isUndone && !obstacle)),
        whyNot: obstacle ? readerTranslator(obstacle) : null,
      };
    }),
  );
  // Hide refunds with nothing left to send, because the money reached the buyer another way.
  return presentedActions.filter(({ kind, cents, state }) => kind !== 'refund' || cents !== 0 || state === 'undone');
}

/** Returns whether an action moves money through the payment provider. */
const isMovingMoney = (action: MoneyAction): action is MoneyAction & { kind: 'refund' | 'transfer' } =>
  action.kind === 'refund' || action.kind === 'transfer';

/** Returns the fees we kept on releases, in cents, read from the release journals. */
function sumFees(ledger: OrderView['ledger']): number {
  const sumAccount = (line: OrderView['ledger'][number], account: string) =>
    line.entries.find((entry) => entry.account === account)?.cents ?? 0;
  const releases = ledger.filter((line) => sumAccount(line, 'seller') > 0 && sumAccount(line, 'platform') > 0);
  return releases.reduce((sum, line) => sum + sumAccount(line, 'platform'), 0);
}

/** Returns whether a user is one of several payees of an order. They may see it but aren't a party to it. */
async function isSeated(deps: Deps, order: Order, { userId }: Person): Promise<boolean> {
  const { paidTo, findSeller } = getFulfillment(deps, order);
  if (!paidTo || order.buyerId === userId || (await findSeller(deps.db, order.id))) return false;
  return isOrderAmong(deps.db, order.id, paidTo(userId));
}

/** Returns a user's plan and credits. */
export async function readEntitlements(deps: Deps, actor: Person): Promise<Entitlements> {
  const plan = await getCurrentPlan(deps, actor.userId);
  const entitlement = await findEntitlement(deps.db, actor.userId);
  const currentPlan = await findCurrentSubscription(deps.db, actor.userId);
  const isRestored = isPaidPlanRestored(currentPlan, deps.now());
  const isFoundersActive = entitlement?.foundersExpiresAt && entitlement.foundersExpiresAt > deps.now();
  const hasUsedGuarantee = currentPlan && (await isGuaranteeUsed(deps.db, actor.userId, currentPlan.plan));
  const isReturnable =
    currentPlan?.firstPaidAt && !hasUsedGuarantee && !(await isAllRefunded(deps.db, currentPlan.orderId));
  const guarantee = isReturnable ? addMs(currentPlan.firstPaidAt!, ORDER_DEADLINES.guarantee) : null;
  return {
    user_id: actor.userId,
    founders_expires_at: toIsoOrNull(entitlement?.foundersExpiresAt),
    hire_credit_count: await countSpendableCredits(deps.db, actor.userId, deps.now()),
    hire_credit_cap_usd: entitlement?.hireCreditCapUsd ?? 0,
    priority_matching: Boolean(isFoundersActive && entitlement.priorityMatching),
    plan,
    subscription: currentPlan
      ? {
          plan: currentPlan.plan,
          status: isRestored ? 'active' : currentPlan.endingAt ? 'canceled' : currentPlan.status,
          currentPeriodEnd: toIsoOrNull(isRestored ? currentPlan.keptUntil : currentPlan.currentPeriodEnd),
          cancelAtPeriodEnd: isRestored || currentPlan.cancelAtPeriodEnd,
          nextPlan: currentPlan.nextPlan,
          guaranteeUntil:
            guarantee && guarantee > deps.now() && currentPlan.status === 'active' && !currentPlan.endingAt
              ? guarantee.toISOString()
              : null,
        }
      : null,
  };
}

/** Returns whether everything paid for a plan was refunded or charged back. */
async function isAllRefunded(db: Db, orderId: string): Promise<boolean> {
  const { charged, refunded } = await getBalance(db, orderId);
  return refunded > 0 && refunded >= charged;
}

/** Returns a dispute's decision in the reader's language. */
const readDecision = ({ decision: text, decisionTranslations: translations }: Dispute): string | null =>
  text === null ? null : readStoredText({ text, translations }, readerTranslator.locale);

/** Returns a dispute with its chat, for the order's participants and admins. */
export async function readDispute(deps: Deps, actor: Person, id: string): Promise<DisputeView> {
  const dispute = await findDispute(deps.db, id);
  const order = dispute?.source === 'people' ? await findOrder(deps.db, dispute.orderId) : undefined;
  if (!dispute || !order) throw new Refusal('not_found', messages.disputeUnknown);
  const person = { ...actor, isAdmin: await isAdmin(deps.db, actor.userId) };
  const party = await requireParty(deps.db, deps, order, person);
  const [card] = await toOrderCards(deps, [order], () => party);
  return {
    id,
    orderId: order.id,
    orderName: getOffer(order.priceId)?.name ?? order.priceId,
    kind: order.kind,
    state: dispute.state,
    party,
    reason: dispute.reason,
    heldCents: (await getBalance(deps.db, order.id)).held,
    refundableCents: await getRefundableCents(deps.db, order.id),
    feePoints: order.feePoints,
    mayDecide: party === 'admin' && !(await isOwnCase(deps.db, deps, order, actor)),
    people: card!.people,
    deadlineAt: card!.deadlineAt,
    sellerCents: dispute.sellerCents,
    refundCents: dispute.refundCents,
    decision: readDecision(dispute),
    createdAt: dispute.createdAt.toISOString(),
    bookingId: card!.bookingId,
    messages: (await listDisputeMessages(deps.db, id)).map((one) => ({
      by: one.authorRole,
      mine: one.authorId === actor.userId,
      text: one.text,
      at: one.createdAt.toISOString(),
    })),
  };
}

export async function readAdminOrders(deps: Deps, view: OrderFilter['view'], before: string | undefined) {
  const rows = await listOrders(deps.db, { view, before, limit: PAGE_SIZE + 1, now: deps.now() });
  const orders = await toOrderCards(deps, rows.slice(0, PAGE_SIZE), () => 'admin');
  return { orders, next: rows.length > PAGE_SIZE ? orders.at(-1)!.id : null };
}

export async function readAdminDisputes(deps: Deps): Promise<DisputeCard[]> {
  const rows = await listOpenDisputes(deps.db);
  const orders = await toOrderCards(
    deps,
    rows.map(({ order }) => order),
    () => 'admin',
  );
  return rows.map(({ dispute }, index) => ({
    id: dispute.id,
    order: orders[index]!,
    source: dispute.source,
    reason: dispute.reason,
    createdAt: dispute.createdAt.toISOString(),
  }));
}

export async function readReconcileReports(deps: Deps): Promise<Report[]> {
  const rows = await listLatestReports(deps.db, 20);
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.startedAt.toISOString(),
    ordersChecked: row.ordersChecked,
    differences: row.differences as Report['differences'],
    findings: row.findings as Report['findings'],
  }));
}
