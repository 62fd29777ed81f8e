import { and, desc, eq, gt, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { BanScope } from './ban-reasons.schema.ts';
import { banList } from './moderation.tables.ts';

export type BanRow = typeof banList.$inferSelect;

/** The only definition of an active ban: not lifted, and with no end or an end in the future. */
const isActiveSql = (now: Date | SQL) =>
  and(isNull(banList.liftedAt), or(isNull(banList.expiresAt), gt(banList.expiresAt, now)));

/** Selects the bans that deny a surface. `all` isn't a surface, so it only matches bans from everything. */
const isScopeCovered = (surface: BanScope) => inArray(banList.scope, surface === 'all' ? ['all'] : [surface, 'all']);

/**
 * Builds the condition "is banned now" for statements of other features; write `not ${isBannedNow(…)}` for users who
 * aren't.
 * @param userId an ID, or an expression for one
 * @param surface the surface they want to use, or `all` for users banned from everything
 * @param now a time, or an expression for one
 * @example sql`select p.id from ${players} p where not ${isBannedNow(sql`p.id`, 'matching', now)}`
 */
export const isBannedNow = (userId: SQLWrapper | string, surface: BanScope, now: Date | SQL): SQL =>
  sql`exists (select 1 from ${banList} where ${and(sql`${banList.userId} = ${userId}`, isScopeCovered(surface), isActiveSql(now))})`;

/** Selects the users banned now, each once, as a row source (`user_id`) for statements of other features. */
export const selectBannedUsers = (surface: BanScope, now: Date | SQL): SQL =>
  sql`(select distinct ${banList.userId} from ${banList} where ${and(isScopeCovered(surface), isActiveSql(now))})`;

/** Counts a user's active bans of any scope, for statements of other features. */
export const countBansOf = (userId: SQLWrapper | string, now: Date | SQL): SQL<number> =>
  sql`(select count(*)::int from ${banList} where ${and(sql`${banList.userId} = ${userId}`, isActiveSql(now))})`;

/** Lists a user's active bans, longest first. With a surface (or `all`), lists only bans that deny it. */
export async function listActiveBans(db: Db, userId: string, now: Date, surface?: BanScope): Promise<BanRow[]> {
  return db
    .select()
    .from(banList)
    .where(and(eq(banList.userId, userId), surface && isScopeCovered(surface), isActiveSql(now)))
    .orderBy(sql`${banList.expiresAt} desc nulls first`, desc(banList.id));
}

/** Lists which of these users are banned now, and their bans' scopes. */
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

/** Returns which of these users are banned from everything. */
export async function findFullyBanned(db: Db, users: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ userId: banList.userId })
    .from(banList)
    .where(and(inArray(banList.userId, users), eq(banList.scope, 'all'), isActiveSql(now)));
  return new Set(rows.map(({ userId }) => userId));
}

/** Lists every ban a user ever had, newest first. */
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

/** @returns whether this call lifted the ban; false when it was already lifted */
export async function markLifted(db: Db, id: string, by: string | null, now: Date): Promise<boolean> {
  const rows = await db
    .update(banList)
    .set({ liftedAt: now, liftedBy: by })
    .where(and(eq(banList.id, id), isNull(banList.liftedAt)))
    .returning({ id: banList.id });
  return rows.length > 0;
}

/** Selects expired bans whose event hasn't been published. */
const isUnannounced = (now: Date) =>
  and(isNull(banList.liftedAt), isNull(banList.endedAnnouncedAt), lte(banList.expiresAt, now));

/** Lists the IDs of expired bans whose event hasn't been published, earliest end first. */
export async function listUnpublishedExpiries(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: banList.id })
    .from(banList)
    .where(isUnannounced(now))
    .orderBy(banList.expiresAt, banList.id)
    .limit(limit);
  return rows.map((row) => row.id);
}

/** @returns the ban if this call marked it as announced */
export async function markExpiryPublished(tx: Db, id: string, now: Date): Promise<BanRow | undefined> {
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
