import { and, asc, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { webauthnChallenges, webauthnCredentials } from '../accounts.tables.ts';

export type PasskeyRow = typeof webauthnCredentials.$inferSelect;

/** @returns the new passkey; throws a unique violation if the credential is already registered */
export async function insertPasskey(db: Db, values: typeof webauthnCredentials.$inferInsert): Promise<PasskeyRow> {
  const [row] = await db.insert(webauthnCredentials).values(values).returning();
  return row!;
}

/** @returns a user's passkeys, oldest first */
export async function listUserPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(webauthnCredentials)
    .where(eq(webauthnCredentials.userId, userId))
    .orderBy(asc(webauthnCredentials.createdAt));
}

/** Returns the passkey with this credential id (base64url), regardless of owner. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(webauthnCredentials).where(eq(webauthnCredentials.credentialId, credentialId));
  return row;
}

/** @returns undefined when the user has no passkey with this id */
export async function updatePasskey(
  db: Db,
  userId: string,
  id: string,
  values: Partial<PasskeyRow>,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .update(webauthnCredentials)
    .set(values)
    .where(and(eq(webauthnCredentials.id, id), eq(webauthnCredentials.userId, userId)))
    .returning();
  return row;
}

/** @returns whether the passkey existed */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(webauthnCredentials)
    .where(and(eq(webauthnCredentials.id, id), eq(webauthnCredentials.userId, userId)))
    .returning({ id: webauthnCredentials.id });
  return rows.length > 0;
}

/** @returns the id of the new ceremony */
export async function insertCeremony(db: Db, values: typeof webauthnChallenges.$inferInsert): Promise<string> {
  const [row] = await db.insert(webauthnChallenges).values(values).returning({ id: webauthnChallenges.id });
  return row!.id;
}

/** Claims a ceremony. Each can be claimed once. */
export async function claimCeremony(db: Db, id: string, kind: 'registration' | 'authentication', now: Date) {
  const [row] = await db
    .delete(webauthnChallenges)
    .where(and(eq(webauthnChallenges.id, id), eq(webauthnChallenges.kind, kind), gt(webauthnChallenges.expiresAt, now)))
    .returning();
  return row;
}

export async function deleteExpiredCeremonies(db: Db, before: Date): Promise<void> {
  await db.delete(webauthnChallenges).where(lt(webauthnChallenges.expiresAt, before));
}
