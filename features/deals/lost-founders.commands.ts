import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { coveredBy, type Entitlement, endFounders, entitlementOf } from './entitlements.queries.ts';
import { fulfilmentOf } from './orders/fulfilment.commands.ts';
import { closePage, lockOrder, note } from './orders/orders.commands.ts';
import type { Order } from './orders/orders.queries.ts';

/** Only the first Founders have priority, and a credit may be spent. */
function lossesOf(held: Entitlement | undefined): string {
  const losses = ['its seat'];
  if (held?.priorityMatching) losses.push('its priority matching');
  if (held && held.hireCreditCount > 0) losses.push('its hire credit');
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(losses);
}

/**
 * The price of a seat has gone back, by the bank of the payer or by our staff: Founders Premium ends with its seat, its priority and its credit.
 * What the credit pays for and has not begun goes back to us; a hire that runs goes on, its player is paid for it.
 */
export async function loseFounders(tx: Db, deps: Deps, order: Order): Promise<void> {
  for (const id of await coveredBy(tx, order.id)) {
    const covered = await lockOrder(tx, id);
    if (covered.state === 'awaiting_payment') await closePage(tx, deps, id);
    else if (!covered.frozenAt && (await fulfilmentOf(deps, covered).mayWithdraw(tx, deps, covered)))
      await fulfilmentOf(deps, covered).withdraw(tx, deps, covered);
  }
  const held = order.buyerId ? await entitlementOf(tx, order.buyerId) : undefined;
  if (!(await endFounders(tx, order, deps.now()))) return;
  await note(tx, deps, order.id, 'Founders Premium has ended with its payment.');
  if (!order.buyerId) return;
  await enqueueNotification(tx, deps, {
    userId: order.buyerId,
    kind: 'payment',
    title: 'Founders Premium has ended',
    lines: [`Its payment was refunded or taken back, so you lose ${lossesOf(held)}.`],
    link: { label: 'Open the order', path: paths.order(order.id) },
    dedupeKey: `founders-lost:${order.id}`,
  });
}
