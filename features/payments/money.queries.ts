import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { players } from '../profiles/player-views.queries.ts';
import type { Order } from './orders/orders.queries.ts';
import { orders } from './payments.tables.ts';

/**
 * Lists orders a user bought, or is paid for now or later, newest first.
 * @param user the user, and subqueries for the ids of orders that pay them
 * @param page continues after the order `before`
 */
export async function listOrdersOfPerson(
  db: Db,
  user: { userId: string; paidTo: SQL[] },
  page: { before: string | undefined; limit: number },
): Promise<Order[]> {
  const isPaidTo = or(...user.paidTo.map((ids) => sql`${orders.id} in ${ids}`));
  const isOlderSql = page.before
    ? sql`(${orders.createdAt}, ${orders.id}) < (select created_at, id from orders where id = ${page.before}::uuid)`
    : undefined;
  return db
    .select()
    .from(orders)
    .where(and(or(eq(orders.buyerId, user.userId), and(eq(orders.state, 'paid'), isPaidTo)), isOlderSql))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit);
}

export async function isOrderAmong(db: Db, orderId: string, ids: SQL): Promise<boolean> {
  return (await db.$count(orders, sql`${orders.id} = ${orderId} and ${orders.id} in ${ids}`)) > 0;
}

/** Returns player names by id. */
export async function listNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select p.id, p.display_name as name from ${players} p where p.id = any (${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
