import type { StripeClient } from '../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { isPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { findUser } from '../accounts/accounts.queries.ts';
import type { Finding } from './money.schema.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { findOrder, type Order } from './orders/orders.queries.ts';
import { getStripe } from './payment-provider.commands.ts';
import { findCustomer } from './payment-provider.queries.ts';
import { ERASURE_JOB } from './provider-erasures.commands.ts';
import { insertErasure, listLateErasures } from './provider-erasures.queries.ts';
import { importFoundPlan, onSessionPaid } from './provider-events/apply-event.commands.ts';
import { prepareSubscription } from './provider-events/prepare-event.commands.ts';
import { replayMissedEvents } from './provider-events/provider-events.commands.ts';
import {
  findOrderOfPlan,
  getId,
  getOrderId,
  type InvoicePayment,
  listPaymentsOfInvoice,
} from './provider-payments.commands.ts';
import { checkPayouts } from './seller-payouts.commands.ts';
import { findSubscription, listPlansOfOrder } from './subscriptions.queries.ts';
import { endSurplusPlan } from './unwanted-plans.commands.ts';

type ListItem<T> = T extends AsyncIterable<infer One> ? One : never;
type Plan = ListItem<ReturnType<StripeClient['subscriptions']['list']>>;

/** How long the payment provider keeps its events. */
const EVENTS_MS = 30 * DAY_MS;
const LATE_ERASURE_MS = DAY_MS;

/**
 * Searches the payment provider's events, plans, payouts and customers for objects that are missing in our books, or
 * that should have ended. Clear cases are imported, or ended and refunded. An admin has to look at the others.
 */
export async function findProviderDiscrepancies(deps: Deps): Promise<Finding[]> {
  const missedEvents = await replayMissedEvents(deps, subtractMs(deps.now(), EVENTS_MS));
  const findings: Finding[] = missedEvents.map(({ id, type }) => ({
    what: 'event',
    processorId: id,
    orderId: null,
    settled: true,
    sentence: `An event (${type}) never arrived. We've applied it now.`,
  }));
  const tasks = [searchPlans, checkPayouts, searchCustomers, findLateErasures];
  for (const search of tasks) findings.push(...(await search(deps)));
  return findings;
}

async function searchPlans(deps: Deps): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const plan of getStripe(deps).subscriptions.list({ limit: 100 })) {
    const finding = await inspectPlan(deps, plan);
    if (finding) findings.push(finding);
  }
  return findings;
}

/** Compares a plan that's active at the payment provider with our records. */
async function inspectPlan(deps: Deps, plan: Plan): Promise<Finding | undefined> {
  const orderId = getOrderId(plan.metadata);
  const order = (await findOrderOfPlan(deps, plan.id)) ?? (orderId ? await findOrder(deps.db, orderId) : undefined);
  const finding = { what: 'plan' as const, processorId: plan.id, orderId: order?.id ?? null };
  if (!order) {
    return { ...finding, settled: false, sentence: 'The payment provider is running a plan we have no order for.' };
  }
  const subscription = await findSubscription(deps.db, plan.id);
  const isBuyerGone = !order.buyerId || (await isPendingDeletion(deps.db, order.buyerId));
  if (subscription && !subscription.endingAt && subscription.status === plan.status && !isBuyerGone) return undefined;
  if (subscription?.endingAt) return retryPlanEnd(deps, order, subscription, finding);
  await importPlan(deps, order, plan.id);
  const currentSubscription = await findSubscription(deps.db, plan.id);
  const sentence = currentSubscription?.endingAt
    ? "A plan ran that shouldn't have. We ended it and are refunding what was paid for it in error."
    : "Our record of a plan was out of date. We've updated it.";
  return { ...finding, settled: currentSubscription !== undefined, sentence };
}

type StoredSubscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/**
 * Handles a plan that should have ended but is still active at the provider: requests its end if we never did, and
 * otherwise reports it to an admin.
 */
async function retryPlanEnd(
  deps: Deps,
  order: Order,
  subscription: StoredSubscription,
  finding: Pick<Finding, 'what' | 'processorId' | 'orderId'>,
): Promise<Finding | undefined> {
  const endState = await deps.db.transaction((tx) => endSurplusPlan(tx, deps, order, subscription));
  if (endState === 'asked')
    return { ...finding, settled: true, sentence: "We're ending a second plan and refunding it." };
  if (endState === 'waiting') return undefined;
  return { ...finding, settled: false, sentence: 'A plan we ended is still running at the payment provider.' };
}

/** Imports a plan with its paid months, as its events would have done. */
async function importPlan(deps: Deps, order: Order, id: string): Promise<void> {
  const preparedSubscription = await prepareSubscription(deps, id);
  const invoices: { invoice: ListItem<ReturnType<StripeClient['invoices']['list']>>; payments: InvoicePayment[] }[] =
    [];
  for await (const invoice of getStripe(deps).invoices.list({ subscription: id, status: 'paid', limit: 100 })) {
    invoices.push({ invoice, payments: await listPaymentsOfInvoice(deps, invoice.id) });
  }
  await deps.db.transaction((tx) =>
    importFoundPlan(tx, deps, order, { prepared: preparedSubscription, invoices: invoices.toReversed() }),
  );
}

/**
 * Removes customers of erased accounts. Reports users with a second customer, and customers of accounts we don't have.
 */
async function searchCustomers(deps: Deps): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const customer of getStripe(deps).customers.list({ limit: 100 })) {
    const userId = customer.metadata.user_id ?? '';
    if (!/^[0-9a-f-]{36}$/.test(userId)) continue;
    const finding = { what: 'customer' as const, processorId: customer.id, orderId: null };
    if (!(await findUser(deps.db, userId)) && !(await isBuyerErased(deps, customer.id))) {
      // The customer may belong to another installation, or be newer than a restored backup.
      findings.push({ ...finding, settled: false, sentence: "A customer belongs to an account we don't have." });
    } else if (!(await findUser(deps.db, userId))) {
      await deps.db.transaction(async (tx) => {
        await insertErasure(tx, { providerId: customer.id, kind: 'customer' }, deps.now());
        await deps.jobs.send(ERASURE_JOB, {}, { tx, key: 'due' });
      });
      findings.push({ ...finding, settled: true, sentence: "We're removing the customer of an erased account." });
    } else if (((await findCustomer(deps.db, userId)) ?? customer.id) !== customer.id) {
      findings.push({ ...finding, settled: false, sentence: 'A user has a second customer at the payment provider.' });
    }
  }
  return findings;
}

/** Returns whether a customer has an order in our books whose buyer has since been erased. */
async function isBuyerErased(deps: Deps, customer: string): Promise<boolean> {
  for await (const session of getStripe(deps).checkout.sessions.list({ customer, limit: 100 })) {
    const orderId = getOrderId(session.metadata);
    const order = orderId ? await findOrder(deps.db, orderId) : undefined;
    if (order && !order.buyerId) return true;
  }
  return false;
}

async function findLateErasures(deps: Deps): Promise<Finding[]> {
  const erasures = await listLateErasures(deps.db, subtractMs(deps.now(), LATE_ERASURE_MS));
  return erasures.map(({ providerId, kind, attempts, problem }) => ({
    what: 'erasure',
    processorId: providerId,
    orderId: null,
    settled: false,
    sentence: `A ${kind === 'customer' ? 'customer' : 'payout account'} of an erased account is still there after ${attempts} tries: ${problem ?? 'not tried yet'}`,
  }));
}

/** Returns the ids of an order's plans: the plans in our books and the plan of its payment page. */
async function findPlansOfOrder(deps: Deps, order: Order): Promise<Set<string>> {
  const ids = new Set(await listPlansOfOrder(deps.db, order.id));
  const checkoutSession = order.sessionId
    ? await getStripe(deps).checkout.sessions.retrieve(order.sessionId)
    : undefined;
  const planOfSession = getId(checkoutSession?.subscription);
  return planOfSession ? ids.add(planOfSession) : ids;
}

/**
 * Handles a charge at the payment provider that's missing in our books: imports the payment, which is refunded if its
 * order was closed.
 */
export async function inspectCharge(deps: Deps, orderId: string): Promise<Finding | undefined> {
  const order = getOrderId({ order_id: orderId }) ? await findOrder(deps.db, orderId) : undefined;
  if (!order) return undefined;
  const finding = { what: 'payment' as const, processorId: order.sessionId ?? '', orderId: order.id, settled: true };
  if (getFulfillment(deps, order).isMonthly) {
    for (const id of await findPlansOfOrder(deps, order)) await importPlan(deps, order, id);
    return { ...finding, sentence: "We missed paid months of a plan. They're in the books now." };
  }
  if (order.state === 'paid' || !order.sessionId) return undefined;
  const session = await getStripe(deps).checkout.sessions.retrieve(order.sessionId);
  if (session.payment_status !== 'paid') return undefined;
  await deps.db.transaction((tx) => onSessionPaid(tx, deps, session, {}));
  const sentence = "We missed a payment and have booked it now. If its order was closed, we're refunding it.";
  return { ...finding, sentence };
}
