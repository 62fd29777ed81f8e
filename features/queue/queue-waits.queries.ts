import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { QueueKind } from './queue.schema.ts';
import { queueMarks, queueOutcomes, queueUnreached, queueWaits } from './queue.tables.ts';
import type { Observation } from './queue-waits.rules.ts';

/** Maximum number of waits in an estimate, newest first. */
const NEWEST_COUNT = 400;

export async function insertWaits(tx: Db, waits: (typeof queueWaits.$inferInsert)[]): Promise<void> {
  if (waits.length > 0) await tx.insert(queueWaits).values(waits);
}

/** Returns the newest waits of a role in a region since the given time. */
export async function listWaits(
  db: Db,
  { kind, role, region }: { kind: QueueKind; role: string; region: string },
  since: Date,
): Promise<Observation[]> {
  const rows = await db
    .select({ seconds: queueWaits.seconds, ended: queueWaits.ended })
    .from(queueWaits)
    .where(
      and(
        eq(queueWaits.kind, kind),
        eq(queueWaits.role, role),
        eq(queueWaits.region, region),
        gt(queueWaits.at, since),
      ),
    )
    .orderBy(sql`${queueWaits.at} desc`)
    .limit(NEWEST_COUNT);
  return rows.map(({ seconds, ended }) => ({ seconds, found: ended === 'found' }));
}

/** Returns the newest waits of everyone since the given time. */
export async function listNewestWaits(db: Db, kind: QueueKind, since: Date): Promise<Observation[]> {
  const rows = await db
    .select({ seconds: queueWaits.seconds, ended: queueWaits.ended })
    .from(queueWaits)
    .where(and(eq(queueWaits.kind, kind), gt(queueWaits.at, since)))
    // By ID, because the index on `at` starts with the role.
    .orderBy(desc(queueWaits.id))
    .limit(NEWEST_COUNT);
  return rows.map(({ seconds, ended }) => ({ seconds, found: ended === 'found' }));
}

/** Counts the waits that ended since the given time, by how they ended. */
export async function listWaitsEndedSince(db: Db, since: Date): Promise<{ ended: string; count: number }[]> {
  return db
    .select({ ended: queueWaits.ended, count: sql<number>`count(*)::int` })
    .from(queueWaits)
    .where(gt(queueWaits.at, since))
    .groupBy(queueWaits.ended);
}

export async function clearWaits(db: Db, before: Date): Promise<void> {
  await db.delete(queueWaits).where(lt(queueWaits.at, before));
  await db.delete(queueMarks).where(lt(queueMarks.at, before));
  await db.delete(queueUnreached).where(lt(queueUnreached.at, before));
  await db.delete(queueOutcomes).where(lt(queueOutcomes.at, before));
}

export async function insertPenalties(tx: Db, marks: (typeof queueMarks.$inferInsert)[]): Promise<void> {
  if (marks.length > 0) await tx.insert(queueMarks).values(marks);
}

export async function insertUnreached(tx: Db, times: (typeof queueUnreached.$inferInsert)[]): Promise<void> {
  if (times.length > 0) await tx.insert(queueUnreached).values(times);
}

/** Deletes all penalties, and records of unreachable players, since the given time, because an outage caused them. */
export async function deletePenalties(tx: Db, since: Date): Promise<void> {
  await tx.delete(queueMarks).where(gt(queueMarks.at, since));
  await tx.delete(queueUnreached).where(gt(queueUnreached.at, since));
}

/** Returns when each player kept others waiting, since `since`, by player. */
export const listPenalties = (db: Db, userIds: readonly string[], since: Date): Promise<Map<string, Date[]>> =>
  groupTimesByUser(db, queueMarks, userIds, since);

/** Returns when each player couldn't be reached, since `since`, by player. */
export const getUnreachedTimes = (db: Db, userIds: readonly string[], since: Date): Promise<Map<string, Date[]>> =>
  groupTimesByUser(db, queueUnreached, userIds, since);

async function groupTimesByUser(
  db: Db,
  table: typeof queueMarks | typeof queueUnreached,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, Date[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ userId: table.userId, at: table.at })
    .from(table)
    .where(and(sql`${table.userId} = any (${sql.param([...userIds])}::uuid[])`, gt(table.at, since)));
  const times = new Map<string, Date[]>();
  for (const { userId, at } of rows) times.set(userId, [...(times.get(userId) ?? []), at]);
  return times;
}

export type OutcomeRow = typeof queueOutcomes.$inferSelect;

/** Stores players' outcomes. A newer outcome replaces the older one. */
export async function upsertOutcomes(tx: Db, outcomes: (typeof queueOutcomes.$inferInsert)[]): Promise<void> {
  if (outcomes.length === 0) return;
  await tx
    .insert(queueOutcomes)
    .values(outcomes.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)))
    .onConflictDoUpdate({
      target: queueOutcomes.userId,
      set: {
        id: sql`excluded.id`,
        kind: sql`excluded.kind`,
        sentence: sql`excluded.sentence`,
        squadId: sql`excluded.squad_id`,
        at: sql`excluded.at`,
      },
    });
}

export async function findOutcome(db: Db, userId: string, since: Date): Promise<OutcomeRow | undefined> {
  const [row] = await db
    .select()
    .from(queueOutcomes)
    .where(and(eq(queueOutcomes.userId, userId), gt(queueOutcomes.at, since)));
  return row;
}
