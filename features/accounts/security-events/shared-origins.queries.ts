import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';

/**
 * Counts pairs of accounts from two groups that were signed in from the same network since a point in time, and those
 * that also used the same kind of device there.
 */
export async function countSharedOrigins(
  db: Db,
  [ids, otherIds]: readonly [readonly string[], readonly string[]],
  since: Date,
): Promise<{ networks: number; devices: number }> {
  if (ids.length === 0 || otherIds.length === 0) return { networks: 0, devices: 0 };
  const all = sql`${sql.param([...ids, ...otherIds])}::uuid[]`;
  const sinceSql = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ networks: number; devices: number }>(sql`
    with origins as (
      select user_id, network, device from auth.security_events
       where user_id = any (${all}) and success and network is not null and coalesce(last_at, created_at) >= ${sinceSql}
       union
      select user_id, ip, user_agent from auth.sessions
       where user_id = any (${all}) and ip is not null and coalesce(refreshed_at, created_at) >= ${sinceSql}
    ), pairs as (
      select a.user_id as one, b.user_id as other, bool_or(a.device = b.device) as same_device
        from origins a join origins b on b.network = a.network
       where a.user_id = any (${sql.param([...ids])}::uuid[]) and b.user_id = any (${sql.param([...otherIds])}::uuid[])
         and a.user_id <> b.user_id
       group by a.user_id, b.user_id
    )
    select count(*)::int as networks, (count(*) filter (where same_device))::int as devices from pairs`);
  return rows[0]!;
}
