import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { isBlockedBetweenSql } from '../profiles/blocks/blocks.queries.ts';

type Row = { userId: string; id: string };

/**
 * Returns the active squads people are in, invited to or subbing for. Excludes invitations to squads with a block
 * between the invitee and a member.
 */
export async function listSquadTopics(db: Db, users: string[]): Promise<Row[]> {
  const ids = sql`${sql.param(users)}::uuid[]`;
  const { rows } = await db.execute<Row>(sql`
    select m.user_id as "userId", m.squad_id as id
      from squad_members m where m.user_id = any (${ids}) and m.left_at is null
     union
    select i.user_id, i.squad_id
      from squad_invitations i
     where i.user_id = any (${ids})
       and not exists (select 1 from squad_members b
                        where b.squad_id = i.squad_id and b.left_at is null
                          and ${isBlockedBetweenSql(sql`i.user_id`, sql`b.user_id`)})
     union
    select x.user_id, x.squad_id
      from squad_stand_ins x join squad_sessions s on s.id = x.session_id
     where x.user_id = any (${ids}) and x.state in ('asked', 'in') and (s.ends_at > now() or x.thread_until is not null)`);
  return rows;
}
