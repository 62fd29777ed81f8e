import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

/**
 * Deletes messages older than `before` with their delivery results, except those that still have a pending delivery.
 * @returns how many; fewer than `limit` when there are no more
 */
export async function deleteMessages(db: Db, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from notification_outbox where id in (
      select o.id from notification_outbox o
       where o.created_at < ${before} and o.planned_at is not null
         and not exists (select 1 from notification_deliveries d
                          where d.outbox_id = o.id and d.status in ('waiting', 'sending'))
       limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}

/**
 * Deletes delivery attempts older than `before`.
 * @returns how many; fewer than `limit` when there are no more
 */
export async function deleteAttempts(db: Db, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${before} order by created_at, id limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
