import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { type Entitlement, endFounders, findEntitlement, listOrdersCoveredBy } from './entitlements.queries.ts';
import { getFulfilment } from './orders/fulfilment.commands.ts';
import { addOrderNote, closePaymentPage, lockOrder } from './orders/orders.commands.ts';
import type { Order } from './orders/orders.queries.ts';

/** Only the first Founders have priority, and the credit may already be spent. */
function listLosses(held: Entitlement | undefined): string {
  const losses = ['your seat'];
  if (held?.priorityMatching) losses.push('your priority matching');
  if (held && held.hireCreditCount > 0) losses.push('your hire credit');
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(losses);
}

/**
 * Ends Founders Premium, with its seat, priority and credit, after the payer's bank or our staff returned its price.
 * Orders covered by the credit that haven't begun are canceled. A hire in progress continues, and its player is paid.
 */
export async function revokeFoundersAfterChargeback(tx: Db, deps: Deps, order: Order): Promise<void> {
  for (const id of await listOrdersCoveredBy(tx, order.id)) {
    const covered = await lockOrder(tx, id);
    if (covered.state === 'awaiting_payment') await closePaymentPage(tx, deps, id);
    else if (!covered.frozenAt && (await getFulfilment(deps, covered).mayWithdraw(tx, deps, covered)))
      await getFulfilment(deps, covered).withdraw(tx, deps, covered);
  }
  const held = order.buyerId ? await findEntitlement(tx, order.buyerId) : undefined;
  if (!(await endFounders(tx, order, deps.now()))) return;
  await addOrderNote(tx, deps, order.id, 'Founders Premium has ended because its payment was refunded or reversed.');
  if (!order.buyerId) return;
  await enqueueNotification(tx, deps, {
    userId: order.buyerId,
    kind: 'payment',
    title: 'Founders Premium has ended',
    lines: [`Its payment was refunded or reversed, so you lose ${listLosses(held)}.`],
    link: { label: 'Open the order', path: paths.order(order.id) },
    dedupeKey: `founders-lost:${order.id}`,
  });
}
