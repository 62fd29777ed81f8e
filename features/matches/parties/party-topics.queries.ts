import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { isBlockedBetweenSql } from '../../profiles/blocks/blocks.queries.ts';

type Row = { userId: string; id: string };

/** Lists the parties that users have joined or are invited to, excluding those with a block in either direction. */
export async function listPartyTopics(db: Db, users: string[]): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select m.user_id as "userId", m.party_id as id
      from party_members m
     where m.user_id = any (${sql.param(users)}::uuid[])
       and not exists (select 1 from party_members j
                        where j.party_id = m.party_id and j.status = 'joined' and j.user_id <> m.user_id
                          and ${isBlockedBetweenSql(sql`m.user_id`, sql`j.user_id`)})`);
  return rows;
}
