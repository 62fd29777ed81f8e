import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { banAppeals } from './moderation.tables.ts';

export type AppealRow = typeof banAppeals.$inferSelect;

export async function insertAppeal(db: Db, appeal: Omit<typeof banAppeals.$inferInsert, 'status'>): Promise<AppealRow> {
  const [row] = await db
    .insert(banAppeals)
    .values({ ...appeal, status: 'open' })
    .returning();
  return row!;
}

export async function lockAppeal(tx: Db, id: string): Promise<AppealRow | undefined> {
  const [row] = await tx.select().from(banAppeals).where(eq(banAppeals.id, id)).for('update');
  return row;
}

export async function decideAppeal(
  tx: Db,
  id: string,
  decision: Pick<AppealRow, 'status' | 'answer' | 'decidedBy' | 'decidedAt'>,
): Promise<void> {
  await tx
    .update(banAppeals)
    .set(decision)
    .where(and(eq(banAppeals.id, id), eq(banAppeals.status, 'open')));
}

export async function listAppealsAgainst(db: Db, banIds: string[]): Promise<AppealRow[]> {
  if (banIds.length === 0) return [];
  return db.select().from(banAppeals).where(inArray(banAppeals.banId, banIds)).orderBy(desc(banAppeals.createdAt));
}

export type OpenAppealRow = {
  id: string;
  message: string;
  created_at: string;
  user_id: string;
  ban_id: string;
  scope: string;
  reason: string;
  expires_at: string | null;
  banned_at: string;
};

/** Lists appeals waiting for a decision, oldest first, each with its ban. */
export async function listOpenAppeals(db: Db, limit: number): Promise<OpenAppealRow[]> {
  const { rows } = await db.execute<OpenAppealRow>(sql`
    select a.id, a.message, a.created_at::text as created_at, a.user_id, b.id as ban_id, b.scope, b.reason,
           b.expires_at::text as expires_at, b.created_at::text as banned_at
      from ban_appeals a
      join ban_list b on b.id = a.ban_id
     where a.status = 'open'
     order by a.created_at, a.id
     limit ${limit}`);
  return rows;
}
