import { and, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from './accounts.tables.ts';

/** Stores that the user's profile was in the directory, so that canceling the deletion can restore it. */
export async function recordPublicProfile(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ hiddenProfile: true, updatedAt: now }).where(eq(users.id, userId));
}

/** Ids of users who have scheduled the deletion of their account, as a subquery. */
export const usersPendingDeletion: SQL = sql`(select id from ${users} where delete_after is not null)`;

/** Returns whether the user has scheduled the deletion of their account, or no longer exists. */
export async function isPendingDeletion(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNull(users.deleteAfter), isNull(users.deletedAt)))) === 0;
}

/** Returns which of these users still exist and haven't scheduled the deletion of their account. */
export async function findRemainingUsers(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNull(users.deleteAfter), isNull(users.deletedAt)));
  return new Set(rows.map(({ id }) => id));
}

/** @returns ids of accounts whose grace period is over */
export async function listDueForDeletion(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deleteAfter), lte(users.deleteAfter, now)))
    .limit(limit);
  return rows.map((row) => row.id);
}

const hasEmailDomainSql = (domains: readonly string[]): SQL =>
  sql`split_part(lower(email), '@', 2) = any (${sql.param([...domains])}::text[])`;

/**
 * Counts accounts with an email address at one of these domains. With `others`, counts all accounts without such an
 * address instead.
 */
export const countAccountsOfDomains = (db: Db, domains: readonly string[], selection?: 'others'): Promise<number> =>
  db.$count(users, selection ? sql`(${hasEmailDomainSql(domains)}) is not true` : hasEmailDomainSql(domains));

/** Schedules the accounts at these domains for immediate deletion. @returns their number */
export async function endAccountsOfDomains(db: Db, domains: readonly string[], now: Date): Promise<number> {
  const { rowCount } = await db
    .update(users)
    .set({ deleteAfter: now, updatedAt: now })
    .where(hasEmailDomainSql(domains));
  return rowCount ?? 0;
}
