import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { after } from '../../time/instants.ts';

/**
 * Counts one more use of a key in its window; atomic, so that many nodes share one count.
 * @returns uses in the running window, this one included, and when the window ends
 */
export async function countUse(db: Db, key: string, seconds: number, now: Date) {
  const ends = after(now, seconds * 1000).toISOString();
  const at = now.toISOString();
  const { rows } = await db.execute<{ points: number; resets_at: string }>(sql`
    insert into auth.rate_limits as l (key, points, resets_at) values (${key}, 1, ${ends})
    on conflict (key) do update set
      points = case when l.resets_at <= ${at} then 1 else l.points + 1 end,
      resets_at = case when l.resets_at <= ${at} then ${ends}::timestamptz else l.resets_at end
    returning points, resets_at`);
  return { points: rows[0]!.points, resetsAt: new Date(rows[0]!.resets_at) };
}

/** @returns uses in the running window, without counting another */
export async function usesOf(db: Db, key: string, now: Date) {
  const { rows } = await db.execute<{ points: number; resets_at: string }>(
    sql`select points, resets_at from auth.rate_limits where key = ${key} and resets_at > ${now.toISOString()}`,
  );
  return rows[0] ? { points: rows[0].points, resetsAt: new Date(rows[0].resets_at) } : undefined;
}

/** Gives all uses of a key back. */
export async function forgetUses(db: Db, key: string): Promise<void> {
  await db.execute(sql`delete from auth.rate_limits where key = ${key}`);
}

/** Removes windows that are over; they would be overwritten anyway, this only keeps the table small. */
export async function sweepUses(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from auth.rate_limits where resets_at < ${now.toISOString()}`);
}
