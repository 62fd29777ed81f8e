import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { mfaFactors, sessions, signingKeys } from './accounts.tables.ts';

export type StoredSecret = { id: string; userId: string; secret: string };

/** Returns secrets of authenticator apps, ordered by id. */
export async function listFactorSecrets(db: Db, after: string, limit: number): Promise<StoredSecret[]> {
  const rows = await db
    .select({ id: mfaFactors.id, userId: mfaFactors.userId, secret: mfaFactors.secret })
    .from(mfaFactors)
    .where(and(isNotNull(mfaFactors.secret), gt(mfaFactors.id, after)))
    .orderBy(asc(mfaFactors.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, secret: row.secret! }));
}

/** Replaces the secret of a factor, unless it changed since it was read. */
export async function replaceFactorSecret(db: Db, row: StoredSecret, secret: string): Promise<void> {
  await db
    .update(mfaFactors)
    .set({ secret })
    .where(and(eq(mfaFactors.id, row.id), eq(mfaFactors.secret, row.secret)));
}

/** Returns keys of the sessions' refresh tokens, ordered by id. */
export async function listSessionSecrets(db: Db, after: string, limit: number): Promise<StoredSecret[]> {
  return db
    .select({ id: sessions.id, userId: sessions.userId, secret: sessions.refreshTokenKey })
    .from(sessions)
    .where(gt(sessions.id, after))
    .orderBy(asc(sessions.id))
    .limit(limit);
}

/** Replaces the key of a session, unless it changed since it was read. */
export async function replaceSessionSecret(db: Db, row: StoredSecret, secret: string): Promise<void> {
  await db
    .update(sessions)
    .set({ refreshTokenKey: secret })
    .where(and(eq(sessions.id, row.id), eq(sessions.refreshTokenKey, row.secret)));
}

/** Returns the private parts of the signing keys. */
export async function listPrivateKeys(db: Db): Promise<{ kid: string; privateJwk: Record<string, unknown> }[]> {
  return db.select({ kid: signingKeys.kid, privateJwk: signingKeys.privateJwk }).from(signingKeys);
}

/** Replaces the private part of a signing key. */
export async function replacePrivateKey(db: Db, kid: string, privateJwk: Record<string, unknown>): Promise<void> {
  await db.update(signingKeys).set({ privateJwk }).where(eq(signingKeys.kid, kid));
}
