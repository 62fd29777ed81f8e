import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { listAdminIds } from '../moderation/admins.queries.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import type { Link } from '../notifications/notifications.schema.ts';
import { getTotals } from './ledger.queries.ts';
import { findAction, type MoneyAction, updateAction } from './money-actions.queries.ts';
import { ACTIONS_JOB, lockOrder, refundHeld } from './orders/orders.commands.ts';
import { setNextDeadline } from './orders/orders.queries.ts';
import { ORDER_DEADLINES } from './orders/orders.rules.ts';
import { refuseOwnCase } from './own-cases.commands.ts';
import * as messages from './payments.messages.ts';
import { computeArrivableCents, findRetryObstacle } from './refund-retries.commands.ts';

/** Notifies admins, in English, of something only they can decide. */
export async function notifyAdmins(
  tx: Db,
  deps: Deps,
  {
    cause,
    title,
    lines,
    link = { label: 'Open the orders', path: paths.adminOrders },
  }: { cause: string; title: string; lines: string[]; link?: Link },
): Promise<void> {
  const ids = await listAdminIds(tx);
  await enqueueNotifications(
    tx,
    deps,
    ids.map((userId) => ({
      userId,
      write: () => ({ kind: 'payment', title, lines, link, dedupeKey: `${cause}:${userId}` }),
    })),
  );
}

/**
 * Retries an action the payment provider refused, after an admin fixed the cause there.
 * @throws Refusal conflict for actions that aren't stuck
 */
export async function retryAction(deps: Deps, admin: Person, actionId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const moneyAction = await findAction(tx, actionId);
    if (!moneyAction) throw new Refusal('not_found', messages.moneyActionUnknown);
    await refuseOwnCase(tx, deps, await lockOrder(tx, moneyAction.orderId), admin);
    const action = (await findAction(tx, actionId))!;
    const now = deps.now();
    if (action.state === 'undone' && action.kind === 'refund') {
      await retryRefund(tx, deps, action);
    } else if (action.state === 'stuck') {
      await updateAction(tx, actionId, {
        state: 'pending',
        attempts: 0,
        generation: action.generation + 1,
        dueAt: now,
      });
    } else {
      throw new Refusal('conflict', messages.moneyActionDone);
    }
    await setNextDeadline(tx, action.orderId, {
      waitsFor: 'service',
      deadlineAt: addMs(now, ORDER_DEADLINES.provider),
      now,
    });
    await deps.jobs.send(ACTIONS_JOB, {}, { tx, key: 'due' });
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'retry_money_action',
      targetType: 'order',
      targetId: action.orderId,
      after: { actionId },
    });
  });
}

/** Books and resends a refund that bounced. */
async function retryRefund(tx: Db, deps: Deps, action: MoneyAction): Promise<void> {
  const order = await lockOrder(tx, action.orderId);
  const whyNot = await findRetryObstacle(tx, order, action);
  if (whyNot) throw new Refusal('conflict', whyNot);
  const { held = 0 } = await getTotals(tx, order.id);
  const cents = Math.min(await computeArrivableCents(tx, order, action), held);
  const cause = `again:${action.id}`;
  const subjectField = action.subject ? { subject: action.subject } : {};
  await refundHeld(tx, deps, order, { cause, cents, memo: messages.memoSecondTry, ...subjectField });
}
