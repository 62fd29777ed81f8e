import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { addMs } from '../../time/instants.ts';
import { parseInstant } from '../../time/postgres-instants.ts';

/** The number of uses to add for a key, and the length of its window. */
export type LimitUse = { key: string; seconds: number; times: number };
/** Uses in the current window, including the ones just counted, and when the window ends. */
export type UseCount = { points: number; resetsAt: Date };

/**
 * Counts uses of keys in their windows. Atomic, so that all nodes share one count.
 * @param uses uses of different keys
 */
export async function countUses(db: Db, uses: readonly LimitUse[], now: Date): Promise<Map<string, UseCount>> {
  const at = now.toISOString();
  const windowEnds = uses.map(({ seconds }) => addMs(now, seconds * 1000).toISOString());
  // Sorted, so that two nodes can't deadlock.
  const { rows } = await db.execute<{ key: string; points: number; resets_at: string }>(sql`
    insert into auth.rate_limits as l (key, points, resets_at)
    select * from unnest(${sql.param(uses.map(({ key }) => key))}::text[], ${sql.param(uses.map(({ times }) => times))}::integer[],
                         ${sql.param(windowEnds)}::timestamptz[]) as u (key, times, ends) order by key
    on conflict (key) do update set
      points = case when l.resets_at <= ${at} then excluded.points else l.points + excluded.points end,
      resets_at = case when l.resets_at <= ${at} then excluded.resets_at else l.resets_at end
    returning key, points, resets_at`);
  return new Map(rows.map(({ key, points, resets_at }) => [key, { points, resetsAt: parseInstant(resets_at) }]));
}

export async function countUse(db: Db, key: string, seconds: number, now: Date): Promise<UseCount> {
  return (await countUses(db, [{ key, seconds, times: 1 }], now)).get(key)!;
}

/** @returns uses in the current window, without counting another */
export async function getUseCount(db: Db, key: string, now: Date) {
  const { rows } = await db.execute<{ points: number; resets_at: string }>(
    sql`select points, resets_at from auth.rate_limits where key = ${key} and resets_at > ${now.toISOString()}`,
  );
  return rows[0] ? { points: rows[0].points, resetsAt: parseInstant(rows[0].resets_at) } : undefined;
}

export async function deleteUses(db: Db, key: string): Promise<void> {
  await db.execute(sql`delete from auth.rate_limits where key = ${key}`);
}

/** Deletes expired windows. They'd be overwritten anyway; this only keeps the table small. */
export async function deleteExpiredUses(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from auth.rate_limits where resets_at < ${now.toISOString()}`);
}
