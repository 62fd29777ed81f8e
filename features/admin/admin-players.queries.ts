import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { nameContains, nameStartsWith } from '../../db/search.ts';
import { accountList } from '../accounts/account-views.queries.ts';
import { countListingsPostedSql } from '../lfg/listing-records.queries.ts';
import { hasAdminRoleSql } from '../moderation/admins.queries.ts';
import { countBansOf } from '../moderation/bans.queries.ts';
import { countReportsSql } from '../moderation/flags.queries.ts';
import { memberNamesSql, playerContacts, players, playersWithHandles } from '../profiles/player-views.queries.ts';

export type PlayerRow = {
  id: string;
  display_name: string | null;
  email: string | null;
  twitch_login: string | null;
  published: boolean;
  active_bans: number;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const PLAYER_COLUMNS = sql`
  u.id, coalesce(p.display_name, v.display_name) as display_name, u.email, p.twitch_login,
  coalesce(p.published, false) as published`;
const FROM_ACCOUNT = sql`
  left join ${playersWithHandles} p on p.id = u.id
  left join ${memberNamesSql} v on v.user_id = u.id`;
const selectBans = (now: Date) => sql`${countBansOf(sql`u.id`, now)} as active_bans`;

/** Finds players by part of their name, or by exact login, email or id. Each lookup has an index. */
export async function findPlayers(db: Db, text: string, limit: number, now: Date): Promise<PlayerRow[]> {
  const lower = text.toLowerCase();
  const { rows } = await db.execute<PlayerRow>(sql`
    with found as (
      (select id from ${players} a where ${nameStartsWith(sql`display_name`, text)} limit ${limit})
      union
      (select id from ${players} a where ${nameContains(sql`display_name`, text)} limit ${limit})
      union
      (select id from ${playersWithHandles} a where twitch_login = ${lower} limit ${limit})
      union
      (select id from ${accountList} a where lower(email) = ${lower} and not is_sso_user limit ${limit})
      union
      (select id from ${accountList} a where id = ${UUID.test(lower) ? lower : null}::uuid)
    )
    select ${PLAYER_COLUMNS}, ${selectBans(now)}
      from found f
      join ${accountList} u on u.id = f.id
      ${FROM_ACCOUNT}
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

/** Reads everything that the console shows about one player. Returns undefined if the player doesn't exist. */
export async function findPlayerFile(db: Db, id: string, now: Date): Promise<PlayerFileRow | undefined> {
  const { rows } = await db.execute<PlayerFileRow>(sql`
    select ${PLAYER_COLUMNS}, ${selectBans(now)}, c.phone, p.platform, p.role, p.region, u.created_at::text as created_at,
           ${hasAdminRoleSql(sql`u.id`)} as is_admin,
           ${countReportsSql(sql`u.id`, 'upheld')} as reports_upheld, ${countReportsSql(sql`u.id`, 'dismissed')} as reports_dismissed,
           ${countListingsPostedSql(sql`u.id`)} as listings
      from ${accountList} u ${FROM_ACCOUNT}
      left join ${playerContacts} c on c.id = u.id
     where u.id = ${id}`);
  return rows[0];
}
