import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

/** When the matcher last finished a run, and whether there is any match at all. */
export async function matcherFacts(db: Db): Promise<{ lastRunAt: Date | null; hasMatchData: boolean }> {
  const { rows } = await db.execute<{ last_run: string | null; has_data: boolean }>(sql`
    select (select max(finished_at) from matcher_runs where status = 'done')::text as last_run,
           exists (select 1 from matches) as has_data`);
  const { last_run, has_data } = rows[0]!;
  return { lastRunAt: last_run === null ? null : new Date(last_run), hasMatchData: has_data };
}

/** Milliseconds that the smallest possible statement takes, there and back. */
export async function databaseLatency(db: Db): Promise<number> {
  const began = performance.now();
  await db.execute(sql`select 1`);
  return Math.round((performance.now() - began) * 100) / 100;
}

export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`);
  return Number(rows[0]!.bytes);
}

/** Numbers for the metrics that are not part of the verdict. */
export async function population(db: Db, now: Date) {
  const { rows } = await db.execute<{ open_flags: number; active_bans: number; open_listings: number }>(sql`
    select (select count(*)::int from content_flags where status = 'open') as open_flags,
           (select count(*)::int from ban_list
             where lifted_at is null and (expires_at is null or expires_at > ${now.toISOString()}::timestamptz)) as active_bans,
           (select count(*)::int from lfg_listings where status = 'active') as open_listings`);
  return rows[0]!;
}
