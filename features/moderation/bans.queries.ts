import { and, desc, eq, gt, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { BanScope } from './ban-reasons.schema.ts';
import { banList } from './moderation.tables.ts';

export type BanRow = typeof banList.$inferSelect;

/** The one place that says when a ban holds: not lifted, and without an end or with an end to come. */
const isActiveSql = (now: Date | SQL) =>
  and(isNull(banList.liftedAt), or(isNull(banList.expiresAt), gt(banList.expiresAt, now)));

/** Bans that shut a door; `all` is no door: only a ban from everything counts. */
const coversScope = (door: BanScope) => inArray(banList.scope, door === 'all' ? ['all'] : [door, 'all']);

/**
 * The condition "is banned now" for statements of other features; write `not ${isBannedNow(…)}` for those who may.
 * @param userId an id, or an expression for one
 * @param door what they are about to do, or `all` for those who are banned from everything
 * @param now an instant, or an expression for one
 * @example sql`select p.id from ${players} p where not ${isBannedNow(sql`p.id`, 'matching', now)}`
 */
export const isBannedNow = (userId: SQLWrapper | string, door: BanScope, now: Date | SQL): SQL =>
  sql`exists (select 1 from ${banList} where ${and(sql`${banList.userId} = ${userId}`, coversScope(door), isActiveSql(now))})`;

/**
 * Who is banned now, each person once, as a source of rows (`user_id`) for statements of other features.
 */
export const selectBannedUsers = (door: BanScope, now: Date | SQL): SQL =>
  sql`(select distinct ${banList.userId} from ${banList} where ${and(coversScope(door), isActiveSql(now))})`;

/** How many bans of whatever scope hold for somebody now, for statements of other features. */
export const countBansOf = (userId: SQLWrapper | string, now: Date | SQL): SQL<number> =>
  sql`(select count(*)::int from ${banList} where ${and(sql`${banList.userId} = ${userId}`, isActiveSql(now))})`;

/** Bans of one person that hold now, the longest first; with a door (or `all`) only those that shut it. */
export async function listActiveBans(db: Db, userId: string, now: Date, door?: BanScope): Promise<BanRow[]> {
  return db
    .select()
    .from(banList)
    .where(and(eq(banList.userId, userId), door && coversScope(door), isActiveSql(now)))
    .orderBy(sql`${banList.expiresAt} desc nulls first`, desc(banList.id));
}

/** Who of these is banned now, and from what. */
export async function listBanScopes(
  db: Db,
  userIds: readonly string[],
  now: Date,
): Promise<{ userId: string; scope: BanScope }[]> {
  return db
    .selectDistinct({ userId: banList.userId, scope: banList.scope })
    .from(banList)
    .where(and(inArray(banList.userId, [...userIds]), isActiveSql(now)));
}

/** Of many people those who are banned from everything. */
export async function findFullyBanned(db: Db, users: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ userId: banList.userId })
    .from(banList)
    .where(and(inArray(banList.userId, users), eq(banList.scope, 'all'), isActiveSql(now)));
  return new Set(rows.map(({ userId }) => userId));
}

/** Every ban that a person ever had, newest first. */
export async function listBans(db: Db, userId: string): Promise<BanRow[]> {
  return db.select().from(banList).where(eq(banList.userId, userId)).orderBy(desc(banList.createdAt), desc(banList.id));
}

export async function findBan(db: Db, id: string): Promise<BanRow | undefined> {
  const [row] = await db.select().from(banList).where(eq(banList.id, id)).for('update');
  return row;
}

export async function insertBan(db: Db, ban: typeof banList.$inferInsert): Promise<BanRow> {
  const [row] = await db.insert(banList).values(ban).returning();
  return row!;
}

/** @returns whether the ban was still in force on paper and is lifted now */
export async function markLifted(db: Db, id: string, by: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(banList)
    .set({ liftedAt: now, liftedBy: by })
    .where(and(eq(banList.id, id), isNull(banList.liftedAt)))
    .returning({ id: banList.id });
  return rows.length > 0;
}

/** Ran out by itself, and nobody was told. */
const isUnannounced = (now: Date) =>
  and(isNull(banList.liftedAt), isNull(banList.endedAnnouncedAt), lte(banList.expiresAt, now));

/** Ids of bans that ran out by themselves and were not announced, the first to end first. */
export async function listUnannouncedExpired(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: banList.id })
    .from(banList)
    .where(isUnannounced(now))
    .orderBy(banList.expiresAt, banList.id)
    .limit(limit);
  return rows.map((row) => row.id);
}

/** @returns the ban, where this call was the one that marked it as announced */
export async function markAnnounced(tx: Db, id: string, now: Date): Promise<BanRow | undefined> {
  const [row] = await tx
    .update(banList)
    .set({ endedAnnouncedAt: now })
    .where(and(eq(banList.id, id), isUnannounced(now)))
    .returning();
  return row;
}

export async function countActiveBans(db: Db, now: Date): Promise<number> {
  return db.$count(banList, isActiveSql(now));
}
