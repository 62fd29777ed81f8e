import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';

/** Squads that everybody accepted, and matches whose first session is over. */
export async function matchCounts(db: Db, userId: string, now: Date) {
  const { rows } = await db.execute<{ squads: number; played: number }>(sql`
    select count(*) filter (where m.type = 'nba2k_squad5')::int as squads,
           count(*) filter (where (m.sessions -> 0 ->> 'end')::timestamptz < ${now.toISOString()}::timestamptz)::int as played
      from match_members mm join matches m on m.id = mm.match_id
     where mm.user_id = ${userId} and m.status = 'mutual'`);
  return rows[0]!;
}
