import { sql } from 'drizzle-orm';
import { prices } from '../../content/prices.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import type { CheckoutInput } from './checkout.schema.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { findOrder, insertOrder, listOrderEvents, type Order } from './orders/orders.queries.ts';
import { getOffer, ORDER_DEADLINES, type PriceId } from './orders/orders.rules.ts';
import { markOrderPaid } from './payment.commands.ts';
import { insertSellerAccount, saveSellerSnapshot } from './sellers.queries.ts';

type TestOrderOptions = Partial<CheckoutInput> & { creditCents?: number; intent?: string | null };

/**
 * Creates an order awaiting payment, with its reservations, as a checkout writes it. Doesn't call the payment provider.
 */
export async function createAwaitingOrder(
  deps: Deps,
  buyerId: string,
  priceId: PriceId,
  options: TestOrderOptions = {},
): Promise<Order> {
  const { creditCents = 0, intent: _, ...choice } = options;
  const { kind, mode } = getOffer(priceId)!;
  const now = deps.now();
  return deps.db.transaction(async (tx) => {
    const order = await insertOrder(tx, {
      buyerId,
      kind,
      priceId,
      amountCents: prices[priceId].cents,
      creditCents,
      waitsFor: 'buyer',
      deadlineAt: addMs(now, ORDER_DEADLINES.payment),
      createdAt: now,
    });
    const input = { priceId, userId: buyerId, mode, useCredit: creditCents > 0, ...choice };
    await getFulfillment(deps, order).reserve(tx, deps, order, input);
    return order;
  });
}

/** Creates a paid order whose money is held and whose fulfillment has started. */
export async function createPaidOrder(
  deps: Deps,
  buyerId: string,
  priceId: PriceId,
  options: TestOrderOptions = {},
): Promise<Order> {
  const { id } = await createAwaitingOrder(deps, buyerId, priceId, options);
  await deps.db.transaction((tx) => markOrderPaid(tx, deps, id, options.intent ?? null));
  return (await findOrder(deps.db, id))!;
}

export const readOrderNow = async (deps: Deps, id: string): Promise<Order> => (await findOrder(deps.db, id))!;

/** Returns the lines of an order's history, oldest first. */
export const readHistory = async (deps: Deps, orderId: string): Promise<string[]> =>
  (await listOrderEvents(deps.db, orderId)).map(({ line }) => line);

/** Returns the messages sent to a user, oldest first. */
export async function readMessages(
  deps: Deps,
  userId: string,
): Promise<{ title: string; lines: string[]; path: string }[]> {
  const { rows } = await deps.db.execute<{ title: string; lines: string[]; path: string }>(sql`
    select title, lines, address as path from notification_outbox
     where user_id = ${userId} order by created_at, title`);
  return rows;
}

export const readMessageTitles = async (deps: Deps, userId: string) =>
  (await readMessages(deps, userId)).map(({ title }) => title);

/** Makes a user payable, as if the payment provider had verified them. */
export async function verifyTestSeller(deps: Deps, userId: string): Promise<void> {
  const { accountId } = await insertSellerAccount(deps.db, userId, {
    accountId: `acct_${userId}`,
    country: 'US',
    now: deps.now(),
  });
  await saveSellerSnapshot(deps.db, accountId, {
    detailsSubmitted: true,
    payoutsEnabled: true,
    observedAt: deps.now(),
  });
}
