import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';

/** Lists which of the given players are published and show a linked channel, with its login in lowercase. */
export async function listChannels(db: Db, ids: string[]): Promise<{ id: string; login: string }[]> {
  const { rows } = await db.execute<{ id: string; login: string }>(sql`
    select v.id, lower(p.twitch_login) as login
      from protocol_public_profiles v join protocol_profiles p on p.id = v.id
     where v.id = any (${sql.param(ids)}::uuid[]) and v.twitch_url is not null`);
  return rows;
}
