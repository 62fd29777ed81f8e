import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { lockUser } from '../accounts/accounts.queries.ts';
import { abandonCheckout } from './checkout.commands.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { lockOrder } from './orders/orders.commands.ts';
import { findOrder, updateOrder } from './orders/orders.queries.ts';
import * as messages from './payments.messages.ts';

/**
 * Cancels an order for its buyer. An unpaid order is closed. A paid order that's held and hasn't started is fully
 * refunded.
 * @throws Refusal conflict when the order has started, is over, or is being paid right now; the message says what the
 * buyer can do instead
 */
export async function cancelOrder(deps: Deps, actor: Person, orderId: string): Promise<void> {
  await abandonCheckout(deps, actor, orderId);
  const currentOrder = await findOrder(deps.db, orderId);
  if (currentOrder?.state === 'awaiting_payment') throw new Refusal('conflict', messages.paymentConfirming);
  if (currentOrder?.state !== 'paid') return;
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId);
    const order = await lockOrder(tx, orderId);
    if (order.settledAt) throw new Refusal('conflict', messages.orderFinished);
    await getFulfillment(deps, order).withdraw(tx, deps, order);
    await updateOrder(tx, orderId, { withdrawnAt: deps.now() });
  });
}
