import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { countByDay } from '../../db/days.ts';
import type { ZoneDay } from '../../time/wall-instants.ts';
import { disputes, orders } from './payments.tables.ts';

export type OrderFilter = {
  view: 'all' | 'held' | 'overdue' | 'frozen' | 'admin';
  before?: string | undefined;
  limit: number;
  now: Date;
};

/** Lists orders for the admin page, newest first. */
export async function listOrders(db: Db, filter: OrderFilter) {
  const conditions: (SQL | undefined)[] = [];
  if (filter.view === 'held') conditions.push(eq(orders.state, 'paid'), sql`${orders.settledAt} is null`);
  if (filter.view === 'overdue')
    conditions.push(sql`${orders.deadlineAt} < ${filter.now.toISOString()} and ${orders.settledAt} is null`);
  if (filter.view === 'frozen') conditions.push(sql`${orders.frozenAt} is not null`);
  if (filter.view === 'admin') conditions.push(inArray(orders.waitsFor, ['admin', 'concierge']));
  if (filter.before) {
    conditions.push(
      sql`(${orders.createdAt}, ${orders.id}) < (select created_at, id from orders where id = ${filter.before}::uuid)`,
    );
  }
  return db
    .select()
    .from(orders)
    .where(and(...conditions))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(filter.limit);
}

/** Lists open disputes with their orders, oldest first. */
export async function listOpenDisputes(db: Db) {
  return db
    .select({ dispute: disputes, order: orders })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(eq(disputes.state, 'open'))
    .orderBy(asc(disputes.createdAt))
    .limit(200);
}

/** Counts the orders placed on each of these days, including unpaid ones. */
export const countOrdersByDay = (db: Db, days: readonly ZoneDay[]): Promise<number[]> =>
  countByDay(db, orders.createdAt, days);
