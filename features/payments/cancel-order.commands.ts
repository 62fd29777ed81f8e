import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { lockUser } from '../accounts/accounts.queries.ts';
import { abandonCheckout, PAYMENT_CONFIRMING } from './checkout.commands.ts';
import { getFulfilment } from './orders/fulfilment.commands.ts';
import { lockOrder } from './orders/orders.commands.ts';
import { findOrder, updateOrder } from './orders/orders.queries.ts';

/**
 * The buyer takes an order back: an unpaid one is closed, of a paid one what is held and has not begun is refunded whole.
 * @throws Refusal conflict with the way out for what has begun, is over, or is being paid at this moment
 */
export async function cancelOrder(deps: Deps, actor: Person, orderId: string): Promise<void> {
  await abandonCheckout(deps, actor, orderId);
  const closed = await findOrder(deps.db, orderId);
  if (closed?.state === 'awaiting_payment') throw new Refusal('conflict', PAYMENT_CONFIRMING);
  if (closed?.state !== 'paid') return;
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId);
    const order = await lockOrder(tx, orderId);
    if (order.settledAt) throw new Refusal('conflict', 'This order is finished. There is nothing left to take back.');
    await getFulfilment(deps, order).withdraw(tx, deps, order);
    await updateOrder(tx, orderId, { withdrawnAt: deps.now() });
  });
}
