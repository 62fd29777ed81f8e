import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

/** Records a search request for a player; restarts a search that has ended. */
export async function requestSearch(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into matcher_looks (user_id, asked_at) values (${userId}, ${now})
    on conflict (user_id) do update set asked_at = excluded.asked_at, ended_at = null, put_off_at = null`);
}

/** Records that a player has to wait for the next run. A pending search still picks up their current profile. */
export async function postponeSearch(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into matcher_looks as l (user_id, asked_at, ended_at, put_off_at) values (${userId}, ${now}, ${now}, ${now})
    on conflict (user_id) do update set put_off_at = excluded.put_off_at where l.ended_at is not null`);
}

/** Returns when the open search was requested, as database text, because `closeSearch` compares it exactly. */
export async function findOpenSearch(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ asked: string }>(sql`
    select asked_at::text as asked from matcher_looks where user_id = ${userId} and ended_at is null`);
  return rows[0]?.asked;
}

/** Ends a search unless it was requested again in the meantime. */
export async function closeSearch(tx: Db, userId: string, askedAt: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update matcher_looks set ended_at = ${now} where user_id = ${userId} and asked_at = ${askedAt}::timestamptz`);
}

/** Stores why the search for one player found nothing. Their waiting time doesn't change. */
export async function saveUnmatchedReason(tx: Db, userId: string, reason: string, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into matcher_left_over (user_id, run_id, reason, waiting, written_at)
    values (${userId}, null, ${reason}, 0, ${now})
    on conflict (user_id) do update
      set run_id = null, reason = excluded.reason, advice = null, written_at = excluded.written_at`);
}
