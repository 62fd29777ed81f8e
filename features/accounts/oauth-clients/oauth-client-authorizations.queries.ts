import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { oauthAuthorizations, oauthClients, oauthConsents, sessions } from '../accounts.tables.ts';

export type AuthorizationRow = typeof oauthAuthorizations.$inferSelect;

/** @returns the new request as it was written */
export async function insertAuthorization(
  db: Db,
  values: typeof oauthAuthorizations.$inferInsert,
): Promise<AuthorizationRow> {
  const [row] = await db.insert(oauthAuthorizations).values(values).returning();
  return row!;
}

/**
 * Takes a request for a person; the first who opens it keeps it.
 * @returns undefined when it is unknown, over, answered, or somebody else's
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

/** Gives a request its code, once. @returns false when it was answered meanwhile */
export async function answerAuthorization(db: Db, id: string, codeHash: string, expiresAt: Date): Promise<boolean> {
  const rows = await db
    .update(oauthAuthorizations)
    .set({ codeHash, expiresAt })
    .where(and(eq(oauthAuthorizations.id, id), isNull(oauthAuthorizations.codeHash)))
    .returning({ id: oauthAuthorizations.id });
  return rows.length > 0;
}

/** Removes a request. */
export async function deleteAuthorization(db: Db, id: string): Promise<void> {
  await db.delete(oauthAuthorizations).where(eq(oauthAuthorizations.id, id));
}

/** Uses up a code, right or wrong. @returns undefined when there is none, or it was used before */
export async function redeemAuthorization(db: Db, codeHash: string, now: Date): Promise<AuthorizationRow | undefined> {
  const [row] = await db
    .update(oauthAuthorizations)
    .set({ usedAt: now })
    .where(and(eq(oauthAuthorizations.codeHash, codeHash), isNull(oauthAuthorizations.usedAt)))
    .returning();
  return row;
}

/** The request behind a code, used or not. */
export async function findAuthorizationByCode(db: Db, codeHash: string): Promise<AuthorizationRow | undefined> {
  const [row] = await db.select().from(oauthAuthorizations).where(eq(oauthAuthorizations.codeHash, codeHash));
  return row;
}

/** Remembers which session a code has opened. */
export async function saveAuthorizationSession(db: Db, id: string, sessionId: string): Promise<void> {
  await db.update(oauthAuthorizations).set({ sessionId }).where(eq(oauthAuthorizations.id, id));
}

/** What a person has agreed to for a program, if anything. */
export async function findConsent(db: Db, userId: string, clientId: string) {
  const [row] = await db
    .select()
    .from(oauthConsents)
    .where(and(eq(oauthConsents.userId, userId), eq(oauthConsents.clientId, clientId)));
  return row;
}

/** Writes what a person agreed to; a new answer replaces the old one. */
export async function saveConsent(db: Db, values: typeof oauthConsents.$inferInsert): Promise<void> {
  const { scope, grantedAt } = values;
  await db
    .insert(oauthConsents)
    .values(values)
    .onConflictDoUpdate({ target: [oauthConsents.userId, oauthConsents.clientId], set: { scope, grantedAt } });
}

/** Programs that a person has let in, newest first. */
export async function listConsents(db: Db, userId: string) {
  return db
    .select({ consent: oauthConsents, program: oauthClients })
    .from(oauthConsents)
    .innerJoin(oauthClients, eq(oauthClients.id, oauthConsents.clientId))
    .where(eq(oauthConsents.userId, userId))
    .orderBy(desc(oauthConsents.grantedAt));
}

/** Takes a consent back with every session and request that lives by it. @returns false when there was none */
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

/** Removes requests whose time was over before this instant. */
export async function deleteExpiredAuthorizations(db: Db, before: Date): Promise<void> {
  await db.delete(oauthAuthorizations).where(lt(oauthAuthorizations.expiresAt, before));
}
