import { count, desc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { oauthClients } from '../accounts.tables.ts';

export type OAuthClientRow = typeof oauthClients.$inferSelect;

/** @returns the new program as it was written */
export async function insertOAuthClient(db: Db, values: typeof oauthClients.$inferInsert): Promise<OAuthClientRow> {
  const [row] = await db.insert(oauthClients).values(values).returning();
  return row!;
}

/** The program with this id. */
export async function findOAuthClient(db: Db, id: string): Promise<OAuthClientRow | undefined> {
  const [row] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
  return row;
}

/** One page of programs, newest first, and how many there are. */
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

/** @returns the program as it is now, or undefined when there is none */
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

/** Removes a program with everything that people allowed it. @returns false when there was none */
export async function deleteOAuthClient(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(oauthClients).where(eq(oauthClients.id, id)).returning({ id: oauthClients.id });
  return rows.length > 0;
}
