import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { FactorRow } from '../accounts.queries.ts';
import { mfaChallenges, mfaFactors, sessions } from '../accounts.tables.ts';

export type ChallengeRow = typeof mfaChallenges.$inferSelect;

/** @returns the new factor; throws a unique violation if the user has one with the same name */
export async function insertFactor(db: Db, values: typeof mfaFactors.$inferInsert): Promise<FactorRow> {
  const [row] = await db.insert(mfaFactors).values(values).returning();
  return row!;
}

/** Returns the factor with this id if it belongs to this user. */
export async function findFactor(db: Db, userId: string, id: string): Promise<FactorRow | undefined> {
  const [row] = await db
    .select()
    .from(mfaFactors)
    .where(and(eq(mfaFactors.id, id), eq(mfaFactors.userId, userId)));
  return row;
}

export async function updateFactor(db: Db, id: string, values: Partial<FactorRow>, now: Date): Promise<void> {
  await db
    .update(mfaFactors)
    .set({ ...values, updatedAt: now })
    .where(eq(mfaFactors.id, id));
}

/** Consumes a time step of a factor. @returns false when this step or a later one was used before */
export async function claimStep(db: Db, id: string, step: number): Promise<boolean> {
  const rows = await db
    .update(mfaFactors)
    .set({ lastUsedStep: step })
    .where(and(eq(mfaFactors.id, id), or(isNull(mfaFactors.lastUsedStep), lt(mfaFactors.lastUsedStep, step))))
    .returning({ id: mfaFactors.id });
  return rows.length > 0;
}

/** Deletes a factor. The database deletes its challenges too. */
export async function deleteFactor(db: Db, id: string): Promise<void> {
  await db.delete(mfaFactors).where(eq(mfaFactors.id, id));
}

/** Deletes unfinished enrollments. */
export async function deleteUnverifiedFactors(db: Db, userId: string, before: Date): Promise<void> {
  await db
    .delete(mfaFactors)
    .where(and(eq(mfaFactors.userId, userId), eq(mfaFactors.status, 'unverified'), lt(mfaFactors.createdAt, before)));
}

/** @returns the new challenge */
export async function insertChallenge(db: Db, values: typeof mfaChallenges.$inferInsert): Promise<ChallengeRow> {
  const [row] = await db.insert(mfaChallenges).values(values).returning();
  return row!;
}

/** Returns the challenge with this id if it belongs to this factor. */
export async function findChallenge(db: Db, factorId: string, id: string): Promise<ChallengeRow | undefined> {
  const [row] = await db
    .select()
    .from(mfaChallenges)
    .where(and(eq(mfaChallenges.id, id), eq(mfaChallenges.factorId, factorId)));
  return row;
}

/** Increments the number of attempts. @returns the number of attempts, including this one */
export async function incrementTries(db: Db, id: string): Promise<number> {
  const [row] = await db
    .update(mfaChallenges)
    .set({ attempts: sql`${mfaChallenges.attempts} + 1` })
    .where(eq(mfaChallenges.id, id))
    .returning({ attempts: mfaChallenges.attempts });
  return row?.attempts ?? Number.POSITIVE_INFINITY;
}

/** Stores the hash of the code sent for a challenge. */
export async function setChallengeCode(db: Db, id: string, otpHash: string): Promise<void> {
  await db.update(mfaChallenges).set({ otpHash }).where(eq(mfaChallenges.id, id));
}

/** @returns false when a concurrent request has just consumed it */
export async function consumeChallenge(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(mfaChallenges).where(eq(mfaChallenges.id, id)).returning({ id: mfaChallenges.id });
  return rows.length > 0;
}

/** Downgrades the sessions that a factor had raised. Called when the factor is removed. */
export async function downgradeSessions(db: Db, factorId: string): Promise<void> {
  await db.update(sessions).set({ aal: 'aal1', factorId: null }).where(eq(sessions.factorId, factorId));
}

/** Ends a user's sessions that never used a second factor, except the given one. */
export async function deleteAal1Sessions(db: Db, userId: string, keptSessionId: string): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.aal, 'aal1'), ne(sessions.id, keptSessionId)));
}

/** Returns the challenge with the phone number of its factor. */
export async function findChallengeWithPhone(db: Db, id: string) {
  const [row] = await db
    .select({ id: mfaChallenges.id, phone: mfaFactors.phone })
    .from(mfaChallenges)
    .innerJoin(mfaFactors, eq(mfaFactors.id, mfaChallenges.factorId))
    .where(eq(mfaChallenges.id, id));
  return row;
}
