import { paths } from '../../../content/paths.ts';
import type { Db } from '../../../db/database.ts';
import type { StripeEvent } from '../../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../../server/deps.ts';
import { after } from '../../../time/instants.ts';
import { isLeaving } from '../../accounts/account-deletion.queries.ts';
import { isBannedFrom } from '../../moderation/standing.commands.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import { tellPeople } from '../disputes.commands.ts';
import { isRunning } from '../entitlements.rules.ts';
import { writeJournal } from '../ledger.queries.ts';
import { chargebackEntries, invoiceEntries, returnedRefundEntries } from '../ledger.rules.ts';
import { actionOfProcessorId, findAction, updateAction, wakeActionsOf } from '../money-actions.queries.ts';
import { notifyAdmins } from '../order-admin.commands.ts';
import { fulfilmentOf } from '../orders/fulfilment.commands.ts';
import { lockWithPeople } from '../orders/order-people.commands.ts';
import { ACTIONS_JOB, lockOrder, note } from '../orders/orders.commands.ts';
import { findOrder, type Order, orderOfSession, setWaiting, updateOrder } from '../orders/orders.queries.ts';
import { dollars, PATIENCE } from '../orders/orders.rules.ts';
import { orderClosed, orderPaid } from '../payment.commands.ts';
import { idOf, orderIdIn, type Paid } from '../processor-payments.commands.ts';
import { notePayment, noteTakenBack } from '../processor-payments.queries.ts';
import { takenBackOfOrder } from '../refunds-again.commands.ts';
import { sellerSeen } from '../seller-checks.commands.ts';
import { payoutSeen } from '../seller-payouts.commands.ts';
import {
  findSubscription,
  keepNoLonger,
  noteFirstPayment,
  notePaidUntil,
  plansOfOrder,
} from '../subscriptions.queries.ts';
import { endTakenBack, heldOfPayment } from '../taken-back.commands.ts';
import { endPlan, planSeen, refundUnwanted } from '../unwanted-plans.commands.ts';
import type { Prepared } from './prepare-event.commands.ts';
import { closeCardDispute, hasOpenCardDispute, insertCardDispute } from './processor-events.queries.ts';

/** It will make sense once another event was applied. */
class NotYet extends Error {}

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
      return invoiceFailed(tx, deps, event.data.object, prepared);
    case 'account.updated':
      return prepared.seller && sellerSeen(tx, deps, prepared.seller);
    case 'payout.paid':
    case 'payout.failed':
      return payoutEnded(tx, deps, event);
    case 'charge.dispute.created':
      return disputeOpened(tx, deps, event.data.object, prepared);
    case 'charge.dispute.closed':
      return disputeClosed(tx, deps, event.data.object, prepared);
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
  await planSeen(tx, deps, order, {
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
  if (!(await refundUnwanted(tx, deps, order, paid))) await notePaidUntil(tx, subscriptionId, endOf(invoice));
}

/** The end of the period that an invoice is for. */
const endOf = ({ lines, created }: Of<'invoice.paid'>): Date =>
  new Date(Math.max(created, ...lines.data.map(({ period }) => period.end)) * 1000);

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
  invoice: Of<'invoice.payment_failed'>,
  prepared: Prepared,
): Promise<void> {
  const order = await subscriptionChanged(tx, deps, prepared);
  if (!order?.buyerId) return;
  await enqueueNotification(tx, deps, {
    userId: order.buyerId,
    kind: 'payment',
    title: 'Your plan could not be renewed',
    lines: ['The card was refused. Your plan stays while we try again; please check the card.'],
    link: { label: 'Open your account', path: paths.protocolAccount },
    dedupeKey: `invoice-failed:${invoice.id}`,
  });
}

async function payoutEnded(tx: Db, deps: Deps, event: Extract<StripeEvent, { type: `payout.${'paid' | 'failed'}` }>) {
  const { account: accountId } = event;
  if (accountId) await payoutSeen(tx, deps, event.data.object, { accountId, at: new Date(event.created * 1000) });
}

/** @throws NotYet while the payment of the order is not applied */
async function disputedOrder(tx: Db, deps: Deps, { disputed }: Prepared): Promise<Order | undefined> {
  if (!disputed) return undefined;
  const order = await lockWithPeople(tx, deps, disputed);
  if (order.state !== 'paid') throw new NotYet('The payment of the order is not applied yet.');
  return order;
}

/** Nothing leaves the hold while the bank decides. */
async function disputeOpened(
  tx: Db,
  deps: Deps,
  dispute: Of<'charge.dispute.created'>,
  prepared: Prepared,
): Promise<void> {
  const order = await disputedOrder(tx, deps, prepared);
  if (!order) return;
  const at = deps.now();
  if (!(await insertCardDispute(tx, { orderId: order.id, processorId: dispute.id, state: 'open', at }))) return;
  // Another month of the plan may be disputed already: it goes on where it stood before the first.
  if (!order.frozenAt) {
    await updateOrder(tx, order.id, {
      frozenAt: at,
      frozenWaitsFor: order.settledAt ? null : order.waitsFor,
      frozenDeadlineAt: order.settledAt ? null : order.deadlineAt,
      ...(order.settledAt ? {} : { waitsFor: 'admin' as const, deadlineAt: after(at, PATIENCE.admin) }),
    });
  }
  await note(tx, deps, order.id, 'The bank disputes the card payment. Nothing moves until it has decided.');
  await tellPayees(tx, deps, order, {
    cause: `bank:${dispute.id}`,
    title: 'A payment is disputed at the bank',
    line: 'Nothing is paid out until the bank has decided. Please wait with what is left until you hear from us.',
  });
  await endDisputedPlans(tx, deps, order);
  await notifyAdmins(tx, deps, {
    cause: `dispute:${dispute.id}`,
    title: 'A card payment is disputed',
    lines: [`${dollars(dispute.amount)} of order ${order.id}. Answer at the processor in time.`],
  });
}

/** Whoever is to be paid for an order under way hears what the bank does: they work for money that may not come. */
async function tellPayees(
  tx: Db,
  deps: Deps,
  order: Order,
  { cause, title, line }: { cause: string; title: string; line: string },
): Promise<void> {
  if (order.settledAt) return;
  const payees = await fulfilmentOf(deps, order).payeesOf(tx, order.id);
  await tellPeople(tx, deps, order, { cause, title, lines: [line], people: payees });
}

/** Who has the bank take a month back is charged no other one, and keeps none when a closed account comes back. */
async function endDisputedPlans(tx: Db, deps: Deps, order: Order): Promise<void> {
  for (const id of await plansOfOrder(tx, order.id)) {
    await keepNoLonger(tx, id);
    const plan = await findSubscription(tx, id);
    if (!plan || !isRunning(plan)) continue;
    await endPlan(tx, deps, plan);
    await note(tx, deps, order.id, 'The plan ends, so that nothing more is charged for it.');
  }
}

async function disputeClosed(
  tx: Db,
  deps: Deps,
  dispute: Of<'charge.dispute.closed'>,
  prepared: Prepared,
): Promise<void> {
  const order = await disputedOrder(tx, deps, prepared);
  if (!order) return;
  const at = deps.now();
  const unknown = await insertCardDispute(tx, { orderId: order.id, processorId: dispute.id, state: 'decided', at });
  if (!unknown && !(await closeCardDispute(tx, dispute.id, dispute.status, at))) return;
  // Its opening may come later or never: what follows from that follows now.
  if (unknown) await endDisputedPlans(tx, deps, order);
  await wakeActionsOf(tx, order.id, at);
  await deps.jobs.send(ACTIONS_JOB, {}, { tx, key: 'due' });
  if (dispute.status === 'lost') await chargeBack(tx, deps, order, dispute);
  // Another month of the plan may still be looked at.
  if (await hasOpenCardDispute(tx, order.id)) return;
  await updateOrder(tx, order.id, { frozenAt: null, frozenWaitsFor: null, frozenDeadlineAt: null });
  const decided = (await findOrder(tx, order.id))!;
  if (dispute.status === 'lost' || (await isLost(tx, deps, decided))) return endTakenBack(tx, deps, decided);
  if (!order.frozenAt) return;
  const waited = at.getTime() - order.frozenAt.getTime();
  if (order.frozenWaitsFor && order.frozenDeadlineAt && !order.settledAt) {
    const deadlineAt = after(order.frozenDeadlineAt, waited);
    await updateOrder(tx, order.id, { waitsFor: order.frozenWaitsFor, deadlineAt });
  }
  await note(tx, deps, order.id, 'The bank decided for us. The order goes on where it stood.');
  if (order.settledAt || !(await goOn(tx, deps, (await findOrder(tx, order.id))!))) return;
  await tellPayees(tx, deps, order, {
    cause: `bank-won:${dispute.id}`,
    title: 'The bank has decided: it goes on',
    line: 'The payment stays where it is, and everything goes on where it stood.',
  });
}

/** Of two disputes about one payment the lost one decides, whichever end is heard of last; months are several payments. */
const isLost = async (tx: Db, deps: Deps, order: Order): Promise<boolean> =>
  !fulfilmentOf(deps, order).monthly && (await takenBackOfOrder(tx, order)) > 0;

/**
 * What happened to the people of an order while it was frozen counts now.
 * @returns whether it goes on where it stood
 */
async function goOn(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const bought = fulfilmentOf(deps, order);
  const { buyerId } = order;
  const buyerLeft = !buyerId || (await isLeaving(tx, buyerId));
  if (buyerLeft) await bought.buyerLeaves(tx, deps, order);
  else if (await isBannedFrom(tx, deps, buyerId, 'checkout')) await bought.buyerBanned(tx, deps, order);
  const now = (await findOrder(tx, order.id))!;
  const ended = buyerLeft || now.waitsFor !== order.waitsFor;
  return (await bought.goesOn(tx, deps, now)) && !ended;
}

/** A lost dispute takes the payment back: what is held of it goes, the rest is our loss; players keep what they got. */
async function chargeBack(tx: Db, deps: Deps, order: Order, dispute: Of<'charge.dispute.closed'>): Promise<void> {
  const intent = idOf(dispute.payment_intent);
  const held = await heldOfPayment(tx, deps, order, intent);
  await writeJournal(tx, {
    orderId: order.id,
    cause: `chargeback:${dispute.id}`,
    memo: 'The bank took the payment back',
    entries: chargebackEntries(dispute.amount, held),
    at: deps.now(),
  });
  if (intent) {
    const [orderId, chargeId, createdAt] = [order.id, idOf(dispute.charge) ?? null, deps.now()];
    await notePayment(tx, { paymentIntentId: intent, orderId, chargeId, createdAt });
    await noteTakenBack(tx, intent, dispute.amount);
  }
  await note(tx, deps, order.id, 'The bank decided for the payer and took the payment back. The order ends here.');
  await tellPayees(tx, deps, order, {
    cause: `bank-lost:${dispute.id}`,
    title: 'The bank took a payment back',
    line: 'The order ends here. What you were paid stays yours; its page says whether anything more comes.',
  });
}

/** The card could not take a refund: the money is held again and an admin finds another way. */
async function refundFailed(tx: Db, deps: Deps, refund: Of<'refund.failed'>): Promise<void> {
  const named = refund.metadata?.action_id;
  const action = (await actionOfProcessorId(tx, refund.id)) ?? (named ? await findAction(tx, named) : undefined);
  if (!action) return;
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
  const waiting = { waitsFor: 'admin' as const, deadlineAt: after(deps.now(), PATIENCE.admin) };
  await updateOrder(tx, order.id, { settledAt: null, ...waiting });
  // Where a bank looks at the payment: also once it has decided.
  await setWaiting(tx, order.id, { ...waiting, now: deps.now() });
  await note(tx, deps, order.id, 'The card could not take the refund. We will contact you for another way.');
  await notifyAdmins(tx, deps, {
    cause: `refund-failed:${refund.id}`,
    title: 'A refund failed',
    lines: [`${dollars(refund.amount)} of order ${order.id}: ${refund.failure_reason ?? 'refused'}`],
  });
}
