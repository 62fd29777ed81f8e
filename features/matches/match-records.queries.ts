import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { countByDay } from '../../db/days.ts';
import { parseInstant } from '../../time/postgres-instants.ts';
import type { ZoneDay } from '../../time/wall-instants.ts';
import { matches } from './matches.tables.ts';

/** Counts all matches ever made. */
export async function countMatches(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from matches`);
  return rows[0]!.n;
}

/** Returns when the matcher last finished a run, and whether any match exists. */
export async function getMatcherFacts(db: Db): Promise<{ lastRunAt: Date | null; hasMatchData: boolean }> {
  const { rows } = await db.execute<{ last_run: string | null; has_data: boolean }>(sql`
    select (select max(finished_at) from matcher_runs where status = 'done')::text as last_run,
           exists (select 1 from matches) as has_data`);
  const { last_run, has_data } = rows[0]!;
  return { lastRunAt: last_run === null ? null : parseInstant(last_run), hasMatchData: has_data };
}

export const countMatchesByDay = (db: Db, days: readonly ZoneDay[]): Promise<number[]> =>
  countByDay(db, matches.createdAt, days);
