import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { hasBlockAmongSql } from '../profiles/blocks/blocks.queries.ts';

type Row = { userId: string; id: string };

const MUTUAL_DAYS = 30;

/** Lists the matches that users follow: open ones and recently confirmed ones. */
export async function listMatchTopics(db: Db, users: string[], now: Date): Promise<Row[]> {
  const at = now.toISOString();
  const { rows } = await db.execute<Row>(sql`
    select m.user_id as "userId", m.match_id as id
      from match_members m join matches x on x.id = m.match_id
     where m.user_id = any (${sql.param(users)}::uuid[])
       and ((x.status = 'proposed' and x.expires_at > ${at}::timestamptz)
         or (x.status = 'mutual' and x.closed_at > ${at}::timestamptz - make_interval(days => ${MUTUAL_DAYS})))
       and not ${hasBlockAmongSql(sql`m.user_id`, sql`x.member_ids`)}`);
  return rows;
}
