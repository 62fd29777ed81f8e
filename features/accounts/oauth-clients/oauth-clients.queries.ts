import { count, desc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { oauthClients } from '../accounts.tables.ts';

export type OAuthClientRow = typeof oauthClients.$inferSelect;

/** @returns the new OAuth client */
export async function insertOAuthClient(db: Db, values: typeof oauthClients.$inferInsert): Promise<OAuthClientRow> {
  const [row] = await db.insert(oauthClients).values(values).returning();
  return row!;
}

export async function findOAuthClient(db: Db, id: string): Promise<OAuthClientRow | undefined> {
  const [row] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
  return row;
}

/** Returns one page of OAuth clients, newest first, and the total count. */
export async function listOAuthClients(db: Db, page: number, perPage: number) {
  const rows = await db
    .select()
    .from(oauthClients)
    .orderBy(desc(oauthClients.createdAt), desc(oauthClients.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const [total] = await db.select({ count: count() }).from(oauthClients);
  return { rows, total: total?.count ?? 0 };
}

/** @returns the updated OAuth client, or undefined when it doesn't exist */
export async function updateOAuthClient(
  db: Db,
  id: string,
  values: Partial<OAuthClientRow>,
  now: Date,
): Promise<OAuthClientRow | undefined> {
  const [row] = await db
    .update(oauthClients)
    .set({ ...values, updatedAt: now })
    .where(eq(oauthClients.id, id))
    .returning();
  return row;
}

/** Deletes an OAuth client with everything users granted it. @returns false when it doesn't exist */
export async function deleteOAuthClient(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(oauthClients).where(eq(oauthClients.id, id)).returning({ id: oauthClients.id });
  return rows.length > 0;
}
