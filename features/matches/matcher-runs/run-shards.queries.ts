import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { subtractMs } from '../../../time/instants.ts';
import { accountList } from '../../accounts/account-views.queries.ts';
import { players } from '../../profiles/player-views.queries.ts';
import { lockLeftOver } from './matcher-runs.queries.ts';
import { LEASE_MS } from './matcher-runs.rules.ts';
import { COUNT_NAMES, PLURALS, type StoredCounts } from './run-counts.rules.ts';
import type { Certificate, Place, Shard, WholeFacts } from './run-shards.rules.ts';

/** The rules, week and seed that all shards of a run share. */
export type RunTerms = { seed: number; weekOf: string; rulesVersion: number };

/** Stores the shards of a running run and the terms they share. */
export async function insertShards(tx: Db, runId: string, shards: readonly Shard[], terms: RunTerms): Promise<void> {
  const rows = shards.map((shard, index) => ({ ...shard, number: index + 1 }));
  await tx.execute(sql`
    insert into matcher_run_shards (run_id, number, places, players, status)
    select ${runId}::uuid, number, places, players, 'waiting'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number smallint, places jsonb, players integer)`);
  await tx.execute(sql`
    update matcher_runs set seed = ${terms.seed}, week_of = ${terms.weekOf}, rules_version = ${terms.rulesVersion}
     where id = ${runId}`);
}

/** A shard claimed by a worker for the duration of its lease. */
export type ClaimedShard = { runId: string; number: number; lease: string; places: Place[]; terms: RunTerms };

/**
 * Claims a free shard of a running run. A shard is free if no worker has claimed it, or if the worker's lease has
 * expired. The largest shards come first, so that workers that finish early get the small ones. Deletes left-over
 * players recorded by an earlier worker.
 */
export async function claimShard(db: Db, runId: string, lease: string, now: Date): Promise<ClaimedShard | undefined> {
  type Row = { number: number; places: Place[]; seed: number; week_of: string; rules_version: number };
  const { rows } = await db.execute<Row>(sql`
    with free as (
      select s.run_id, s.number, r.seed, r.week_of, r.rules_version
        from matcher_run_shards s join matcher_runs r on r.id = s.run_id
       where s.run_id = ${runId} and r.status = 'running'
         and (s.status = 'waiting' or (s.status = 'running' and s.alive_at < ${subtractMs(now, LEASE_MS)}))
       order by s.players desc, s.number limit 1 for update of s skip locked
    ), forgotten as (
      delete from matcher_run_left_over l using free where l.run_id = free.run_id and l.shard = free.number
    )
    update matcher_run_shards s set status = 'running', lease = ${lease}, alive_at = ${now}, pool_read_at = ${now}
      from free where s.run_id = free.run_id and s.number = free.number
    returning s.number, s.places, free.seed, free.week_of::text, free.rules_version`);
  const [row] = rows;
  if (!row) return undefined;
  const terms = { seed: row.seed, weekOf: row.week_of, rulesVersion: row.rules_version };
  return { runId, lease, number: row.number, places: row.places, terms };
}

type ShardLease = Pick<ClaimedShard, 'runId' | 'number' | 'lease'>;

/**
 * Renews a lease and adds the stored counts in the same transaction.
 * @returns false when another worker has taken the shard or its run has ended
 */
export async function renewLease(db: Db, lease: ShardLease, counts: StoredCounts, now: Date): Promise<boolean> {
  const sums = COUNT_NAMES.map((name) => sql`${sql.identifier(name)} = s.${sql.identifier(name)} + ${counts[name]}`);
  const { rowCount } = await db.execute(sql`
    update matcher_run_shards s set alive_at = ${now}, ${sql.join(sums, sql`, `)}
      from matcher_runs r where r.id = s.run_id and r.status = 'running' and ${isLeaseHeld(lease)}`);
  return (rowCount ?? 0) > 0;
}

const isLeaseHeld = ({ runId, number, lease }: ShardLease) =>
  sql`s.run_id = ${runId} and s.number = ${number} and s.lease = ${lease} and s.status = 'running'`;

/** Stores the players who were left over in a shard, except those who have deleted their account in the meantime. */
export async function addLeftOver(
  tx: Db,
  { runId, number }: ShardLease,
  rows: { id: string; reason: string; waiting: number }[],
): Promise<void> {
  await tx.execute(sql`
    insert into matcher_run_left_over (run_id, user_id, reason, waiting, shard)
    select ${runId}::uuid, r.id, r.reason, r.waiting, ${number}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, reason text, waiting integer)
      join ${accountList} u on u.id = r.id
    on conflict (run_id, user_id) do nothing`);
}

/** @returns false when another worker has taken the shard, or its run has ended */
export async function markShardDone(db: Db, lease: ShardLease, certificate: Certificate, now: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update matcher_run_shards s
       set status = 'done', finished_at = ${now}, certificate = ${JSON.stringify(certificate)}::jsonb
      from matcher_runs r where r.id = s.run_id and r.status = 'running' and ${isLeaseHeld(lease)}`);
  return (rowCount ?? 0) > 0;
}

/** @returns false when another worker has taken the shard, or its run has ended */
export async function markShardFailed(db: Db, lease: ShardLease, now: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update matcher_run_shards s set status = 'failed', finished_at = ${now}
      from matcher_runs r where r.id = s.run_id and r.status = 'running' and ${isLeaseHeld(lease)}`);
  return (rowCount ?? 0) > 0;
}

/** Returns the state of a run and its shards. Locks the run in `tx`, so that only one worker finishes it. */
export async function lockRun(tx: Db, runId: string): Promise<{ running: boolean; open: number }> {
  const { rows } = await tx.execute<{ status: string; open: number }>(sql`
    select r.status, (select count(*)::int from matcher_run_shards s where s.run_id = r.id and s.status <> 'done') as open
      from matcher_runs r where r.id = ${runId} for update`);
  const [row] = rows;
  return { running: row?.status === 'running', open: row?.open ?? 0 };
}

/** Returns the completed shards of a run in order. */
export async function listCompletedShards(tx: Db, runId: string) {
  const { rows } = await tx.execute<StoredCounts & { certificate: Certificate }>(sql`
    select ${sql.raw(COUNT_NAMES.join(', '))}, certificate from matcher_run_shards
     where run_id = ${runId} and status = 'done' order by number`);
  return rows;
}

/**
 * Returns facts that can only be computed for the whole run: its median score, and how long the left-over players have
 * waited.
 */
export async function getWholeRunFacts(tx: Db, runId: string, squadType: string): Promise<WholeFacts> {
  const { rows } = await tx.execute<{ median: number | null }>(sql`
    select percentile_disc(0.5) within group (order by x.score)::float8 as median
      from matches x join matcher_runs r on r.id = x.run_id
     where r.id = ${runId} and x.created_at >= r.started_at and x.type = ${squadType}`);
  const waits = await tx.execute<WholeFacts['waits'][number]>(sql`
    select coalesce(p.role, 'none') as position, coalesce(p.region, 'none') as region, l.waiting,
           count(*)::int as players
      from matcher_run_left_over l left join ${players} p on p.id = l.user_id
     where l.run_id = ${runId} group by 1, 2, 3`);
  return { median: rows[0]?.median ?? 0, waits: waits.rows };
}

/**
 * Replaces the previous run's reasons with those of all shards. Rows written since a shard's pool was read stay, and
 * players who now have a match are left out.
 * @returns how many players were left over
 */
export async function replaceLeftOverFromShards(tx: Db, runId: string, now: Date): Promise<number> {
  await lockLeftOver(tx);
  await tx.execute(sql`
    delete from matcher_left_over w
     where w.written_at <= (select min(pool_read_at) from matcher_run_shards where run_id = ${runId})
        or exists (select 1 from matcher_run_left_over l join matcher_run_shards s on s.run_id = l.run_id and s.number = l.shard
                    where l.run_id = ${runId} and l.user_id = w.user_id and w.written_at <= s.pool_read_at)`);
  await tx.execute(sql`
    insert into matcher_left_over (user_id, run_id, reason, waiting, written_at)
    select l.user_id, l.run_id, l.reason, l.waiting, ${now}::timestamptz from matcher_run_left_over l
     where l.run_id = ${runId} and not exists (select 1 from match_members m where m.user_id = l.user_id and m.open)
    on conflict (user_id) do nothing`);
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from matcher_run_left_over where run_id = ${runId}`,
  );
  return rows[0]!.count;
}

/** Lists the shards of a run for the console, largest first. */
export async function listShards(db: Db, runId: string) {
  type Row = {
    number: number;
    regions: string[];
    platforms: string[];
    status: 'queued' | 'running' | 'done' | 'failed';
    players: number;
    seconds: number | null;
    gap: number | null;
  } & Record<(typeof PLURALS)[number], number>;
  const listPlaces = (name: string) => sql`
    array(select distinct place ->> ${name} from jsonb_array_elements(places) place order by 1)`;
  const { rows } = await db.execute<Row>(sql`
    select number, ${listPlaces('region')} as regions, ${listPlaces('platform')} as platforms,
           case status when 'waiting' then 'queued' else status end as status, players, ${sql.raw(PLURALS.join(', '))},
           (certificate ->> 'seconds')::float8 as seconds, (certificate ->> 'gap')::float8 as gap
      from matcher_run_shards where run_id = ${runId} order by players desc, number`);
  return rows;
}
