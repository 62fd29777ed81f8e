import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { subtractMs } from '../../../time/instants.ts';
import { parseInstant } from '../../../time/postgres-instants.ts';
import { accountList } from '../../accounts/account-views.queries.ts';
import { players } from '../../profiles/player-views.queries.ts';
import { matcherRuns } from '../matches.tables.ts';
import { LEASE_MS, type RunTimes, SHARDS_TIMEOUT_MS } from './matcher-runs.rules.ts';
import { mapCounts, type StoredCounts } from './run-counts.rules.ts';

const CHUNK_SIZE = 5_000;
export type Trigger = 'schedule' | 'admin' | 'rebuild';

/** Records a request for a run. */
export async function insertQueued(tx: Db, trigger: Trigger, requestedBy: string | null, now: Date): Promise<string> {
  const [row] = await tx
    .insert(matcherRuns)
    .values({ trigger, requestedBy, status: 'queued', requestedAt: now })
    .returning({ id: matcherRuns.id });
  return row!.id;
}

/** Finds a run that's waiting to start. */
export async function findQueuedRun(db: Db, trigger: Trigger): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from matcher_runs where status = 'queued' and trigger = ${trigger} order by requested_at limit 1`);
  return rows[0]?.id;
}

/**
 * Marks runs as failed if their node has stopped. A sharded run fails later, because another node can still take it
 * over.
 */
export async function failAbandonedRuns(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    update matcher_runs r set status = 'failed', finished_at = ${now}, error = 'The node that ran it stopped.'
     where status = 'running'
       and alive_at < case when exists (select 1 from matcher_run_shards s where s.run_id = r.id)
                           then ${subtractMs(now, SHARDS_TIMEOUT_MS)}::timestamptz
                           else ${subtractMs(now, LEASE_MS)}::timestamptz end`);
}

/**
 * Marks a run as running.
 * @returns false when the run isn't queued
 * @throws a unique violation of matcher_runs_one_running while another run is in progress
 */
export async function markRunning(db: Db, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update matcher_runs set status = 'running', started_at = ${now}, alive_at = ${now}
     where id = ${id} and status = 'queued'`);
  return (rowCount ?? 0) > 0;
}

/** Records a heartbeat for the run. */
export async function markAlive(db: Db, id: string, now: Date): Promise<void> {
  await db.execute(sql`update matcher_runs set alive_at = ${now} where id = ${id} and status = 'running'`);
}

/** Marks a run as failed, with the reason for admins. */
export async function markFailed(db: Db, id: string, error: string, now: Date): Promise<void> {
  await db.execute(sql`
    update matcher_runs set status = 'failed', finished_at = ${now}, error = ${error.slice(0, 1000)} where id = ${id}`);
}

/** The results of a run and the matcher's certificate. */
export type Outcome = StoredCounts & {
  leftOver: number;
  rulesVersion: number;
  certificate: Record<string, unknown> & {
    seed: number;
    effort: string;
    weekOf: string;
    pool: number;
    seconds: number;
    total: number;
    bound: number;
    gap: number;
  };
};

/** Marks a run as done with its results. */
export async function markDone(tx: Db, id: string, outcome: Outcome, now: Date): Promise<void> {
  const { certificate, leftOver, rulesVersion, ...counts } = outcome;
  await tx
    .update(matcherRuns)
    .set({
      status: 'done',
      finishedAt: now,
      seed: certificate.seed,
      effort: certificate.effort,
      weekOf: certificate.weekOf,
      pool: certificate.pool,
      ...counts,
      leftOver,
      seconds: certificate.seconds,
      total: certificate.total,
      bound: certificate.bound,
      gap: certificate.gap,
      rulesVersion,
      certificate,
    })
    .where(eq(matcherRuns.id, id));
}

/** Number of runs whose reasons we store, about a day's worth. */
const RUNS_KEPT = 12;

/** Locks the whole table to prevent deadlocks, because answers that end a match write to it too. */
export async function lockLeftOver(tx: Db): Promise<void> {
  await tx.execute(sql`lock table matcher_left_over in share row exclusive mode`);
}

export type UnmatchedPlayerRow = { id: string; reason: string; waiting: number };

/**
 * Replaces the previous run's reasons with this run's reasons. Also adds this run's reasons to the archive and deletes
 * old ones there. Rows written since the pool was read stay, because they belong to members of matches that ended in
 * between.
 */
export async function replaceLeftOver(
  tx: Db,
  runId: string,
  leftOver: UnmatchedPlayerRow[],
  { poolReadAt, now }: { poolReadAt: Date; now: Date },
): Promise<void> {
  await lockLeftOver(tx);
  await tx.execute(sql`delete from matcher_left_over where written_at <= ${poolReadAt}`);
  for (let from = 0; from < leftOver.length; from += CHUNK_SIZE) {
    const rows = leftOver.slice(from, from + CHUNK_SIZE);
    await tx.execute(sql`
      insert into matcher_left_over (user_id, run_id, reason, waiting, written_at)
      select r.id, ${runId}::uuid, r.reason, r.waiting, ${now}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, reason text, waiting integer)
        join ${accountList} u on u.id = r.id
      on conflict (user_id) do nothing`);
    await tx.execute(sql`
      insert into matcher_run_left_over (run_id, user_id, reason, waiting)
      select ${runId}::uuid, r.id, r.reason, r.waiting
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, reason text, waiting integer)
        join ${accountList} u on u.id = r.id`);
  }
  await deleteOldLeftOver(tx, runId);
}

/** Deletes all reasons except those of this run, which is about to finish, and of the newest runs before it. */
export async function deleteOldLeftOver(tx: Db, runId: string): Promise<void> {
  await tx.execute(sql`
    delete from matcher_run_left_over
     where run_id <> ${runId} and run_id not in (
       select id from matcher_runs where status = 'done' order by finished_at desc limit ${RUNS_KEPT - 1})`);
}

/** Lists the players who were left over in a run, longest wait first, then by name. */
export async function selectLeftOver(db: Db, runId: string, limit: number) {
  const { rows } = await db.execute<{ id: string; display_name: string; reason: string; waiting: number }>(sql`
    select l.user_id as id, coalesce(p.display_name, 'Former player') as display_name, l.reason, l.waiting
      from matcher_run_left_over l left join ${players} p on p.id = l.user_id
     where l.run_id = ${runId}
     order by l.waiting desc, display_name, l.user_id limit ${limit}`);
  return rows;
}

const SUMMARY = {
  id: matcherRuns.id,
  trigger: matcherRuns.trigger,
  status: matcherRuns.status,
  requestedAt: matcherRuns.requestedAt,
  startedAt: matcherRuns.startedAt,
  finishedAt: matcherRuns.finishedAt,
  pool: matcherRuns.pool,
  ...mapCounts((name) => matcherRuns[name]),
  leftOver: matcherRuns.leftOver,
  seconds: matcherRuns.seconds,
  seed: matcherRuns.seed,
  total: matcherRuns.total,
  bound: matcherRuns.bound,
  gap: matcherRuns.gap,
  rulesVersion: matcherRuns.rulesVersion,
  error: matcherRuns.error,
  shards: sql<number>`(select count(*)::int from matcher_run_shards s where s.run_id = matcher_runs.id)`,
  shardsDone: sql<number>`(
    select count(*)::int from matcher_run_shards s where s.run_id = matcher_runs.id and s.status = 'done')`,
};

/** Lists the newest runs without their certificates. */
export function selectLatestRuns(db: Db, limit: number) {
  return db.select(SUMMARY).from(matcherRuns).orderBy(desc(matcherRuns.requestedAt)).limit(limit);
}

/** Finds one run with its certificate. */
export async function findRun(db: Db, id: string) {
  const [row] = await db
    .select({ ...SUMMARY, certificate: matcherRuns.certificate })
    .from(matcherRuns)
    .where(eq(matcherRuns.id, id));
  return row;
}

/** Returns the times that the schedule depends on. */
export async function getRunTimes(db: Db): Promise<RunTimes> {
  const { rows } = await db.execute<{ done: string | null; asked: string | null }>(sql`
    select max(finished_at) filter (where status = 'done')::text as done, max(requested_at)::text as asked
      from matcher_runs`);
  const { done, asked } = rows[0]!;
  return {
    lastDone: done === null ? null : parseInstant(done),
    lastAsked: asked === null ? null : parseInstant(asked),
  };
}

/** Lists open matches without any answer, up to a limit. A rebuild withdraws these. */
export async function listUnansweredMatchIds(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select x.id from matches x
     where x.status = 'proposed' and x.rescued_from is null
       and not exists (select 1 from match_responses r where r.match_id = x.id)
     limit ${limit} for update`);
  return rows.map((row) => row.id);
}
