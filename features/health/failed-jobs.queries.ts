import { count, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { failedJobs, jobFailures } from './health.tables.ts';

type FailedJob = typeof failedJobs.$inferSelect;

/** Starts counters at zero, so that monitoring sees the first failure as an increase. */
export async function startCounters(db: Db, kinds: readonly string[]): Promise<void> {
  await db
    .insert(jobFailures)
    .values(kinds.map((kind) => ({ kind })))
    .onConflictDoNothing();
}

/** @returns false when this failure is already recorded */
export async function insertFailure(tx: Db, job: FailedJob): Promise<boolean> {
  const rows = await tx.insert(failedJobs).values(job).onConflictDoNothing().returning({ id: failedJobs.id });
  if (rows.length === 0) return false;
  await tx
    .insert(jobFailures)
    .values({ kind: job.kind, failures: 1 })
    .onConflictDoUpdate({ target: jobFailures.kind, set: { failures: sql`${jobFailures.failures} + 1` } });
  return true;
}

export async function countFailuresByKind(db: Db): Promise<{ kind: string; failures: number }[]> {
  return db.select().from(jobFailures).orderBy(jobFailures.kind);
}

/** Returns failed jobs that no one has retried or dismissed yet, newest first. */
export async function listOpenFailures(db: Db, limit: number): Promise<FailedJob[]> {
  return db.select().from(failedJobs).orderBy(desc(failedJobs.failedAt), failedJobs.id).limit(limit);
}

export async function countOpenFailuresByKind(db: Db, since: Date): Promise<{ kind: string; jobs: number }[]> {
  return db
    .select({ kind: failedJobs.kind, jobs: count() })
    .from(failedJobs)
    .where(gt(failedJobs.failedAt, since))
    .groupBy(failedJobs.kind)
    .orderBy(failedJobs.kind);
}

/** Deletes and returns an open failure. @returns undefined if it's already settled */
export async function claimFailure(tx: Db, id: string): Promise<FailedJob | undefined> {
  const [row] = await tx.delete(failedJobs).where(eq(failedJobs.id, id)).returning();
  return row;
}

export async function clearFailures(db: Db, kind: string): Promise<void> {
  await db.delete(failedJobs).where(eq(failedJobs.kind, kind));
}

export async function deleteFailuresBefore(db: Db, at: Date): Promise<void> {
  await db.delete(failedJobs).where(lt(failedJobs.failedAt, at));
}
