import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { accountList } from '../accounts/account-views.queries.ts';
import { markedEventsSql } from '../accounts/security-events/security-events.queries.ts';
import { memberNamesSql, players } from '../profiles/player-views.queries.ts';

export type MarkedEventRow = {
  id: string;
  user_id: string;
  name: string | null;
  email: string | null;
  action: string;
  metadata: Record<string, unknown>;
  device: string | null;
  network: string | null;
  country: string | null;
  times: number;
  marks: string[];
  at: string;
};

/** Lists the marked events of all accounts, newest first. @param before only entries older than the one with this id */
export async function listMarkedSecurityEvents(
  db: Db,
  { mark, before, limit }: { mark: string | undefined; before: number | undefined; limit: number },
): Promise<MarkedEventRow[]> {
  const { rows } = await db.execute<MarkedEventRow>(sql`
    select e.id, e.user_id, coalesce(p.display_name, v.display_name) as name, u.email, e.action, e.metadata, e.device,
           e.network, e.country, e.times, e.marks, e.at::text as at
      from ${markedEventsSql} e
      join ${accountList} u on u.id = e.user_id
      left join ${players} p on p.id = e.user_id
      left join ${memberNamesSql} v on v.user_id = e.user_id
     where ${mark ? sql`e.marks @> array[${mark}]::text[]` : sql`true`}
       and ${before ? sql`e.id < ${before}` : sql`true`}
     order by e.id desc
     limit ${limit}`);
  return rows;
}
