import type { Db } from '../../db/database.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { hasPartyNote } from './disputes.queries.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import type { Order } from './orders/orders.queries.ts';
import * as messages from './payments.messages.ts';

/**
 * Refuses people who would decide about their own money: parties to the order, payees, and anyone who wrote as a party
 * in one of its disputes.
 * @throws Refusal forbidden
 */
export async function refuseOwnCase(tx: Db, deps: Deps, order: Order, person: Person): Promise<void> {
  if (!(await isOwnCase(tx, deps, order, person))) return;
  throw new Refusal('forbidden', messages.ownCaseRefused);
}

/** Returns whether a user is a party to an order or has acted as one. */
export async function isOwnCase(db: Db, deps: Deps, order: Order, { userId }: Person): Promise<boolean> {
  const fulfillment = getFulfillment(deps, order);
  return (
    order.buyerId === userId ||
    (await fulfillment.findSeller(db, order.id)) === userId ||
    (await fulfillment.listPayees(db, order.id)).includes(userId) ||
    (await hasPartyNote(db, order.id, userId))
  );
}
