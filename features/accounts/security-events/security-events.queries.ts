import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { securityEvents } from '../accounts.tables.ts';

/** Adds a line to the security journal. */
export async function insertEvent(db: Db, values: typeof securityEvents.$inferInsert): Promise<void> {
  await db.insert(securityEvents).values(values);
}

/** @returns the newest events of a person */
export async function eventsOf(db: Db, userId: string, limit: number) {
  return db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.createdAt))
    .limit(limit);
}
