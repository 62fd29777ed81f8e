import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

/**
 * Moves everything that is dated about an order into the past, so that its clock alone has gone on. The ledger and the
 * history keep their dates.
 * @param seconds how far; whole seconds
 * @returns false when there is no such order
 */
export async function moveOrderBack(tx: Db, orderId: string, seconds: number): Promise<boolean> {
  const by = sql`make_interval(secs => ${seconds}::int)`;
  const { rows } = await tx.execute(sql`
    update orders set created_at = created_at - ${by}, paid_at = paid_at - ${by}, deadline_at = deadline_at - ${by},
      frozen_at = frozen_at - ${by}, frozen_deadline_at = frozen_deadline_at - ${by}
     where id = ${orderId} returning id`);
  if (rows.length === 0) return false;
  await tx.execute(sql`
    update bookings set starts_at = starts_at - ${by}, ends_at = ends_at - ${by}, created_at = created_at - ${by}
     where order_id = ${orderId}`);
  await tx.execute(sql`
    update booking_games g set buyer_confirmed_at = g.buyer_confirmed_at - ${by},
      seller_confirmed_at = g.seller_confirmed_at - ${by}, counted_at = g.counted_at - ${by}
      from bookings b where b.id = g.booking_id and b.order_id = ${orderId}`);
  await tx.execute(sql`
    update team_builds set deadline = deadline - ${by}, delivered_at = delivered_at - ${by}, created_at = created_at - ${by}
     where order_id = ${orderId}`);
  return true;
}

/** Orders that wait for somebody, nearest deadline first. */
export async function waitingOrders(db: Db, limit: number) {
  const { rows } = await db.execute<{ id: string; price_id: string; waits_for: string; deadline: number }>(sql`
    select id, price_id, waits_for, extract(epoch from deadline_at)::float8 as deadline from orders
     where deadline_at is not null and settled_at is null order by deadline_at limit ${limit}`);
  return rows;
}
