import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { termsAcceptances, users } from './accounts.tables.ts';

type Acceptance = typeof termsAcceptances.$inferInsert;

/** Records accepted versions. Recording the same acceptance again changes nothing. */
export async function insertAcceptances(tx: Db, acceptances: Acceptance[]): Promise<void> {
  if (acceptances.length > 0) await tx.insert(termsAcceptances).values(acceptances).onConflictDoNothing();
}

/** Deletes the acceptance that was recorded when the account was created. */
export async function deleteSignUpAcceptance(tx: Db, userId: string): Promise<void> {
  await tx
    .delete(termsAcceptances)
    .where(and(eq(termsAcceptances.userId, userId), eq(termsAcceptances.place, 'sign_up')));
}

/** Returns the terms version a user accepted last; undefined if none was recorded. */
export async function findAcceptedTerms(db: Db, userId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ terms: termsAcceptances.terms })
    .from(termsAcceptances)
    .where(eq(termsAcceptances.userId, userId))
    .orderBy(desc(termsAcceptances.acceptedAt))
    .limit(1);
  return row?.terms;
}

/** Subquery for a user's acceptances of this version of the terms or a later one. */
export const selectAcceptedTerms = (userId: SQL, version: number): SQL =>
  sql`select 1 from auth.terms_acceptances t where t.user_id = ${userId} and t.terms >= ${version}`;

/** Returns whether a user confirmed that they're 18 or that a parent or guardian agrees. */
export async function isAdultConfirmed(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.select({ at: users.adultConfirmedAt }).from(users).where(eq(users.id, userId));
  return Boolean(row?.at);
}
