import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { OrderKind } from './orders/orders.schema.ts';

/**
 * Moves an order's dates into the past, as if time had passed for it alone. The ledger and the history keep their
 * dates.
 * @param seconds whole seconds to move by
 * @returns its kind, or undefined when the order doesn't exist
 */
export async function shiftOrderDates(tx: Db, orderId: string, seconds: number): Promise<OrderKind | undefined> {
  const interval = sql`make_interval(secs => ${seconds}::int)`;
  const { rows } = await tx.execute<{ kind: OrderKind }>(sql`
    update orders set created_at = created_at - ${interval}, paid_at = paid_at - ${interval}, deadline_at = deadline_at - ${interval},
      frozen_at = frozen_at - ${interval}, frozen_deadline_at = frozen_deadline_at - ${interval}
     where id = ${orderId} returning kind`);
  return rows[0]?.kind;
}

/** Lists orders that are waiting on a party, nearest deadline first. */
export async function selectWaitingOrders(db: Db, limit: number) {
  const { rows } = await db.execute<{ id: string; price_id: string; waits_for: string; deadline: number }>(sql`
    select id, price_id, waits_for, extract(epoch from deadline_at)::float8 as deadline from orders
     where deadline_at is not null and settled_at is null order by deadline_at limit ${limit}`);
  return rows;
}
