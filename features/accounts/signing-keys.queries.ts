import { asc, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { signingKeys } from './accounts.tables.ts';

/** Advisory lock id, which all nodes must share. */
const KEY_LOCK = 7_302_026;

/** Blocks other nodes from creating the first key at the same time. Released at the end of the transaction. */
export async function lockKeys(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK})`);
}

/**
 * Returns keys that sign or that unexpired tokens may still use, oldest first.
 * @param retiredAfter leaves out keys retired before this time
 */
export async function listKeys(db: Db, retiredAfter: Date) {
  return db
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.retiredAt), sql`${signingKeys.retiredAt} > ${retiredAfter.toISOString()}`))
    .orderBy(asc(signingKeys.createdAt));
}

export async function insertKey(db: Db, key: typeof signingKeys.$inferInsert): Promise<void> {
  await db.insert(signingKeys).values(key);
}

/** Retires all current keys, but keeps them to verify the tokens they signed. */
export async function retireKeys(db: Db, at: Date): Promise<void> {
  await db.update(signingKeys).set({ retiredAt: at }).where(isNull(signingKeys.retiredAt));
}
