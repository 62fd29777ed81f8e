import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { lockAccounts } from '../../accounts/account-views.queries.ts';
import * as messages from '../payments.messages.ts';
import { getFulfillment } from './fulfillment.commands.ts';
import { lockOrder } from './orders.commands.ts';
import { findOrder, type Order } from './orders.queries.ts';

/**
 * Locks the order with its buyer and everyone who will be paid for it, so a concurrent ban or account deletion runs
 * entirely before or after this transaction. People are always locked before their orders.
 * @throws Refusal not_found
 */
export async function lockWithPeople(tx: Db, deps: Deps, orderId: string): Promise<Order> {
  const order = await findOrder(tx, orderId);
  if (!order) throw new Refusal('not_found', messages.orderUnknown);
  const payees = await getFulfillment(deps, order).listPayees(tx, orderId);
  await lockAccounts(tx, order.buyerId ? [order.buyerId, ...payees] : payees);
  return lockOrder(tx, orderId);
}
