import type { Db } from '../../../db/database.ts';
import type { StripeEvent } from '../../../integrations/stripe/stripe.client.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { english } from '../../../messages/lazy-text.ts';
import type { Deps } from '../../../server/deps.ts';
import { addMs } from '../../../time/instants.ts';
import { notifyOrderPeople } from '../disputes.commands.ts';
import { getTotals, writeJournal } from '../ledger.queries.ts';
import { createInvoiceEntries, createReturnedRefundEntries } from '../ledger.rules.ts';
import { findAction, findActionByProviderId, updateAction } from '../money-actions.queries.ts';
import { notifyAdmins } from '../order-admin.commands.ts';
import { addOrderNote, lockOrder } from '../orders/orders.commands.ts';
import { findOrder, findOrderBySession, type Order, setNextDeadline, updateOrder } from '../orders/orders.queries.ts';
import { ORDER_DEADLINES } from '../orders/orders.rules.ts';
import { closeUnpaidOrder, markOrderPaid } from '../payment.commands.ts';
import * as messages from '../payments.messages.ts';
import { insertPlanInvoice } from '../plan-invoices.queries.ts';
import { notifyOfCharge, notifyOfUnpaidPlan } from '../plan-messages.commands.ts';
import { type ObservedMovement, recordFailedMovement, recordMovement } from '../provider-movements.commands.ts';
import { listMovements } from '../provider-movements.queries.ts';
import { getOrderId, type InvoicePayment } from '../provider-payments.commands.ts';
import { savePayment } from '../provider-payments.queries.ts';
import { recordSellerObservation } from '../seller-checks.commands.ts';
import { recordPayoutObservation } from '../seller-payouts.commands.ts';
import { saveFirstPayment, savePaidUntil } from '../subscriptions.queries.ts';
import { handleObservedPlan, refundUnwantedPayment } from '../unwanted-plans.commands.ts';
import {
  EventOutOfOrderError as EventNotReady,
  handleBankDispute,
  requirePaidOrder,
} from './bank-disputes.commands.ts';
import type { PreparedEvent } from './prepare-event.commands.ts';

type EventObject<T extends StripeEvent['type']> = Extract<StripeEvent, { type: T }>['data']['object'];

/** Applies one event in the transaction that marks it as processed. Idempotent. */
export async function applyPreparedEvent(
  tx: Db,
  deps: Deps,
  event: StripeEvent,
  preparedEvent: PreparedEvent,
): Promise<void> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return onSessionPaid(tx, deps, event.data.object, preparedEvent);
    case 'checkout.session.expired':
      return onSessionClosed(tx, deps, event.data.object, {
        state: 'expired',
        line: messages.historyPageExpired,
      });
    case 'checkout.session.async_payment_failed':
      return onSessionClosed(tx, deps, event.data.object, {
        state: 'failed',
        line: messages.historyPaymentFailed,
      });
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      await onSubscriptionChanged(tx, deps, preparedEvent);
      return;
    case 'invoice.paid':
      return onInvoicePaid(tx, deps, event.data.object, preparedEvent);
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return onInvoiceFailed(tx, deps, event.data.object, preparedEvent);
    case 'account.updated':
      return preparedEvent.seller && recordSellerObservation(tx, deps, preparedEvent.seller);
    case 'payout.paid':
    case 'payout.failed':
      return onPayoutEnded(tx, deps, event);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed':
      return preparedEvent.disputed && handleBankDispute(tx, deps, preparedEvent.disputed);
    case 'charge.refunded':
    case 'transfer.created':
    case 'transfer.reversed':
      return recordMovements(tx, deps, preparedEvent.movements ?? []);
    case 'refund.failed':
      return onRefundFailed(tx, deps, event.data.object);
  }
}

/** Finds a payment page's order by the page's id or, before that is stored, by the metadata we put on the page. */
async function findOrderOfSession(tx: Db, session: { id: string; metadata: Record<string, string> | null }) {
  const id = getOrderId(session.metadata);
  return (await findOrderBySession(tx, session.id)) ?? (id ? findOrder(tx, id) : undefined);
}

export async function onSessionPaid(
  tx: Db,
  deps: Deps,
  session: EventObject<'checkout.session.completed'>,
  preparedEvent: PreparedEvent,
): Promise<void> {
  const order = await findOrderOfSession(tx, session);
  if (!order || session.payment_status === 'unpaid') return;
  const expectedCents = order.amountCents - order.creditCents;
  if (session.amount_total !== expectedCents || session.currency !== order.currency) {
    throw new Error(`session ${session.id} charged ${session.amount_total}, the order says ${expectedCents}`);
  }
  const intent = session.payment_intent;
  await markOrderPaid(tx, deps, order.id, typeof intent === 'string' ? intent : (intent?.id ?? null));
  if (session.mode === 'subscription') await onSubscriptionChanged(tx, deps, preparedEvent);
}

async function onSessionClosed(
  tx: Db,
  deps: Deps,
  session: EventObject<'checkout.session.expired'>,
  end: Parameters<typeof closeUnpaidOrder>[3],
): Promise<void> {
  const order = await findOrderOfSession(tx, session);
  if (order) await closeUnpaidOrder(tx, deps, order.id, end);
}

const getPlanOfPrice = (priceId: string | null | undefined) => {
  if (!priceId) return undefined;
  return priceId === 'PRICE_PREMIUM_MONTHLY' ? ('premium' as const) : ('pro' as const);
};

async function onSubscriptionChanged(
  tx: Db,
  deps: Deps,
  { subscription, observedAt }: PreparedEvent,
): Promise<Order | undefined> {
  if (!subscription || !observedAt) return undefined;
  const order = subscription.orderId ? await findOrder(tx, subscription.orderId) : undefined;
  const plan = getPlanOfPrice(subscription.priceId);
  if (!order || !plan) return undefined;
  await handleObservedPlan(tx, deps, order, {
    subscriptionId: subscription.id,
    userId: order.buyerId,
    orderId: order.id,
    plan,
    status: subscription.status,
    currentPeriodEnd: subscription.periodEnd,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    nextPlan: getPlanOfPrice(subscription.nextPriceId) ?? null,
    observedAt,
    createdAt: deps.now(),
  });
  return order;
}

async function onInvoicePaid(
  tx: Db,
  deps: Deps,
  invoice: EventObject<'invoice.paid'>,
  preparedEvent: PreparedEvent,
): Promise<void> {
  const subscription = await onSubscriptionChanged(tx, deps, preparedEvent);
  if (!subscription) return;
  const order = await lockOrder(tx, subscription.id);
  const at = new Date(invoice.created * 1000);
  await saveFirstPayment(tx, preparedEvent.subscription!.id, at);
  for (const { intent, charge } of preparedEvent.payments ?? []) {
    await savePayment(tx, {
      paymentIntentId: intent,
      orderId: order.id,
      chargeId: charge ?? null,
      invoiceId: invoice.id,
      subscriptionId: preparedEvent.subscription!.id,
      createdAt: deps.now(),
    });
  }
  const { id: subscriptionId } = preparedEvent.subscription!;
  if (invoice.amount_paid === 0) return savePaidUntil(tx, subscriptionId, getPeriodEnd(invoice));
  const entries = createInvoiceEntries(invoice.amount_paid);
  const cause = `invoice:${invoice.id}`;
  const isNew = await writeJournal(tx, {
    orderId: order.id,
    cause,
    memo: messages.memoPlanPaid,
    entries,
    at: deps.now(),
  });
  // A duplicate was already applied. Stop here, so that a plan ending in the same second can't change the outcome.
  if (!isNew) return;
  await addOrderNote(tx, deps, order.id, (t) =>
    t(messages.historyPlanPaid, { amount: formatDollars(t, invoice.amount_paid) }),
  );
  // Prefer the payment time, because an invoice is created before it's paid.
  const paidAt = new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000);
  const paidInvoice = { subscriptionId, invoice: invoice.id, cents: invoice.amount_paid, at: paidAt };
  if (await refundUnwantedPayment(tx, deps, order, paidInvoice)) return;
  await savePaidUntil(tx, subscriptionId, getPeriodEnd(invoice));
  const plan = getPlanOfPrice(preparedEvent.subscription!.priceId);
  if (!plan) return;
  const card = preparedEvent.payments?.find((payment) => payment.card)?.card;
  const row = {
    invoiceId: invoice.id,
    orderId: order.id,
    plan,
    amountCents: invoice.amount_paid,
    periodStart: getStart(invoice),
    periodEnd: getPeriodEnd(invoice),
    card: card ?? null,
    paidAt,
  };
  await insertPlanInvoice(tx, row);
  await notifyOfCharge(tx, deps, order, { invoice: row, reason: invoice.billing_reason });
}

/** Returns the end of the period an invoice covers. */
const getPeriodEnd = ({ lines, created }: EventObject<'invoice.paid'>): Date =>
  new Date(Math.max(created, ...lines.data.map(({ period }) => period.end)) * 1000);

/** Returns the start of the period an invoice covers. */
const getStart = ({ lines, created }: EventObject<'invoice.paid'>): Date =>
  new Date(
    Math.min(...lines.data.map(({ period }) => period.start), ...(lines.data.length > 0 ? [] : [created])) * 1000,
  );

/** Imports a plan found at the payment provider, with its paid months, oldest first. */
export async function importFoundPlan(
  tx: Db,
  deps: Deps,
  order: Order,
  {
    prepared,
    invoices,
  }: { prepared: PreparedEvent; invoices: { invoice: EventObject<'invoice.paid'>; payments: InvoicePayment[] }[] },
): Promise<void> {
  await markOrderPaid(tx, deps, order.id, null);
  await onSubscriptionChanged(tx, deps, prepared);
  for (const { invoice, payments } of invoices) await onInvoicePaid(tx, deps, invoice, { ...prepared, payments });
}

async function onInvoiceFailed(
  tx: Db,
  deps: Deps,
  invoice: EventObject<'invoice.payment_failed' | 'invoice.payment_action_required'>,
  preparedEvent: PreparedEvent,
): Promise<void> {
  const order = await onSubscriptionChanged(tx, deps, preparedEvent);
  if (!order) return;
  const needsConfirmation = preparedEvent.payments?.some(({ asksToConfirm }) => asksToConfirm) ?? false;
  await notifyOfUnpaidPlan(tx, deps, order, {
    invoice: invoice.id,
    cents: invoice.amount_due,
    confirm: needsConfirmation,
  });
}

async function onPayoutEnded(tx: Db, deps: Deps, event: Extract<StripeEvent, { type: `payout.${'paid' | 'failed'}` }>) {
  const { account: accountId } = event;
  if (accountId)
    await recordPayoutObservation(tx, deps, event.data.object, { accountId, at: new Date(event.created * 1000) });
}

async function recordMovements(tx: Db, deps: Deps, movements: ObservedMovement[]): Promise<void> {
  const [first] = movements;
  if (!first) return;
  const order = await requirePaidOrder(tx, deps, first.orderId);
  const bookedMovements = new Set((await listMovements(tx, order.id)).map(({ providerId }) => providerId));
  // Each event lists all reversals of a payout so far, so a later one may have booked these.
  const newMovements = movements.filter(({ providerId }) => !bookedMovements.has(providerId));
  if (newMovements.length === 0) return;
  const { seller = 0 } = await getTotals(tx, order.id);
  if (first.kind === 'reversal' && !first.actionId && seller === 0) {
    throw new EventNotReady("The reversed payout isn't booked yet.");
  }
  for (const movement of newMovements) {
    await recordMovement(tx, deps, (await findOrder(tx, order.id))!, movement);
  }
}

/** Handles a refund that bounced: the money is held again until an admin finds another way. */
async function onRefundFailed(tx: Db, deps: Deps, refund: EventObject<'refund.failed'>): Promise<void> {
  const actionId = refund.metadata?.action_id;
  const action =
    (await findActionByProviderId(tx, refund.id)) ?? (actionId ? await findAction(tx, actionId) : undefined);
  if (!action) return void (await recordFailedMovement(tx, deps, refund.id));
  const order = await lockOrder(tx, action.orderId);
  const currentAction = (await findAction(tx, action.id))!;
  if (currentAction.state === 'undone') return;
  if (currentAction.state !== 'done') throw new EventNotReady("The refund isn't booked yet.");
  await updateAction(tx, action.id, {
    state: 'undone',
    problem: refund.failure_reason ?? 'The card declined the refund.',
  });
  const entries = createReturnedRefundEntries(refund.amount);
  await writeJournal(tx, {
    orderId: order.id,
    cause: `refund-failed:${refund.id}`,
    memo: messages.memoRefundReturned,
    entries,
    at: deps.now(),
  });
  const holdFields = { waitsFor: 'admin' as const, deadlineAt: addMs(deps.now(), ORDER_DEADLINES.admin) };
  await updateOrder(tx, order.id, { settledAt: null, ...holdFields });
  // While the order is frozen, this stores the deadline that applies once the bank has decided.
  await setNextDeadline(tx, order.id, { ...holdFields, now: deps.now() });
  await addOrderNote(tx, deps, order.id, messages.historyRefundReturned);
  if (order.buyerId) {
    await notifyOrderPeople(tx, deps, order, {
      cause: `refund-failed:${refund.id}`,
      write: (t) => ({
        title: t(messages.refundReturnedTitle),
        lines: [
          t(messages.refundReturnedText, { amount: formatDollars(t, refund.amount) }),
          t(messages.refundReturnedHint),
        ],
      }),
      people: [order.buyerId],
    });
  }
  await notifyAdmins(tx, deps, {
    cause: `refund-failed:${refund.id}`,
    title: 'A refund failed',
    lines: [`${formatDollars(english, refund.amount)} of order ${order.id}: ${refund.failure_reason ?? 'refused'}`],
  });
}
