import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { BanScope } from './ban-reasons.schema.ts';
import type { Door } from './moderation.schema.ts';
import { adminRoles, banList } from './moderation.tables.ts';

export type BanRow = typeof banList.$inferSelect;

const holds = (now: Date) => and(isNull(banList.liftedAt), or(isNull(banList.expiresAt), gt(banList.expiresAt, now)));

/** Bans of one person that hold now, the longest first; with a door only those that shut it. */
export async function activeBans(db: Db, userId: string, now: Date, door?: Door): Promise<BanRow[]> {
  const scopes: BanScope[] = door ? [door, 'all'] : ['listing', 'applying', 'matching', 'all'];
  return db
    .select()
    .from(banList)
    .where(and(eq(banList.userId, userId), inArray(banList.scope, scopes), holds(now)))
    .orderBy(sql`${banList.expiresAt} desc nulls first`, desc(banList.id));
}

/** Every ban that a person ever had, newest first. */
export async function bansOf(db: Db, userId: string): Promise<BanRow[]> {
  return db.select().from(banList).where(eq(banList.userId, userId)).orderBy(desc(banList.createdAt), desc(banList.id));
}

export async function banById(db: Db, id: string): Promise<BanRow | undefined> {
  const [row] = await db.select().from(banList).where(eq(banList.id, id)).for('update');
  return row;
}

export async function insertBan(db: Db, ban: typeof banList.$inferInsert): Promise<BanRow> {
  const [row] = await db.insert(banList).values(ban).returning();
  return row!;
}

/** @returns whether the ban was still in force on paper and is lifted now */
export async function liftBan(db: Db, id: string, by: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(banList)
    .set({ liftedAt: now, liftedBy: by })
    .where(and(eq(banList.id, id), isNull(banList.liftedAt)))
    .returning({ id: banList.id });
  return rows.length > 0;
}

export async function countActiveBans(db: Db, now: Date): Promise<number> {
  return db.$count(banList, holds(now));
}

export async function isAdmin(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(adminRoles, eq(adminRoles.userId, userId))) > 0;
}

export async function adminIds(db: Db): Promise<string[]> {
  return (await db.select({ id: adminRoles.userId }).from(adminRoles)).map((row) => row.id);
}

/** Holds the account row until the transaction ends, so that two bans of one person follow one another. */
export async function lockAccount(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from auth.users where id = ${userId} for update`);
  return rows.length > 0;
}
