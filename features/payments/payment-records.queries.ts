import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { toDayConditions, toWhereClause } from '../../db/days.ts';

export type PaymentRow = {
  event_id: string;
  event_type: string;
  price_id: string | null;
  received_at: string;
  processed_at: string | null;
  problem: string | null;
};

type Filter = Partial<Record<'type' | 'price' | 'from' | 'to', string | undefined>>;

/** Lists payment events by processing time, newest first, unprocessed ones last. */
export async function listPayments(db: Db, filter: Filter, limit: number): Promise<PaymentRow[]> {
  const conditions = [
    ...(filter.type ? [sql`event_type = ${filter.type}`] : []),
    ...(filter.price ? [sql`price_id = ${filter.price}`] : []),
    ...toDayConditions(sql`processed_at`, filter),
  ];
  const { rows } = await db.execute<PaymentRow>(sql`
    select event_id, event_type, price_id, received_at::text as received_at, processed_at::text as processed_at, problem
      from payments_audit ${toWhereClause(conditions)}
     order by processed_at desc nulls last, event_id
     limit ${limit}`);
  return rows;
}

/** Lists the types of all payment events ever received, by name. */
export async function listPaymentTypes(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ event_type: string }>(
    sql`select distinct event_type from payments_audit order by 1`,
  );
  return rows.map((row) => row.event_type);
}
