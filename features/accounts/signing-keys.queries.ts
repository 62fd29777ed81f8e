import { asc, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { signingKeys } from './accounts.tables.ts';

/** Any constant will do, as long as every node uses the same one. */
const KEY_LOCK = 7_302_026;

/** Holds back other nodes that would make the first key at the same moment; given back at the end of the transaction. */
export async function lockKeys(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK})`);
}

/**
 * Keys that sign or may still be met in tokens that live, oldest first.
 * @param retiredAfter keys retired before this instant are left out
 */
export async function listKeys(db: Db, retiredAfter: Date) {
  return db
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.retiredAt), sql`${signingKeys.retiredAt} > ${retiredAfter.toISOString()}`))
    .orderBy(asc(signingKeys.createdAt));
}

/** Adds a signing key. */
export async function insertKey(db: Db, key: typeof signingKeys.$inferInsert): Promise<void> {
  await db.insert(signingKeys).values(key);
}

/** Ends signing with all present keys; they stay to verify what they signed. */
export async function retireKeys(db: Db, at: Date): Promise<void> {
  await db.update(signingKeys).set({ retiredAt: at }).where(isNull(signingKeys.retiredAt));
}
