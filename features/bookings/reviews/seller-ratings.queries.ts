import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { publicPlayers } from '../../profiles/player-views.queries.ts';
import { selectReplyTimes } from '../../threads/threads.queries.ts';
import type { Window } from '../bookings.schema.ts';

type Hours = { id: string; hours: Window[]; timezone: string };

/** Returns the availability of visible players who offer themselves for hire. */
export async function listOfferedHours(db: Db, ids: string[]): Promise<Hours[]> {
  const { rows } = await db.execute<Hours>(sql`
    select o.user_id as id, o.hours, coalesce(p.timezone, 'UTC') as timezone
      from hire_offers o join ${publicPlayers} p on p.id = o.user_id
     where o.active and o.user_id = any (${sql.param(ids)}::uuid[])`);
  return rows;
}

type ReplyTime = { id: string; answers: number; seconds: number };

/**
 * Returns how fast sellers answer hire requests and the buyer's messages in booking chats. A request that expired
 * unanswered is included with its full time.
 * @returns by player for hires or by coach; `seconds` is the median
 */
export async function listReplyTimes(
  db: Db,
  by: 'player' | 'coach',
  ids: string[],
  since: Date,
): Promise<Map<string, ReplyTime>> {
  const ownBookings =
    by === 'coach'
      ? sql`b.coach_id = any (${sql.param(ids)}::text[])`
      : sql`b.type = 'hire' and b.player_id = any (${sql.param(ids)}::uuid[])`;
  const sinceSql = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<ReplyTime>(sql`
    with mine as (
      select b.id, b.player_id, b.asked_at, b.answered_at,
             ${by === 'coach' ? sql`b.coach_id` : sql`b.player_id::text`} as whose
        from bookings b where ${ownBookings} and b.player_id is not null and b.updated_at > ${sinceSql}
    ), delays as (
      select whose, extract(epoch from answered_at - asked_at) as seconds from mine where answered_at > ${sinceSql}
      union all
      select m.whose, extract(epoch from r.at - r.asked_at)
        from mine m join ${selectReplyTimes('booking', sql`select id from mine`)} r
          on r.subject_id = m.id and r.author_id = m.player_id and r.at > ${sinceSql}
    )
    select whose as id, count(*)::int as answers,
           percentile_cont(0.5) within group (order by seconds)::float as seconds
      from delays group by whose`);
  return new Map(rows.map((row) => [row.id, row]));
}
