import type { Db } from '../../../db/database.ts';
import type { StripeEvent } from '../../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../../server/deps.ts';
import { addMs } from '../../../time/instants.ts';
import { tellPeople } from '../disputes.commands.ts';
import { totalsOf, writeJournal } from '../ledger.queries.ts';
import { invoiceEntries, returnedRefundEntries } from '../ledger.rules.ts';
import { actionOfProcessorId, findAction, updateAction } from '../money-actions.queries.ts';
import { notifyAdmins } from '../order-admin.commands.ts';
import { lockOrder, note } from '../orders/orders.commands.ts';
import { findOrder, type Order, orderOfSession, setWaiting, updateOrder } from '../orders/orders.queries.ts';
import { dollars, ORDER_DEADLINES } from '../orders/orders.rules.ts';
import { orderClosed, orderPaid } from '../payment.commands.ts';
import { insertPlanInvoice } from '../plan-invoices.queries.ts';
import { tellOfCharge, tellOfUnpaid } from '../plan-messages.commands.ts';
import { orderIdIn, type Paid } from '../processor-payments.commands.ts';
import { notePayment } from '../processor-payments.queries.ts';
import { movementFailed, movementSeen, type SeenMovement } from '../provider-movements.commands.ts';
import { sellerSeen } from '../seller-checks.commands.ts';
import { payoutSeen } from '../seller-payouts.commands.ts';
import { noteFirstPayment, notePaidUntil } from '../subscriptions.queries.ts';
import { handleObservedPlan, refundUnwanted } from '../unwanted-plans.commands.ts';
import { bankDisputeSeen, NotYet, paidOrder } from './bank-disputes.commands.ts';
import type { Prepared } from './prepare-event.commands.ts';

type Of<T extends StripeEvent['type']> = Extract<StripeEvent, { type: T }>['data']['object'];

/** Applies one event in the transaction that marks it; applying it again would change nothing. */
export async function apply(tx: Db, deps: Deps, event: StripeEvent, prepared: Prepared): Promise<void> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return sessionPaid(tx, deps, event.data.object, prepared);
    case 'checkout.session.expired':
      return sessionClosed(tx, deps, event.data.object, { state: 'expired', line: 'The payment page expired unpaid.' });
    case 'checkout.session.async_payment_failed':
      return sessionClosed(tx, deps, event.data.object, { state: 'failed', line: 'The payment failed.' });
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      await subscriptionChanged(tx, deps, prepared);
      return;
    case 'invoice.paid':
      return invoicePaid(tx, deps, event.data.object, prepared);
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return invoiceFailed(tx, deps, event.data.object, prepared);
    case 'account.updated':
      return prepared.seller && sellerSeen(tx, deps, prepared.seller);
    case 'payout.paid':
    case 'payout.failed':
      return payoutEnded(tx, deps, event);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed':
      return prepared.disputed && bankDisputeSeen(tx, deps, prepared.disputed);
    case 'charge.refunded':
    case 'transfer.created':
    case 'transfer.reversed':
      return movementsSeen(tx, deps, prepared.movements ?? []);
    case 'refund.failed':
      return refundFailed(tx, deps, event.data.object);
  }
}

/** The order of a page, by the page's id; before that is written down, by what we put on the page ourselves. */
async function orderOf(tx: Db, session: { id: string; metadata: Record<string, string> | null }) {
  const id = orderIdIn(session.metadata);
  return (await orderOfSession(tx, session.id)) ?? (id ? findOrder(tx, id) : undefined);
}

export async function sessionPaid(
  tx: Db,
  deps: Deps,
  session: Of<'checkout.session.completed'>,
  prepared: Prepared,
): Promise<void> {
  const order = await orderOf(tx, session);
  if (!order || session.payment_status === 'unpaid') return;
  const expected = order.amountCents - order.creditCents;
  if (session.amount_total !== expected || session.currency !== order.currency) {
    throw new Error(`session ${session.id} charged ${session.amount_total}, the order says ${expected}`);
  }
  const intent = session.payment_intent;
  await orderPaid(tx, deps, order.id, typeof intent === 'string' ? intent : (intent?.id ?? null));
  if (session.mode === 'subscription') await subscriptionChanged(tx, deps, prepared);
}

async function sessionClosed(
  tx: Db,
  deps: Deps,
  session: Of<'checkout.session.expired'>,
  end: Parameters<typeof orderClosed>[3],
): Promise<void> {
  const order = await orderOf(tx, session);
  if (order) await orderClosed(tx, deps, order.id, end);
}

const planOf = (priceId: string | null | undefined) => {
  if (!priceId) return undefined;
  return priceId === 'PRICE_PREMIUM_MONTHLY' ? ('premium' as const) : ('pro' as const);
};

async function subscriptionChanged(
  tx: Db,
  deps: Deps,
  { subscription, observedAt }: Prepared,
): Promise<Order | undefined> {
  if (!subscription || !observedAt) return undefined;
  const order = subscription.orderId ? await findOrder(tx, subscription.orderId) : undefined;
  const plan = planOf(subscription.priceId);
  if (!order || !plan) return undefined;
  await handleObservedPlan(tx, deps, order, {
    subscriptionId: subscription.id,
    userId: order.buyerId,
    orderId: order.id,
    plan,
    status: subscription.status,
    currentPeriodEnd: subscription.periodEnd,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    nextPlan: planOf(subscription.nextPriceId) ?? null,
    observedAt,
    createdAt: deps.now(),
  });
  return order;
}

async function invoicePaid(tx: Db, deps: Deps, invoice: Of<'invoice.paid'>, prepared: Prepared): Promise<void> {
  const found = await subscriptionChanged(tx, deps, prepared);
  if (!found) return;
  const order = await lockOrder(tx, found.id);
  const at = new Date(invoice.created * 1000);
  await noteFirstPayment(tx, prepared.subscription!.id, at);
  for (const { intent, charge } of prepared.payments ?? []) {
    await notePayment(tx, {
      paymentIntentId: intent,
      orderId: order.id,
      chargeId: charge ?? null,
      invoiceId: invoice.id,
      subscriptionId: prepared.subscription!.id,
      createdAt: deps.now(),
    });
  }
  const { id: subscriptionId } = prepared.subscription!;
  if (invoice.amount_paid === 0) return notePaidUntil(tx, subscriptionId, endOf(invoice));
  const entries = invoiceEntries(invoice.amount_paid);
  const cause = `invoice:${invoice.id}`;
  const fresh = await writeJournal(tx, { orderId: order.id, cause, memo: 'Plan paid', entries, at: deps.now() });
  // Heard before: what followed from it has followed, and a plan that ends in the same second must not change that.
  if (!fresh) return;
  await note(tx, deps, order.id, `${dollars(invoice.amount_paid)} received for the plan.`);
  // An invoice is written before it is paid.
  const paidAt = new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000);
  const paid = { subscriptionId, invoice: invoice.id, cents: invoice.amount_paid, at: paidAt };
  if (await refundUnwanted(tx, deps, order, paid)) return;
  await notePaidUntil(tx, subscriptionId, endOf(invoice));
  const plan = planOf(prepared.subscription!.priceId);
  if (!plan) return;
  const row = {
    invoiceId: invoice.id,
    orderId: order.id,
    plan,
    amountCents: invoice.amount_paid,
    periodStart: startOf(invoice),
    periodEnd: endOf(invoice),
    card: prepared.payments?.find(({ card }) => card)?.card ?? null,
    paidAt,
  };
  await insertPlanInvoice(tx, row);
  await tellOfCharge(tx, deps, order, { invoice: row, reason: invoice.billing_reason });
}

/** The end of the period that an invoice is for. */
const endOf = ({ lines, created }: Of<'invoice.paid'>): Date =>
  new Date(Math.max(created, ...lines.data.map(({ period }) => period.end)) * 1000);

/** Where that period begins. */
const startOf = ({ lines, created }: Of<'invoice.paid'>): Date =>
  new Date(
    Math.min(...lines.data.map(({ period }) => period.start), ...(lines.data.length > 0 ? [] : [created])) * 1000,
  );

/** A plan with its paid months, oldest first, found at the processor itself. */
export async function planFollowed(
  tx: Db,
  deps: Deps,
  order: Order,
  { prepared, invoices }: { prepared: Prepared; invoices: { invoice: Of<'invoice.paid'>; payments: Paid[] }[] },
): Promise<void> {
  await orderPaid(tx, deps, order.id, null);
  await subscriptionChanged(tx, deps, prepared);
  for (const { invoice, payments } of invoices) await invoicePaid(tx, deps, invoice, { ...prepared, payments });
}

async function invoiceFailed(
  tx: Db,
  deps: Deps,
  invoice: Of<'invoice.payment_failed' | 'invoice.payment_action_required'>,
  prepared: Prepared,
): Promise<void> {
  const order = await subscriptionChanged(tx, deps, prepared);
  if (!order) return;
  const confirm = prepared.payments?.some(({ asksToConfirm }) => asksToConfirm) ?? false;
  await tellOfUnpaid(tx, deps, order, { invoice: invoice.id, cents: invoice.amount_due, confirm });
}

async function payoutEnded(tx: Db, deps: Deps, event: Extract<StripeEvent, { type: `payout.${'paid' | 'failed'}` }>) {
  const { account: accountId } = event;
  if (accountId) await payoutSeen(tx, deps, event.data.object, { accountId, at: new Date(event.created * 1000) });
}

async function movementsSeen(tx: Db, deps: Deps, movements: SeenMovement[]): Promise<void> {
  const [first] = movements;
  if (!first) return;
  const order = await paidOrder(tx, deps, first.orderId);
  const { seller = 0 } = await totalsOf(tx, order.id);
  if (first.kind === 'reversal' && !first.actionId && seller === 0) {
    throw new NotYet('The payout that was taken back is not applied yet.');
  }
  for (const [index, movement] of movements.entries()) {
    await movementSeen(tx, deps, index === 0 ? order : (await findOrder(tx, order.id))!, movement);
  }
}

/** The card could not take a refund: the money is held again and an admin finds another way. */
async function refundFailed(tx: Db, deps: Deps, refund: Of<'refund.failed'>): Promise<void> {
  const named = refund.metadata?.action_id;
  const action = (await actionOfProcessorId(tx, refund.id)) ?? (named ? await findAction(tx, named) : undefined);
  if (!action) return void (await movementFailed(tx, deps, refund.id));
  const order = await lockOrder(tx, action.orderId);
  const now = (await findAction(tx, action.id))!;
  if (now.state === 'undone') return;
  if (now.state !== 'done') throw new NotYet('The refund is not written down yet.');
  await updateAction(tx, action.id, {
    state: 'undone',
    problem: refund.failure_reason ?? 'The card refused the refund.',
  });
  const entries = returnedRefundEntries(refund.amount);
  await writeJournal(tx, {
    orderId: order.id,
    cause: `refund-failed:${refund.id}`,
    memo: 'The card could not take the refund',
    entries,
    at: deps.now(),
  });
  const waiting = { waitsFor: 'admin' as const, deadlineAt: addMs(deps.now(), ORDER_DEADLINES.admin) };
  await updateOrder(tx, order.id, { settledAt: null, ...waiting });
  // Where a bank looks at the payment: also once it has decided.
  await setWaiting(tx, order.id, { ...waiting, now: deps.now() });
  await note(tx, deps, order.id, 'The card could not take the refund. We will contact you for another way.');
  if (order.buyerId) {
    await tellPeople(tx, deps, order, {
      cause: `refund-failed:${refund.id}`,
      title: 'Your refund did not arrive',
      lines: [
        `Your card could not take the refund of ${dollars(refund.amount)}. We hold the money for you.`,
        'We will contact you for another way. You can also tell us how you want it.',
      ],
      people: [order.buyerId],
    });
  }
  await notifyAdmins(tx, deps, {
    cause: `refund-failed:${refund.id}`,
    title: 'A refund failed',
    lines: [`${dollars(refund.amount)} of order ${order.id}: ${refund.failure_reason ?? 'refused'}`],
  });
}
