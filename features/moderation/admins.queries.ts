import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { adminRoles } from './moderation.tables.ts';

/** Whether the person holds the admin role. */
export async function isAdmin(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(adminRoles, eq(adminRoles.userId, userId))) > 0;
}

/** Everybody who holds the admin role. */
export async function adminIds(db: Db): Promise<string[]> {
  return (await db.select({ id: adminRoles.userId }).from(adminRoles)).map((row) => row.id);
}

/**
 * The condition "holds the admin role" for statements of other features.
 * @param userId an id, or an expression for one
 * @example sql`select ${holdsAdminRole(sql`u.id`)} as is_admin from …`
 */
export const holdsAdminRole = (userId: SQLWrapper | string): SQL =>
  sql`exists (select 1 from ${adminRoles} where ${adminRoles.userId} = ${userId})`;

/** Makes somebody an admin; nothing happens when they are one. */
export async function grantAdminRole(tx: Db, userId: string): Promise<void> {
  await tx.insert(adminRoles).values({ userId }).onConflictDoNothing();
}

/** Takes the admin role back. */
export async function revokeAdminRole(tx: Db, userId: string): Promise<void> {
  await tx.delete(adminRoles).where(eq(adminRoles.userId, userId));
}
