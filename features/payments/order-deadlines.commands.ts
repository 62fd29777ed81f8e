import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs, toUtcDay } from '../../time/instants.ts';
import { decideByDefault } from './disputes.commands.ts';
import { insertAction, listActions } from './money-actions.queries.ts';
import { notifyAdmins } from './order-admin.commands.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { ACTIONS_JOB, lockOrder } from './orders/orders.commands.ts';
import { listOverdueOrders, setNextDeadline, updateOrder } from './orders/orders.queries.ts';
import { ORDER_DEADLINES } from './orders/orders.rules.ts';
import { catchUpEvents } from './provider-events/provider-events.commands.ts';
import { decideMovementsByDefault } from './provider-movements.commands.ts';
import { refundUnpayablePayouts } from './unpayable-payouts.commands.ts';

const BATCH_SIZE = 200;

/**
 * Advances a batch of orders whose deadline has passed.
 * @returns how many there were
 */
export async function processOrderDeadlines(deps: Deps, signal?: AbortSignal): Promise<number> {
  const overdueOrders = await listOverdueOrders(deps.db, deps.now(), BATCH_SIZE);
  let isBehind = false;
  for (const id of overdueOrders) {
    if (signal?.aborted) return overdueOrders.length;
    try {
      isBehind = (await processOrderDeadline(deps, id)) || isBehind;
    } catch (error) {
      deps.log.error({ order: id, err: error }, 'could not process an order deadline');
      // A rule refused the step, so a retry wouldn't help. All other errors are retried on the next run.
      if (error instanceof Refusal) await escalateOrder(deps, id, error.message);
    }
  }
  // A payment page that couldn't be closed was paid or has expired, and we missed its event.
  if (isBehind) await catchUpEvents(deps, signal);
  return overdueOrders.length;
}

/** Processes an order whose deadline has passed. @returns whether payment provider events seem to be missing */
async function processOrderDeadline(deps: Deps, orderId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const now = deps.now();
    if (order.settledAt || !order.deadlineAt || order.deadlineAt > now) return false;
    if (order.state === 'awaiting_payment') {
      await setNextDeadline(tx, orderId, {
        waitsFor: 'service',
        deadlineAt: addMs(now, ORDER_DEADLINES.paymentRecheck),
        now,
      });
      const cause = `close:${orderId}`;
      const closeAction = await insertAction(tx, { orderId, kind: 'close_session', cause, dueAt: now, createdAt: now });
      if (closeAction) await deps.jobs.send(ACTIONS_JOB, {}, { tx, key: 'due' });
      return !closeAction;
    }
    if (order.state !== 'paid') return false;
    if (order.frozenAt && (await decideMovementsByDefault(tx, deps, order))) return false;
    if (!order.frozenAt && (await decideByDefault(tx, deps, order))) return false;
    if (!order.frozenAt && (await getFulfillment(deps, order).passDeadline(tx, deps, order))) return false;
    // The order is waiting for us, so remind admins every three days until it's settled.
    const openActions = (await listActions(tx, orderId)).filter(
      (action) => action.state === 'pending' || action.state === 'stuck',
    );
    if (!order.frozenAt && (await refundUnpayablePayouts(tx, deps, order, openActions))) return false;
    // Set even during a bank review, so admins are reminded again after this deadline.
    await updateOrder(tx, orderId, { waitsFor: 'admin', deadlineAt: addMs(now, ORDER_DEADLINES.admin) });
    const actionList = openActions.map((action) => `${action.kind}: ${action.problem ?? 'waiting'}`).join('; ');
    const cause = `overdue:${orderId}:${toUtcDay(now)}`;
    await notifyAdmins(tx, deps, {
      cause,
      title: 'An order needs you',
      lines: [`Order ${orderId} has waited too long. ${actionList}`],
    });
    return false;
  });
}

async function escalateOrder(deps: Deps, orderId: string, problem: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.settledAt || (order.state !== 'paid' && order.state !== 'awaiting_payment')) return;
    const now = deps.now();
    await setNextDeadline(tx, orderId, { waitsFor: 'admin', deadlineAt: addMs(now, ORDER_DEADLINES.admin), now });
    await notifyAdmins(tx, deps, {
      cause: `failed:${orderId}:${toUtcDay(deps.now())}`,
      title: 'An order needs you',
      lines: [`Order ${orderId}: ${problem}`],
    });
  });
}
