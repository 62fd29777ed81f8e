import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Message } from '../../messages/message.ts';
import type { Deps } from '../../server/deps.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { type Entitlement, endFounders, findEntitlement, listOrdersCoveredBy } from './entitlements.queries.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { addOrderNote, closePaymentPage, lockOrder } from './orders/orders.commands.ts';
import type { Order } from './orders/orders.queries.ts';
import * as messages from './payments.messages.ts';

/** Returns the message that names what this Founder loses: priority, an unused credit, both, or only the seat. */
function findLossMessage(entitlement: Entitlement | undefined): Message {
  const losesCredit = entitlement !== undefined && entitlement.hireCreditCount > 0;
  if (entitlement?.priorityMatching) return losesCredit ? messages.foundersLostAll : messages.foundersLostPriority;
  return losesCredit ? messages.foundersLostCredit : messages.foundersLostSeat;
}

/**
 * Ends Founders Premium, with its seat, priority and credit, after the payer's bank or our staff returned its price.
 * Orders covered by the credit that haven't started are canceled. A hire in progress continues, and its player is paid.
 */
export async function revokeFoundersAfterChargeback(tx: Db, deps: Deps, order: Order): Promise<void> {
  for (const id of await listOrdersCoveredBy(tx, order.id)) {
    const coveredOrder = await lockOrder(tx, id);
    if (coveredOrder.state === 'awaiting_payment') await closePaymentPage(tx, deps, id);
    else if (!coveredOrder.frozenAt && (await getFulfillment(deps, coveredOrder).mayWithdraw(tx, deps, coveredOrder)))
      await getFulfillment(deps, coveredOrder).withdraw(tx, deps, coveredOrder);
  }
  const entitlement = order.buyerId ? await findEntitlement(tx, order.buyerId) : undefined;
  if (!(await endFounders(tx, order, deps.now()))) return;
  await addOrderNote(tx, deps, order.id, messages.historyFoundersLost);
  if (!order.buyerId) return;
  await enqueueNotification(tx, deps, {
    userId: order.buyerId,
    write: (t) => ({
      kind: 'payment',
      title: t(messages.foundersLostTitle),
      lines: [t(findLossMessage(entitlement))],
      link: { label: t(messages.openOrder), path: paths.order(order.id) },
      dedupeKey: `founders-lost:${order.id}`,
    }),
  });
}
