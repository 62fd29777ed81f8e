import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { adminAuditLogs } from './moderation.tables.ts';

export type AuditRow = typeof adminAuditLogs.$inferSelect;

/** @returns the id of the new entry */
export async function insertAudit(db: Db, entry: typeof adminAuditLogs.$inferInsert): Promise<string> {
  const [row] = await db.insert(adminAuditLogs).values(entry).returning({ id: adminAuditLogs.id });
  return row!.id;
}

export async function auditEntry(db: Db, id: string): Promise<AuditRow | undefined> {
  const [row] = await db.select().from(adminAuditLogs).where(eq(adminAuditLogs.id, id));
  return row;
}

/** @returns whether this call was the one that took the act back */
export async function markUndone(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(adminAuditLogs)
    .set({ undoneAt: now })
    .where(and(eq(adminAuditLogs.id, id), isNull(adminAuditLogs.undoneAt)))
    .returning({ id: adminAuditLogs.id });
  return rows.length > 0;
}
