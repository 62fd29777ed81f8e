import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { oauthAuthorizations, oauthClients, oauthConsents, sessions } from '../accounts.tables.ts';

export type AuthorizationRow = typeof oauthAuthorizations.$inferSelect;

/** @returns the new authorization request */
export async function insertAuthorization(
  db: Db,
  values: typeof oauthAuthorizations.$inferInsert,
): Promise<AuthorizationRow> {
  const [row] = await db.insert(oauthAuthorizations).values(values).returning();
  return row!;
}

/**
 * Claims an authorization request for the first user who opens it.
 * @returns undefined when it's unknown, expired, answered, or claimed by someone else
 */
export async function claimAuthorization(
  db: Db,
  id: string,
  userId: string,
  now: Date,
): Promise<AuthorizationRow | undefined> {
  const [row] = await db
    .update(oauthAuthorizations)
    .set({ userId })
    .where(
      and(
        eq(oauthAuthorizations.id, id),
        or(isNull(oauthAuthorizations.userId), eq(oauthAuthorizations.userId, userId)),
        isNull(oauthAuthorizations.codeHash),
        gt(oauthAuthorizations.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

/** Sets the code of an authorization request, once. @returns false when it was already answered */
export async function answerAuthorization(db: Db, id: string, codeHash: string, expiresAt: Date): Promise<boolean> {
  const rows = await db
    .update(oauthAuthorizations)
    .set({ codeHash, expiresAt })
    .where(and(eq(oauthAuthorizations.id, id), isNull(oauthAuthorizations.codeHash)))
    .returning({ id: oauthAuthorizations.id });
  return rows.length > 0;
}

export async function deleteAuthorization(db: Db, id: string): Promise<void> {
  await db.delete(oauthAuthorizations).where(eq(oauthAuthorizations.id, id));
}

/** Consumes a code, whether or not the request is valid. @returns undefined when it's unknown or already used */
export async function redeemAuthorization(db: Db, codeHash: string, now: Date): Promise<AuthorizationRow | undefined> {
  const [row] = await db
    .update(oauthAuthorizations)
    .set({ usedAt: now })
    .where(and(eq(oauthAuthorizations.codeHash, codeHash), isNull(oauthAuthorizations.usedAt)))
    .returning();
  return row;
}

/** Returns the authorization request for a code, used or not. */
export async function findAuthorizationByCode(db: Db, codeHash: string): Promise<AuthorizationRow | undefined> {
  const [row] = await db.select().from(oauthAuthorizations).where(eq(oauthAuthorizations.codeHash, codeHash));
  return row;
}

/** Stores which session was opened with a code. */
export async function saveAuthorizationSession(db: Db, id: string, sessionId: string): Promise<void> {
  await db.update(oauthAuthorizations).set({ sessionId }).where(eq(oauthAuthorizations.id, id));
}

/** Returns the consent a user has given an app, if any. */
export async function findConsent(db: Db, userId: string, clientId: string) {
  const [row] = await db
    .select()
    .from(oauthConsents)
    .where(and(eq(oauthConsents.userId, userId), eq(oauthConsents.clientId, clientId)));
  return row;
}

/** Stores a user's consent. A new answer replaces the old one. */
export async function saveConsent(db: Db, values: typeof oauthConsents.$inferInsert): Promise<void> {
  const { scope, grantedAt } = values;
  await db
    .insert(oauthConsents)
    .values(values)
    .onConflictDoUpdate({ target: [oauthConsents.userId, oauthConsents.clientId], set: { scope, grantedAt } });
}

/** Returns a user's connected apps, newest first. */
export async function listConsents(db: Db, userId: string) {
  return db
    .select({ consent: oauthConsents, program: oauthClients })
    .from(oauthConsents)
    .innerJoin(oauthClients, eq(oauthClients.id, oauthConsents.clientId))
    .where(eq(oauthConsents.userId, userId))
    .orderBy(desc(oauthConsents.grantedAt));
}

/** Withdraws a consent and ends every session and request based on it. @returns false without a consent */
export async function withdrawConsent(tx: Db, userId: string, clientId: string): Promise<boolean> {
  const rows = await tx
    .delete(oauthConsents)
    .where(and(eq(oauthConsents.userId, userId), eq(oauthConsents.clientId, clientId)))
    .returning({ clientId: oauthConsents.clientId });
  await tx
    .delete(oauthAuthorizations)
    .where(and(eq(oauthAuthorizations.userId, userId), eq(oauthAuthorizations.clientId, clientId)));
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.oauthClientId, clientId)));
  return rows.length > 0;
}

/** Deletes requests that expired before this instant. */
export async function deleteExpiredAuthorizations(db: Db, before: Date): Promise<void> {
  await db.delete(oauthAuthorizations).where(lt(oauthAuthorizations.expiresAt, before));
}
