import { and, asc, eq, gt, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { BASE_CREDIT, HALF_LIFE_DAYS } from './reliability.rules.ts';
import { reliabilityEvidence, unreliablePlayers } from './reliability.tables.ts';

export type UnreliableRow = typeof unreliablePlayers.$inferSelect;
export type EvidenceLine = typeof reliabilityEvidence.$inferInsert;

/** Writes a line of evidence; a later word about the same cause replaces the earlier one. */
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

/** Everything that counts for or against somebody. */
export async function listEvidence(db: Db, userId: string) {
  return db
    .select({ happenedAt: reliabilityEvidence.happenedAt, missed: reliabilityEvidence.missed })
    .from(reliabilityEvidence)
    .where(eq(reliabilityEvidence.userId, userId));
}

/** The same of several people, by id; who has none is not in it. */
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

/** Since when somebody is unreliable on paper, whether or not it has ended by itself since. */
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

/** Ids of those whose time below the limit is over. */
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
 * The condition "is unreliable now" for statements of other features.
 * @param userId an id, or an expression for one
 */
export const isUnreliableNow = (userId: SQLWrapper | string, now: Date | SQL): SQL =>
  sql`exists (select 1 from ${unreliablePlayers} where ${and(sql`${unreliablePlayers.userId} = ${userId}`, gt(unreliablePlayers.returnsAt, now))})`;

/**
 * The expression "reliability now" for statements of other features: what `reliability` counts, 0 to 100, null while
 * nothing is known.
 * @param userId an expression for an id
 */
export function reliabilityNow(userId: SQLWrapper, now: Date): SQL {
  const { happenedAt, missed } = reliabilityEvidence;
  const days = sql`greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - ${happenedAt})::float8) / 86400`;
  const weight = sql`power(0.5::float8, ${days} / ${HALF_LIFE_DAYS}::float8)`;
  return sql`(
    select round(100 * (${BASE_CREDIT}::float8 + coalesce(sum(${weight}) filter (where not ${missed}), 0))
                 / (${BASE_CREDIT}::float8 + sum(${weight})))::int
      from ${reliabilityEvidence} where ${reliabilityEvidence.userId} = ${userId} having count(*) > 0)`;
}
