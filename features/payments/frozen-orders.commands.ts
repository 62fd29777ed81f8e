import type { Db } from '../../db/database.ts';
import type { SharedText } from '../../messages/every-language.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { isPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { notifyOrderPeople } from './disputes.commands.ts';
import { rescheduleActionsOfOrder } from './money-actions.queries.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { ACTIONS_JOB, addOrderNote } from './orders/orders.commands.ts';
import { findOrder, type Order, updateOrder } from './orders/orders.queries.ts';
import { ORDER_DEADLINES } from './orders/orders.rules.ts';
import { hasOpenCardDispute } from './provider-events/provider-events.queries.ts';
import { listOpenMovements } from './provider-movements.queries.ts';

/** Freezes an order: no held money is released and no deadline passes until it's thawed. */
export async function freezeOrder(tx: Db, deps: Deps, order: Order): Promise<void> {
  // If it's frozen already, keep the state saved by the first freeze, because the order resumes from it.
  if (order.frozenAt) return;
  const at = deps.now();
  await updateOrder(tx, order.id, {
    frozenAt: at,
    frozenWaitsFor: order.settledAt ? null : order.waitsFor,
    frozenDeadlineAt: order.settledAt ? null : order.deadlineAt,
    ...(order.settledAt ? {} : { waitsFor: 'admin' as const, deadlineAt: addMs(at, ORDER_DEADLINES.admin) }),
  });
}

/** Returns whether a bank or an admin still has to decide about the order's payment. */
const hasReasonToFreeze = async (tx: Db, orderId: string): Promise<boolean> =>
  (await hasOpenCardDispute(tx, orderId)) || (await listOpenMovements(tx, orderId)).length > 0;

/**
 * Makes an order's pending actions due now, and thaws the order unless another cause keeps it frozen.
 * @returns the thawed order, or undefined while another cause keeps it frozen
 */
export async function unfreezeOrder(tx: Db, deps: Deps, orderId: string): Promise<Order | undefined> {
  await rescheduleActionsOfOrder(tx, orderId, deps.now());
  await deps.jobs.send(ACTIONS_JOB, {}, { tx, key: 'due' });
  if (await hasReasonToFreeze(tx, orderId)) return undefined;
  await updateOrder(tx, orderId, { frozenAt: null, frozenWaitsFor: null, frozenDeadlineAt: null });
  return findOrder(tx, orderId);
}

/** @property line the entry in the order's history */
type FreezeMessages = { cause: string; line: SharedText; title: Message; news: Message };

/**
 * Resumes a thawed order from its earlier state, with as much time as it had left. @param frozenOrder the order before
 * it was thawed
 */
export async function resumeAfterFreeze(tx: Db, deps: Deps, frozenOrder: Order, texts: FreezeMessages): Promise<void> {
  const { frozenAt, frozenWaitsFor, frozenDeadlineAt, settledAt } = frozenOrder;
  if (!frozenAt) return;
  if (frozenWaitsFor && frozenDeadlineAt && !settledAt) {
    const deadlineAt = addMs(frozenDeadlineAt, deps.now().getTime() - frozenAt.getTime());
    await updateOrder(tx, frozenOrder.id, { waitsFor: frozenWaitsFor, deadlineAt });
  }
  await addOrderNote(tx, deps, frozenOrder.id, texts.line);
  if (settledAt || !(await continueOrder(tx, deps, (await findOrder(tx, frozenOrder.id))!))) return;
  await notifyPayees(tx, deps, frozenOrder, {
    cause: texts.cause,
    write: (t) => ({ title: t(texts.title), lines: [t(texts.news)] }),
  });
}

/**
 * Applies a deletion or ban of the buyer that happened while the order was frozen.
 * @returns whether it resumes from its earlier state
 */
async function continueOrder(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const fulfillment = getFulfillment(deps, order);
  const { buyerId } = order;
  const hasBuyerLeft = !buyerId || (await isPendingDeletion(tx, buyerId));
  if (hasBuyerLeft) await fulfillment.onBuyerLeaving(tx, deps, order);
  else if (await isBannedFrom(tx, deps, buyerId, 'checkout')) await fulfillment.onBuyerBanned(tx, deps, order);
  const currentOrder = (await findOrder(tx, order.id))!;
  const hasEnded = hasBuyerLeft || currentOrder.waitsFor !== order.waitsFor;
  return (await fulfillment.resumeAfterChargeback(tx, deps, currentOrder)) && !hasEnded;
}

/** Notifies everyone who'll be paid for an unsettled order when a change affects their money. */
export async function notifyPayees(
  tx: Db,
  deps: Deps,
  order: Order,
  message: { cause: string; write: (t: Translator) => { title: string; lines: string[] } },
): Promise<void> {
  if (order.settledAt) return;
  const payees = await getFulfillment(deps, order).listPayees(tx, order.id);
  await notifyOrderPeople(tx, deps, order, { ...message, people: payees });
}
