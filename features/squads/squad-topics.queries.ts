import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

type Row = { userId: string; id: string };

/** The living squads that people are in. */
export async function topicsOfSquads(db: Db, users: string[]): Promise<Row[]> {
  const ids = sql`${sql.param(users)}::uuid[]`;
  const { rows } = await db.execute<Row>(sql`
    select m.user_id as "userId", m.squad_id as id
      from squad_members m where m.user_id = any (${ids}) and m.left_at is null`);
  return rows;
}
