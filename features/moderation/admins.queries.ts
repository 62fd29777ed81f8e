import { eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { accountList, selectVerifiedFactorCount } from '../accounts/account-views.queries.ts';
import { adminRoles } from './moderation.tables.ts';

/** Tables that decide permissions. */
export const ROLE_TABLES = ['admin_roles'];

/** Returns whether the person holds the admin role. */
export async function isAdmin(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(adminRoles, eq(adminRoles.userId, userId))) > 0;
}

/** Lists everyone who holds the admin role. */
export async function listAdminIds(db: Db): Promise<string[]> {
  return (await db.select({ id: adminRoles.userId }).from(adminRoles)).map((row) => row.id);
}

const CONSOLE_ADMIN_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the console's topic for each of these users who is an admin. All admins share one topic. */
export async function listConsoleTopics(db: Db, users: string[]): Promise<{ userId: string; id: string }[]> {
  const admins = await db
    .select({ userId: adminRoles.userId })
    .from(adminRoles)
    .where(inArray(adminRoles.userId, users));
  return admins.map(({ userId }) => ({ userId, id: CONSOLE_ADMIN_ID }));
}

/**
 * Builds the condition "holds the admin role" for statements of other features.
 * @param userId an ID, or an expression for one
 * @example sql`select ${hasAdminRoleSql(sql`u.id`)} as is_admin from …`
 */
export const hasAdminRoleSql = (userId: SQLWrapper | string): SQL =>
  sql`exists (select 1 from ${adminRoles} where ${adminRoles.userId} = ${userId})`;

/** Lists the email addresses of all admins, longest-serving first. */
export async function listAdminEmails(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(
    sql`select u.email from admin_roles a join ${accountList} u on u.id = a.user_id order by a.created_at`,
  );
  return rows.map(({ email }) => email);
}

/**
 * Returns whether an admin has two-factor authentication, or undefined for other users. Uses a single query, because it
 * runs on every admin request.
 */
export async function findAdminStatus(db: Db, userId: string): Promise<{ hasFactor: boolean } | undefined> {
  const { rows } = await db.execute<{ factors: number }>(
    sql`select ${selectVerifiedFactorCount(sql`a.user_id`)} as factors from admin_roles a where a.user_id = ${userId} limit 1`,
  );
  return rows[0] && { hasFactor: Number(rows[0].factors) > 0 };
}

/** Returns whether an admin with two-factor authentication has used it in this session. */
export const hasRequiredFactor = ({ hasFactor }: { hasFactor: boolean }, aal: string) => !hasFactor || aal === 'aal2';

/** Returns whether a user may act as an admin in this session. */
export async function canActAsAdmin(db: Db, { userId, aal }: { userId: string; aal: string }): Promise<boolean> {
  const admin = await findAdminStatus(db, userId);
  return admin !== undefined && hasRequiredFactor(admin, aal);
}

/** Grants the admin role, or does nothing when the user already has it. */
export async function grantAdminRole(tx: Db, userId: string): Promise<void> {
  await tx.insert(adminRoles).values({ userId }).onConflictDoNothing();
}

export async function revokeAdminRole(tx: Db, userId: string): Promise<void> {
  await tx.delete(adminRoles).where(eq(adminRoles.userId, userId));
}
