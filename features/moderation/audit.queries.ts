import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { toDayConditions, toWhereClause } from '../../db/days.ts';
import { adminAuditLogs } from './moderation.tables.ts';

export type AuditRow = typeof adminAuditLogs.$inferSelect;

/** @returns the ID of the new entry */
export async function insertAudit(db: Db, entry: typeof adminAuditLogs.$inferInsert): Promise<string> {
  const [row] = await db.insert(adminAuditLogs).values(entry).returning({ id: adminAuditLogs.id });
  return row!.id;
}

export async function findAuditEntry(db: Db, id: string): Promise<AuditRow | undefined> {
  const [row] = await db.select().from(adminAuditLogs).where(eq(adminAuditLogs.id, id));
  return row;
}

/** @returns whether this call was the one that undid the action */
export async function markUndone(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(adminAuditLogs)
    .set({ undoneAt: now })
    .where(and(eq(adminAuditLogs.id, id), isNull(adminAuditLogs.undoneAt)))
    .returning({ id: adminAuditLogs.id });
  return rows.length > 0;
}

export type AuditEntry = {
  id: string;
  admin_id: string | null;
  operator: string | null;
  action: string;
  target_type: string;
  target_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  undone_at: string | null;
  created_at: string;
};

type Filter = Partial<Record<'action' | 'target' | 'admin' | 'from' | 'to', string | undefined>>;

/** Lists admin actions, newest first. */
export async function listAuditLog(db: Db, filter: Filter, limit: number): Promise<AuditEntry[]> {
  const conditions = [
    ...(filter.action ? [sql`action = ${filter.action}`] : []),
    ...(filter.target ? [sql`target_id = ${filter.target}`] : []),
    ...(filter.admin ? [sql`admin_id = ${filter.admin}`] : []),
    ...toDayConditions(sql`created_at`, filter),
  ];
  const { rows } = await db.execute<AuditEntry>(sql`
    select l.id, l.admin_id, l.operator, l.action, l.target_type, l.target_id, l.before, l.after,
           l.undone_at::text as undone_at, l.created_at::text as created_at
      from admin_audit_logs l ${toWhereClause(conditions)}
     order by l.created_at desc, l.id desc
     limit ${limit}`);
  return rows;
}

/** Lists the distinct names of all actions ever recorded. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ action: string }>(sql`select distinct action from admin_audit_logs order by 1`);
  return rows.map((row) => row.action);
}
