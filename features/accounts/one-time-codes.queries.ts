import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { oneTimeTokens } from './accounts.tables.ts';

export type CodeRow = typeof oneTimeTokens.$inferSelect;

/** Inserts a code or replaces the user's code for the same purpose. */
export async function upsertCode(db: Db, values: typeof oneTimeTokens.$inferInsert): Promise<void> {
  const { userId: _u, tokenType: _t, ...rest } = values;
  await db
    .insert(oneTimeTokens)
    .values(values)
    .onConflictDoUpdate({
      target: [oneTimeTokens.userId, oneTimeTokens.tokenType],
      set: { attempts: 0, codeChallenge: null, codeChallengeMethod: null, ...rest },
    });
}

/** Returns the code with this link, locked until the transaction ends. */
export async function findCodeByLink(tx: Db, linkHash: string): Promise<CodeRow | undefined> {
  const [row] = await tx.select().from(oneTimeTokens).where(eq(oneTimeTokens.linkHash, linkHash)).for('update');
  return row;
}

/** Deletes and returns a code, so it can be claimed only once. */
export async function claimCode(tx: Db, id: string): Promise<CodeRow | undefined> {
  const [row] = await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.id, id)).returning();
  return row;
}

/** Returns a user's codes for these purposes, locked until the transaction ends. */
export async function findCodes(tx: Db, userId: string, purposes: string[]): Promise<CodeRow[]> {
  return tx
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.tokenType, purposes)))
    .for('update');
}

/** Returns whether a code sent to this address is still valid. */
export async function hasOpenCode(
  db: Db,
  userId: string,
  { purpose, relatesTo, now }: { purpose: string; relatesTo: string; now: Date },
): Promise<boolean> {
  const [row] = await db
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.tokenType, purpose),
        eq(oneTimeTokens.relatesTo, relatesTo),
        gt(oneTimeTokens.expiresAt, now),
      ),
    );
  return row !== undefined;
}

/**
 * Counts a wrong guess against these codes, because we don't know which one was meant. Runs even if there are no codes,
 * so that timing reveals nothing.
 */
export async function incrementWrongGuesses(db: Db, ids: string[]): Promise<void> {
  await db
    .update(oneTimeTokens)
    .set({ attempts: sql`${oneTimeTokens.attempts} + 1` })
    .where(sql`${oneTimeTokens.id} = any(${sql.param(ids)}::uuid[])`);
}

/** Deletes a code so that it can't be used again. */
export async function deleteCode(db: Db, id: string): Promise<void> {
  await db.delete(oneTimeTokens).where(eq(oneTimeTokens.id, id));
}

export async function deleteCodesOf(db: Db, userId: string): Promise<void> {
  await db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
}

export async function deleteExpiredCodes(db: Db, before: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, before));
}
