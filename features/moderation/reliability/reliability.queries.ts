import { and, asc, eq, gt, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { BASE_CREDIT, HALF_LIFE_DAYS } from './reliability.rules.ts';
import { reliabilityEvidence, unreliablePlayers } from './reliability.tables.ts';

export type UnreliableRow = typeof unreliablePlayers.$inferSelect;
export type EvidenceLine = typeof reliabilityEvidence.$inferInsert;

/** Writes one piece of evidence, replacing any earlier one for the same cause. */
export async function upsertEvidence(tx: Db, line: EvidenceLine): Promise<void> {
  const { userId, cause, ...change } = line;
  await tx
    .insert(reliabilityEvidence)
    .values({ userId, cause, ...change })
    .onConflictDoUpdate({ target: [reliabilityEvidence.userId, reliabilityEvidence.cause], set: change });
}

export async function deleteEvidence(tx: Db, userId: string, cause: string): Promise<void> {
  await tx
    .delete(reliabilityEvidence)
    .where(and(eq(reliabilityEvidence.userId, userId), eq(reliabilityEvidence.cause, cause)));
}

/** Lists everything that a user attended or missed. */
export async function listEvidence(db: Db, userId: string) {
  return db
    .select({ happenedAt: reliabilityEvidence.happenedAt, missed: reliabilityEvidence.missed })
    .from(reliabilityEvidence)
    .where(eq(reliabilityEvidence.userId, userId));
}

/** Lists the evidence of several users, by ID; users without any are omitted. */
export async function listEvidenceOfUsers(db: Db, userIds: string[]) {
  const rows = await db
    .select({
      userId: reliabilityEvidence.userId,
      happenedAt: reliabilityEvidence.happenedAt,
      missed: reliabilityEvidence.missed,
    })
    .from(reliabilityEvidence)
    .where(inArray(reliabilityEvidence.userId, userIds));
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** Returns the record of a user's unreliable period, even if the period is already over. */
export async function findUnreliable(db: Db, userId: string): Promise<UnreliableRow | undefined> {
  const [row] = await db.select().from(unreliablePlayers).where(eq(unreliablePlayers.userId, userId));
  return row;
}

export async function upsertUnreliable(tx: Db, row: UnreliableRow): Promise<void> {
  const { score, returnsAt } = row;
  await tx
    .insert(unreliablePlayers)
    .values(row)
    .onConflictDoUpdate({ target: unreliablePlayers.userId, set: { score, returnsAt } });
}

export async function deleteUnreliable(tx: Db, userId: string): Promise<void> {
  await tx.delete(unreliablePlayers).where(eq(unreliablePlayers.userId, userId));
}

/** Lists the IDs of users whose time below the limit is over. */
export async function listReturningIds(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: unreliablePlayers.userId })
    .from(unreliablePlayers)
    .where(lte(unreliablePlayers.returnsAt, now))
    .orderBy(asc(unreliablePlayers.returnsAt))
    .limit(limit);
  return rows.map((row) => row.userId);
}

/**
 * Builds the condition "is unreliable now" for statements of other features.
 * @param userId an ID, or an expression for one
 */
export const isUnreliableNow = (userId: SQLWrapper | string, now: Date | SQL): SQL =>
  sql`exists (select 1 from ${unreliablePlayers} where ${and(sql`${unreliablePlayers.userId} = ${userId}`, gt(unreliablePlayers.returnsAt, now))})`;

/**
 * Builds the expression "reliability now" for statements of other features: the same value as `computeReliability`, 0
 * to 100, null while there's no evidence.
 * @param userId an expression for an ID
 */
export function selectReliability(userId: SQLWrapper, now: Date): SQL {
  const { happenedAt, missed } = reliabilityEvidence;
  const days = sql`greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - ${happenedAt})::float8) / 86400`;
  const weight = sql`power(0.5::float8, ${days} / ${HALF_LIFE_DAYS}::float8)`;
  return sql`(
    select round(100 * (${BASE_CREDIT}::float8 + coalesce(sum(${weight}) filter (where not ${missed}), 0))
                 / (${BASE_CREDIT}::float8 + sum(${weight})))::int
      from ${reliabilityEvidence} where ${reliabilityEvidence.userId} = ${userId} having count(*) > 0)`;
}
