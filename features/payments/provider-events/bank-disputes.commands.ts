import { paths } from '../../../content/paths.ts';
import type { Db } from '../../../db/database.ts';
import type { StripeParams } from '../../../integrations/stripe/stripe.client.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { english } from '../../../messages/lazy-text.ts';
import type { Deps } from '../../../server/deps.ts';
import { addMs } from '../../../time/instants.ts';
import { createChargebackEnding, endChargedBackOrder, endPlansOfOrder, getHeldCents } from '../chargebacks.commands.ts';
import { notifyOrderPeople, requestDecision } from '../disputes.commands.ts';
import { freezeOrder, notifyPayees, resumeAfterFreeze, unfreezeOrder } from '../frozen-orders.commands.ts';
import { getEntriesOfCause, getTotals, listLedgerCausesByPrefix, writeJournal } from '../ledger.queries.ts';
import { createChargebackEntries, createEarnedRefundEntries, reverseEntries } from '../ledger.rules.ts';
import { listActions } from '../money-actions.queries.ts';
import { notifyAdmins } from '../order-admin.commands.ts';
import { getFulfillment } from '../orders/fulfillment.commands.ts';
import { lockWithPeople } from '../orders/order-people.commands.ts';
import { addOrderNote, enqueueAction, refundHeld } from '../orders/orders.commands.ts';
import { findOrder, type Order, updateOrder } from '../orders/orders.queries.ts';
import { ORDER_DEADLINES } from '../orders/orders.rules.ts';
import * as messages from '../payments.messages.ts';
import { getId } from '../provider-payments.commands.ts';
import { findPayment, saveChargedBack, savePayment } from '../provider-payments.queries.ts';
import { getChargedBackOfOrder } from '../refund-retries.commands.ts';
import { restorePlansOf } from '../restored-plans.commands.ts';
import { decideCardDispute, findCardDispute, insertCardDispute } from './provider-events.queries.ts';
import { getDisputeStage } from './provider-events.rules.ts';

/** Thrown when an event can be applied only after another one. */
export class EventOutOfOrderError extends Error {}

/**
 * Locks an order whose money moved, with its people, and returns it. @throws EventOutOfOrderError while its payment
 * isn't booked
 */
export async function requirePaidOrder(tx: Db, deps: Deps, orderId: string): Promise<Order> {
  const order = await lockWithPeople(tx, deps, orderId);
  if (order.state !== 'paid') throw new EventOutOfOrderError("The order's payment isn't booked yet.");
  return order;
}

type Dispute = StripeParams.Dispute;
/** A bank dispute in its current state at the provider, with the order of the disputed payment. */
export type ObservedDispute = { dispute: Dispute; orderId: string };

/**
 * Updates a dispute to its current state, whatever state it had before. A bank may inquire first, and may change its
 * decision.
 */
export async function handleBankDispute(tx: Db, deps: Deps, { dispute, orderId }: ObservedDispute): Promise<void> {
  const order = await requirePaidOrder(tx, deps, orderId);
  const stage = getDisputeStage(dispute);
  if (stage === 'inquiry') return notifyInquiry(tx, deps, order, dispute);
  const storedDispute = await findCardDispute(tx, dispute.id);
  if (stage === 'open') return storedDispute ? undefined : openCardDispute(tx, deps, order, dispute);
  if (storedDispute?.decision === stage) return;
  const at = deps.now();
  if (storedDispute) await decideCardDispute(tx, dispute.id, stage, at);
  else {
    const row = { orderId: order.id, providerId: dispute.id, state: 'decided' as const, decision: stage, at };
    await insertCardDispute(tx, row);
  }
  // A node with an earlier version applied this decision without recording it.
  if (storedDispute?.state === 'decided' && storedDispute.decision === null) return;
  if (stage === 'won' && storedDispute?.decision === 'lost') return handleLateWin(tx, deps, order, dispute);
  return closeCardDispute(tx, deps, order, { dispute, lost: stage === 'lost' });
}

/** Notifies admins of a bank inquiry. No money has moved, so nothing is paused or ended. */
async function notifyInquiry(tx: Db, deps: Deps, order: Order, dispute: Dispute): Promise<void> {
  if (dispute.status === 'warning_closed') return;
  await notifyAdmins(tx, deps, {
    cause: `inquiry:${dispute.id}`,
    title: 'A bank is asking about a payment',
    lines: [
      `${formatDollars(english, dispute.amount)} of order ${order.id}. Nothing is paused.`,
      "Reply at the payment provider in time, or refund the order, so it doesn't become a dispute.",
    ],
    link: { label: 'Open the order', path: paths.adminOrder(order.id) },
  });
}

/** Freezes the order, so that no held money is released while the bank decides. */
async function openCardDispute(tx: Db, deps: Deps, order: Order, dispute: Dispute): Promise<void> {
  const row = { orderId: order.id, providerId: dispute.id, state: 'open' as const, at: deps.now() };
  if (!(await insertCardDispute(tx, row))) return;
  await freezeOrder(tx, deps, order);
  await addOrderNote(tx, deps, order.id, messages.historyBankReview);
  await notifyPayees(tx, deps, order, {
    cause: `bank:${dispute.id}`,
    write: (t) => ({ title: t(messages.bankReviewTitle), lines: [t(messages.bankReviewText)] }),
  });
  await endPlansOfOrder(tx, deps, order);
  await notifyAdmins(tx, deps, {
    cause: `dispute:${dispute.id}`,
    title: 'A card payment is disputed',
    lines: [`${formatDollars(english, dispute.amount)} of order ${order.id}. Respond at the payment provider in time.`],
  });
}

async function closeCardDispute(
  tx: Db,
  deps: Deps,
  order: Order,
  { dispute, lost }: { dispute: Dispute; lost: boolean },
): Promise<void> {
  if (lost) {
    // The opening event may arrive later or never, so apply its effects now.
    await endPlansOfOrder(tx, deps, order);
    await bookChargeback(tx, deps, order, dispute);
  }
  // Another month of the plan may still be under review.
  const thawedOrder = await unfreezeOrder(tx, deps, order.id);
  if (!thawedOrder) return;
  if (lost || (await isChargedBack(tx, deps, thawedOrder)))
    return endChargedBackOrder(tx, deps, thawedOrder, createChargebackEnding(order.id));
  await resumeAfterFreeze(tx, deps, order, {
    cause: `bank-won:${dispute.id}`,
    line: messages.historyBankWon,
    title: messages.bankWonTitle,
    news: messages.bankWonText,
  });
  await restorePlansOf(tx, deps, order);
}

/**
 * Returns whether the payment was charged back. If it has two disputes and one is lost, it was charged back, regardless
 * of the order of events. Months of a plan are separate payments.
 */
const isChargedBack = async (tx: Db, deps: Deps, order: Order): Promise<boolean> =>
  !getFulfillment(deps, order).isMonthly && (await getChargedBackOfOrder(tx, order)) > 0;

/**
 * Books a lost dispute. The charge is taken from the money held for the payment first, and the rest is our loss.
 * Players keep their payouts.
 */
async function bookChargeback(tx: Db, deps: Deps, order: Order, dispute: Dispute): Promise<void> {
  const intent = getId(dispute.payment_intent);
  const heldCents = await getHeldCents(tx, deps, order, intent);
  const isNew = await writeJournal(tx, {
    orderId: order.id,
    cause: `chargeback:${dispute.id}`,
    memo: messages.memoBankLost,
    entries: createChargebackEntries(dispute.amount, heldCents),
    at: deps.now(),
  });
  if (!isNew) return;
  if (intent) {
    const [orderId, chargeId, createdAt] = [order.id, getId(dispute.charge) ?? null, deps.now()];
    await savePayment(tx, { paymentIntentId: intent, orderId, chargeId, createdAt });
    await saveChargedBack(tx, intent, dispute.amount);
  }
  await addOrderNote(tx, deps, order.id, messages.historyBankLost);
  await notifyPayees(tx, deps, order, {
    cause: `bank-lost:${dispute.id}`,
    write: (t) => ({ title: t(messages.bankLostTitle), lines: [t(messages.bankLostText)] }),
  });
}

/**
 * Handles a lost dispute that we win later. By then, the purchase has ended. Held money waits for an admin's decision,
 * the price of a Founders seat is refunded, and a plan resumes for its remaining days.
 */
async function handleLateWin(tx: Db, deps: Deps, order: Order, dispute: Dispute): Promise<void> {
  const cause = `chargeback:${dispute.id}`;
  const entries = await getEntriesOfCause(tx, cause);
  const memo = messages.memoBankBack;
  const at = deps.now();
  const reversal = { orderId: order.id, cause: `${cause}:undone`, memo, entries: reverseEntries(entries), at };
  if (!(await writeJournal(tx, reversal))) return;
  const intent = getId(dispute.payment_intent);
  if (intent) await saveChargedBack(tx, intent, -dispute.amount);
  await addOrderNote(tx, deps, order.id, messages.historyBankBack);
  await notifyAdmins(tx, deps, {
    cause: `bank-back:${dispute.id}`,
    title: 'A lost dispute was won after all',
    lines: [`${formatDollars(english, dispute.amount)} of order ${order.id} came back.`],
    link: { label: 'Open the order', path: paths.adminOrder(order.id) },
  });
  await updateOrder(tx, order.id, {
    settledAt: null,
    waitsFor: 'service',
    deadlineAt: addMs(at, ORDER_DEADLINES.provider),
  });
  await unfreezeOrder(tx, deps, order.id);
  await resumeAfterReturn(tx, deps, (await findOrder(tx, order.id))!, dispute);
}

async function resumeAfterReturn(tx: Db, deps: Deps, order: Order, dispute: Dispute): Promise<void> {
  const fulfillment = getFulfillment(deps, order);
  const afterCommit = await resendUndoneRefunds(tx, deps, order, getIntent(dispute));
  if (fulfillment.isMonthly) {
    await restorePlansOf(tx, deps, order);
    await fulfillment.settle(tx, deps, order.id);
    return;
  }
  const { held = 0 } = await getTotals(tx, order.id);
  const payees = await fulfillment.listPayees(tx, order.id);
  if (held > 0 && payees.length > 0) {
    return requestDecision(tx, deps, order, (t) => t(messages.bankBackDecision, { amount: formatDollars(t, held) }));
  }
  // Another review still freezes the order. Its decision also covers the held money.
  if (held > 0 && order.frozenAt) return;
  const returnedCents =
    afterCommit + (await refundReturnedMoney(tx, deps, order, { held, cause: `bank-back:${dispute.id}` }));
  await fulfillment.settle(tx, deps, order.id);
  if (returnedCents === 0 || !order.buyerId) return;
  await notifyOrderPeople(tx, deps, order, {
    cause: `bank-back:${dispute.id}`,
    write: (t) => ({
      title: t(messages.refundOnItsWay),
      lines: [t(messages.bankBackText, { amount: formatDollars(t, returnedCents) })],
    }),
    people: [order.buyerId],
  });
}

const getIntent = (dispute: Dispute) => getId(dispute.payment_intent);

/**
 * Makes refunds due again that were removed from the books because the bank had reversed the payment.
 * @returns their total in cents
 */
async function resendUndoneRefunds(tx: Db, deps: Deps, order: Order, intent: string | undefined): Promise<number> {
  const invoice = intent ? ((await findPayment(tx, { intent }))?.invoiceId ?? null) : null;
  let requestCount = 0;
  for (const { id, kind, subject } of await listActions(tx, order.id)) {
    if (kind !== 'refund' || subject !== invoice) continue;
    for (const undoneCause of await listLedgerCausesByPrefix(tx, order.id, {
      prefix: `impossible:${id}`,
      account: 'platform',
    })) {
      const cause = `due-again:${undoneCause.cause}`;
      const memo = messages.memoDueAgain;
      const entries = createEarnedRefundEntries(undoneCause.cents);
      if (!(await writeJournal(tx, { orderId: order.id, cause, memo, entries, at: deps.now() }))) continue;
      const subjectField = subject === null ? {} : { subject };
      await enqueueAction(tx, deps, order.id, {
        kind: 'refund',
        cause,
        amountCents: undoneCause.cents,
        ...subjectField,
      });
      requestCount += undoneCause.cents;
    }
  }
  return requestCount;
}

/**
 * Refunds the returned money to a buyer whose purchase has ended. When a player was already paid in full, nothing is
 * refunded.
 * @returns the amount refunded to the buyer's card, in cents
 */
async function refundReturnedMoney(
  tx: Db,
  deps: Deps,
  order: Order,
  { held, cause }: { held: number; cause: string },
): Promise<number> {
  const memo = messages.memoPurchaseEnded;
  if (held > 0) return (await refundHeld(tx, deps, order, { cause, cents: held, memo })).cash;
  const fulfillment = getFulfillment(deps, order);
  if (fulfillment.paidTo) return 0;
  const { buyer = 0, refund = 0 } = await getTotals(tx, order.id);
  const cents = 0 - buyer - refund;
  if (cents <= 0) return 0;
  const entries = createEarnedRefundEntries(cents);
  await writeJournal(tx, { orderId: order.id, cause, memo, entries, at: deps.now() });
  await enqueueAction(tx, deps, order.id, { kind: 'refund', cause, amountCents: cents });
  return cents;
}
