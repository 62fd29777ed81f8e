import type { Db } from '../../db/database.ts';
import { formatDollars, lazyDollars } from '../../messages/amounts.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { endChargedBackOrder, endPlansOfOrder } from './chargebacks.commands.ts';
import { notifyOrderPeople } from './disputes.commands.ts';
import { findOpenDispute } from './disputes.queries.ts';
import { restoreCredit } from './entitlements.commands.ts';
import { notifyPayees } from './frozen-orders.commands.ts';
import { getRefundableCents, getTotals, listLedgerCauses, writeJournal } from './ledger.queries.ts';
import { createEarnedRefundEntries } from './ledger.rules.ts';
import type { ConsoleRefund } from './money.schema.ts';
import { findAction, updateAction } from './money-actions.queries.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { lockWithPeople } from './orders/order-people.commands.ts';
import {
  addOrderNote,
  enqueueAction,
  isFullyHeld,
  lockOrder,
  refundHeld,
  refuseWhileFrozen,
} from './orders/orders.commands.ts';
import { findOrder, type Order } from './orders/orders.queries.ts';
import { refuseOwnCase } from './own-cases.commands.ts';
import * as messages from './payments.messages.ts';
import { findRetryObstacle, listFailedRefunds } from './refund-retries.commands.ts';
import { computeInvoiceRemainder, reopenUntilProviderAnswers } from './unwanted-plans.commands.ts';

/**
 * Refunds an order for an admin. Refunding the full refundable amount ends the purchase. A partial refund is at our
 * expense, and the order continues.
 * @throws Refusal conflict when the refundable amount has changed, or a bank review, dispute or failed refund must be
 * handled first
 */
export async function refundOrder(deps: Deps, admin: Person, orderId: string, refund: ConsoleRefund): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockWithPeople(tx, deps, orderId);
    await refuseOwnCase(tx, deps, order, admin);
    if (order.state !== 'paid') throw new Refusal('conflict', messages.orderNeverPaid);
    refuseWhileFrozen(order);
    if (await findOpenDispute(tx, orderId)) throw new Refusal('conflict', messages.decideDisputeFirst);
    const refundableCents = await getRefundableCents(tx, orderId);
    if (refundableCents === 0) throw new Refusal('conflict', messages.refundedAlready);
    if ((await listFailedRefunds(tx, order)).length > 0) {
      throw new Refusal('conflict', messages.failedRefundFirst);
    }
    if (refundableCents !== refund.refundableCents) {
      throw new Refusal('conflict', lazyText(messages.refundableChanged, { amount: lazyDollars(refundableCents) }));
    }
    if (refund.cents > refundableCents) {
      throw new Refusal(
        'invalid',
        lazyText(messages.refundAmountInvalid, { amount: lazyDollars(refundableCents) }),
        'cents',
      );
    }
    const { ends } = getFulfillment(deps, order).isMonthly
      ? await refundMonths(tx, deps, order, refund)
      : await refundPayment(tx, deps, order, { ...refund, isFull: refund.cents === refundableCents });
    await notifyBuyer(tx, deps, order, { ...refund, ends });
    if (ends) await endRefunded(tx, deps, order.id);
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'refund_order',
      targetType: 'order',
      targetId: orderId,
      after: { cents: refund.cents, reason: refund.reason },
    });
  });
}

const createCause = (orderId: string) => `console:${orderId}:${crypto.randomUUID()}`;

/** Refunds a payment. A full refund uses the held money first. Everything else is paid from our own money. */
async function refundPayment(
  tx: Db,
  deps: Deps,
  order: Order,
  { cents, isFull }: { cents: number; isFull: boolean },
): Promise<{ ends: boolean }> {
  const { held = 0 } = await getTotals(tx, order.id);
  let remainingCents = cents;
  if (isFull && held > 0) {
    const isUntouched = await isFullyHeld(tx, order);
    const { cash } = await refundHeld(tx, deps, order, {
      cause: createCause(order.id),
      cents: held,
      memo: messages.memoStaffRefund,
    });
    if (isUntouched) await restoreCredit(tx, deps, order);
    remainingCents -= cash;
  }
  if (remainingCents > 0) await refundRemainder(tx, deps, order, { cents: remainingCents });
  return { ends: isFull };
}

/** Refunds the months of a plan, newest first. The plan ends when its newest month is fully refunded. */
async function refundMonths(
  tx: Db,
  deps: Deps,
  order: Order,
  { cents }: { cents: number },
): Promise<{ ends: boolean }> {
  const months = (await listLedgerCauses(tx, order.id, 'invoice:')).toReversed();
  let remainingCents = cents;
  let shouldEnd = false;
  for (const [index, month] of months.entries()) {
    const invoice = month.cause.slice('invoice:'.length);
    const openCents = await computeInvoiceRemainder(tx, order.id, { invoice, cents: month.cents });
    const part = Math.min(remainingCents, openCents);
    if (part === 0) continue;
    await refundRemainder(tx, deps, order, { cents: part, invoice });
    remainingCents -= part;
    if (index === 0) shouldEnd = part === openCents;
  }
  if (remainingCents > 0) throw new Refusal('conflict', messages.refundUnderWay);
  return { ends: shouldEnd };
}

async function refundRemainder(
  tx: Db,
  deps: Deps,
  order: Order,
  { cents, invoice }: { cents: number; invoice?: string },
): Promise<void> {
  const cause = createCause(order.id);
  const entries = createEarnedRefundEntries(cents);
  await writeJournal(tx, { orderId: order.id, cause, memo: messages.memoStaffRefund, entries, at: deps.now() });
  const subjectField = invoice ? { subject: invoice } : {};
  await enqueueAction(tx, deps, order.id, { kind: 'refund', cause, amountCents: cents, ...subjectField });
  if (order.settledAt) await reopenUntilProviderAnswers(tx, deps, order.id);
}

async function notifyBuyer(
  tx: Db,
  deps: Deps,
  order: Order,
  { cents, reason, ends }: { cents: number; reason: string; ends: boolean },
): Promise<void> {
  await addOrderNote(tx, deps, order.id, (t) =>
    t(messages.historyStaffRefund, { amount: formatDollars(t, cents), reason }),
  );
  const cause = createCause(order.id);
  if (order.buyerId) {
    const endMessage = ends && findEndingMessage(order);
    await notifyOrderPeople(tx, deps, order, {
      cause,
      write: (t) => ({
        title: t(messages.refundOnItsWay),
        lines: [
          t(messages.staffRefundText, { amount: formatDollars(t, cents), reason }),
          ...(endMessage ? [t(endMessage)] : []),
        ],
      }),
      people: [order.buyerId],
    });
  }
  if (!ends) return;
  await notifyPayees(tx, deps, order, {
    cause,
    write: (t) => ({ title: t(messages.orderRefundedTitle), lines: [t(messages.orderRefundedText, { reason })] }),
  });
}

/** Returns the message about what a full refund ends; undefined if the order is already settled. */
function findEndingMessage({ kind, settledAt }: Order): Message | undefined {
  if (kind === 'subscription') return messages.planEndsNow;
  return settledAt ? undefined : messages.orderEndsHere;
}

async function endRefunded(tx: Db, deps: Deps, orderId: string): Promise<void> {
  const order = (await findOrder(tx, orderId))!;
  await endPlansOfOrder(tx, deps, order);
  await endChargedBackOrder(tx, deps, order, {
    why: messages.endedByStaffRefund,
    cause: createCause(orderId),
    memo: messages.memoStaffRefund,
  });
}

/**
 * Records that a refund the card couldn't accept reached the buyer another way, such as a bank transfer. This only
 * updates the books and sends no money.
 */
export async function markRefundedElsewhere(deps: Deps, admin: Person, actionId: string, how: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const moneyAction = await findAction(tx, actionId);
    if (!moneyAction) throw new Refusal('not_found', messages.refundUnknown);
    const order = await lockOrder(tx, moneyAction.orderId);
    await refuseOwnCase(tx, deps, order, admin);
    const action = (await findAction(tx, actionId))!;
    if (action.kind !== 'refund' || action.state !== 'undone') {
      throw new Refusal('conflict', messages.notFailedRefund);
    }
    const whyNot = await findRetryObstacle(tx, order, action);
    if (whyNot) throw new Refusal('conflict', whyNot);
    const cents = action.amountCents!;
    if (((await getTotals(tx, order.id)).held ?? 0) < cents) {
      throw new Refusal('conflict', messages.refundNotHeld);
    }
    const at = deps.now();
    const entries = { held: -cents, refund: cents };
    const memo = messages.memoPaidOtherwise;
    await writeJournal(tx, { orderId: order.id, cause: `otherwise:${actionId}`, memo, entries, at });
    await updateAction(tx, actionId, { state: 'otherwise', problem: how, doneAt: at });
    const describe = (t: Translator) => ({ amount: formatDollars(t, cents), how });
    await addOrderNote(tx, deps, order.id, (t) => t(messages.historyPaidOtherwise, describe(t)));
    if (order.buyerId) {
      await notifyOrderPeople(tx, deps, order, {
        cause: `otherwise:${actionId}`,
        write: (t) => ({
          title: t(messages.refundOtherwiseTitle),
          lines: [t(messages.refundOtherwiseText, describe(t))],
        }),
        people: [order.buyerId],
      });
    }
    await getFulfillment(deps, order).settle(tx, deps, order.id);
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'refund_otherwise',
      targetType: 'order',
      targetId: order.id,
      after: { actionId, how },
    });
  });
}
