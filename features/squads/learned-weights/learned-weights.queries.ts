import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { selectMatchScores, selectPlayedMatches } from '../../matches/match-feedback/match-feedback.queries.ts';
import { selectPlayedSessions } from '../session-feedback/session-feedback.queries.ts';
import { squads } from '../squads.tables.ts';

export type PlayedMatch = { id: string; parts: Record<string, number>; rules_version: number; again: boolean };

const toDays = (count: number) => sql`make_interval(days => ${sql.raw(String(count))})`;

/**
 * Lists matches whose squad played, with whether it played again within `againWithin` days of its first session. Omits
 * squads that haven't played again but still have time to. Sorted by id, which is random. A session counts if it took
 * place, or if members say the match's own session did; reports within hours of each other are the same session.
 */
export async function listPlayedMatches(
  db: Db,
  { type, againWithin, now }: { type: string; againWithin: number; now: Date },
): Promise<PlayedMatch[]> {
  const { rows } = await db.execute<PlayedMatch>(sql`
    with evenings as (
      select q.match_id, s.ends_at as played from (${selectPlayedSessions}) s join ${squads} q on q.id = s.squad_id
       where q.match_id is not null
      union all
      select h.id, h.played from (${selectPlayedMatches}) h
    ), firsts as (
      select match_id, min(played) as played from evenings group by match_id
    ), told as (
      select f.match_id, f.played,
             exists (select 1 from evenings e where e.match_id = f.match_id and e.played > f.played + interval '12 hours'
                        and e.played <= f.played + ${toDays(againWithin)}) as again
        from firsts f
    )
    select m.id, m.parts, m.rules_version, t.again
      from told t join (${selectMatchScores}) m on m.id = t.match_id
     where m.type = ${type} and (t.again or t.played + ${toDays(againWithin)} <= ${now})
     order by m.id`);
  return rows;
}
