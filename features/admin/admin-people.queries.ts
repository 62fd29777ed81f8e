import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { accountList } from '../accounts/account-views.queries.ts';

export type PlayerRow = {
  id: string;
  display_name: string | null;
  email: string | null;
  twitch_login: string | null;
  published: boolean;
  active_bans: number;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const LINE = sql`
  u.id, coalesce(p.display_name, v.display_name) as display_name, u.email, p.twitch_login,
  coalesce(p.published, false) as published`;
const bans = (now: Date) => sql`
  (select count(*)::int from ban_list b
    where b.user_id = u.id and b.lifted_at is null
      and (b.expires_at is null or b.expires_at > ${now.toISOString()}::timestamptz)) as active_bans`;

/** Players whose name begins with the text, or whose login, address or id it is; each way has an index. */
export async function findPlayers(db: Db, text: string, limit: number, now: Date): Promise<PlayerRow[]> {
  const lower = text.toLowerCase();
  const prefix = `${lower.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await db.execute<PlayerRow>(sql`
    with found as (
      (select id from protocol_profiles where lower(display_name) like ${prefix} limit ${limit})
      union
      (select id from protocol_profiles where twitch_login = ${lower} limit ${limit})
      union
      (select id from ${accountList} a where lower(email) = ${lower} and not is_sso_user limit ${limit})
      union
      (select id from ${accountList} a where id = ${UUID.test(lower) ? lower : null}::uuid)
    )
    select ${LINE}, ${bans(now)}
      from found f
      join ${accountList} u on u.id = f.id
      left join protocol_profiles p on p.id = u.id
      left join user_profiles v on v.user_id = u.id
     order by display_name nulls last, u.id
     limit ${limit}`);
  return rows;
}

export type PlayerFileRow = PlayerRow & {
  is_admin: boolean;
  phone: string | null;
  platform: string | null;
  role: string | null;
  region: string | null;
  created_at: string;
  reports_upheld: number;
  reports_dismissed: number;
  listings: number;
};

/** Everything that the console shows of one player, or nothing. */
export async function playerFile(db: Db, id: string, now: Date): Promise<PlayerFileRow | undefined> {
  const { rows } = await db.execute<PlayerFileRow>(sql`
    select ${LINE}, ${bans(now)}, p.phone, p.platform, p.role, p.region, u.created_at::text as created_at,
           exists (select 1 from admin_roles a where a.user_id = u.id) as is_admin,
           (select count(*)::int from content_flags f where f.reporter_id = u.id and f.status = 'upheld') as reports_upheld,
           (select count(*)::int from content_flags f where f.reporter_id = u.id and f.status = 'dismissed') as reports_dismissed,
           (select count(*)::int from lfg_listings l where l.user_id = u.id) as listings
      from ${accountList} u
      left join protocol_profiles p on p.id = u.id
      left join user_profiles v on v.user_id = u.id
     where u.id = ${id}`);
  return rows[0];
}
