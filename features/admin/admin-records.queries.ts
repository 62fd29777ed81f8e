import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { AuditFilter, PaymentFilter } from './admin.schema.ts';

export type ListingRow = { id: string; title: string; status: string; created_at: string };

/** The newest listings, deleted ones included with that word as their status. */
export async function latestListings(db: Db, limit: number): Promise<ListingRow[]> {
  const { rows } = await db.execute<ListingRow>(sql`
    select id, title, created_at::text as created_at,
           case when deleted_at is not null then 'deleted' else status end as status
      from lfg_listings order by created_at desc, id desc limit ${limit}`);
  return rows;
}

/** Rows of one table; for the console's counters. */
export async function countRows(db: Db, table: 'lfg_listings' | 'matches'): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`);
  return rows[0]!.n;
}

/** A filter's days are whole days in UTC, both included. */
function between(column: SQL, from: string | undefined, to: string | undefined): SQL[] {
  return [
    ...(from ? [sql`${column} >= (${from}::date)::timestamp at time zone 'UTC'`] : []),
    ...(to ? [sql`${column} < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
  ];
}

const where = (conditions: SQL[]): SQL =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

export type PaymentRow = {
  event_id: string;
  event_type: string;
  price_id: string | null;
  received_at: string;
  processed_at: string | null;
  problem: string | null;
};

/** Payment events by the time they were processed, newest first; unprocessed ones last. */
export async function payments(db: Db, filter: PaymentFilter, limit: number): Promise<PaymentRow[]> {
  const conditions = [
    ...(filter.type ? [sql`event_type = ${filter.type}`] : []),
    ...(filter.price ? [sql`price_id = ${filter.price}`] : []),
    ...between(sql`processed_at`, filter.from, filter.to),
  ];
  const { rows } = await db.execute<PaymentRow>(sql`
    select event_id, event_type, price_id, received_at::text as received_at, processed_at::text as processed_at, problem
      from payments_audit ${where(conditions)}
     order by processed_at desc nulls last, event_id
     limit ${limit}`);
  return rows;
}

export async function paymentTypes(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ event_type: string }>(
    sql`select distinct event_type from payments_audit order by 1`,
  );
  return rows.map((row) => row.event_type);
}

export type AuditRow = {
  id: string;
  admin_id: string | null;
  admin_name: string | null;
  action: string;
  target_type: string;
  target_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  undone_at: string | null;
  created_at: string;
};

/** What admins did, newest first. */
export async function auditLog(db: Db, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  const conditions = [
    ...(filter.action ? [sql`a.action = ${filter.action}`] : []),
    ...(filter.target ? [sql`a.target_id = ${filter.target}`] : []),
    ...(filter.admin ? [sql`a.admin_id = ${filter.admin}`] : []),
    ...between(sql`a.created_at`, filter.from, filter.to),
  ];
  const { rows } = await db.execute<AuditRow>(sql`
    select a.id, a.admin_id, u.display_name as admin_name, a.action, a.target_type, a.target_id, a.before, a.after,
           a.undone_at::text as undone_at, a.created_at::text as created_at
      from admin_audit_logs a left join user_profiles u on u.user_id = a.admin_id
      ${where(conditions)}
     order by a.created_at desc, a.id desc
     limit ${limit}`);
  return rows;
}

export async function auditActions(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ action: string }>(sql`select distinct action from admin_audit_logs order by 1`);
  return rows.map((row) => row.action);
}
