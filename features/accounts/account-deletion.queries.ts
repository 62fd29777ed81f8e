import { and, isNotNull, lte } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from './accounts.tables.ts';

/** @returns ids of accounts whose time to change their mind is over */
export async function dueForDeletion(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deleteAfter), lte(users.deleteAfter, now)))
    .limit(limit);
  return rows.map((row) => row.id);
}
