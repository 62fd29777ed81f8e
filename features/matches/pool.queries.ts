import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { isBannedNow } from '../moderation/bans.queries.ts';
import { selectReliability } from '../moderation/reliability/reliability.queries.ts';
import { EXCLUSIVE_FORMATS, FORMATS, type GroupFormat } from '../profiles/group-formats.schema.ts';
import { players } from '../profiles/player-views.queries.ts';
import { ENGINE_FIELDS, WISH_FIELDS } from '../profiles/profile-fields.schema.ts';
import { type HasSquad, isLookingSql } from './looking/looking.queries.ts';
import type { Place, PlaceCount, PoolRow } from './pool.rules.ts';

const engineColumns = sql.raw(ENGINE_FIELDS.map((name) => `p.${name}`).join(', '));
const wishColumns = sql.raw(WISH_FIELDS.flatMap((name) => [`'${name}'`, `p.${name}`]).join(', '));
const selectEngineColumns = (now: Date) => sql`
  p.id, ${engineColumns}, jsonb_build_object(${wishColumns}) as wishes, coalesce(w.waiting, 0) as waiting,
  ${selectReliability(sql`p.id`, now)} as reliability`;

/** SQL condition: the profile has everything the matcher needs, published or not. */
const isCompleteSql = sql`
  p.platform is not null and p.role is not null and p.region is not null and p.timezone is not null`;

/** SQL condition: published, complete and not banned from matching. */
const isEligibleSql = (now: Date) => sql`
  p.published and ${isCompleteSql} and not ${isBannedNow(sql`p.id`, 'matching', now)}`;

const placeKey = ({ region, platform, crossplay }: Place) => [region, platform, crossplay].join('\u001f');

/**
 * Returns one page of the players that the matcher may use, ordered by id.
 * @param page `after`: the last id of the previous page; `places`: limits the page to players with one of these
 *   combinations of region, platform and crossplay
 */
export async function listPoolPage(
  db: Db,
  page: { after: string | undefined; limit: number; places?: readonly Place[] },
  now: Date,
): Promise<PoolRow[]> {
  const { after, limit, places } = page;
  // Compare one concatenated string, so that the planner keeps the id order and stops at the limit.
  const inPlaces = places
    ? sql`p.region || chr(31) || p.platform || chr(31) || p.crossplay = any (${sql.param(places.map(placeKey))}::text[]) and`
    : sql``;
  const { rows } = await db.execute<PoolRow>(sql`
    select ${selectEngineColumns(now)} from ${players} p left join matcher_left_over w on w.user_id = p.id
     where ${after ? sql`p.id > ${after} and` : sql``} ${inPlaces} ${isEligibleSql(now)} order by p.id limit ${limit}`);
  return rows;
}

export async function countPublishedPlayers(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${players} p where p.published`,
  );
  return rows[0]!.count;
}

/**
 * Counts the players that the matcher may use, by place (region, platform and crossplay) and by how long they've
 * waited, up to `longestWait`.
 */
export async function countByPlace(db: Db, longestWait: number, now: Date): Promise<PlaceCount[]> {
  const { rows } = await db.execute<PlaceCount>(sql`
    select p.region, p.platform, p.crossplay, least(coalesce(w.waiting, 0), ${longestWait}::int) as waiting,
           count(*)::int as players
      from ${players} p left join matcher_left_over w on w.user_id = p.id
     where ${isEligibleSql(now)} group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
  return rows;
}

/** Loads the given players, except those the matcher may not use, in no particular order. */
export async function listPoolRows(db: Db, ids: string[], now: Date): Promise<PoolRow[]> {
  const { rows } = await db.execute<PoolRow>(sql`
    select ${selectEngineColumns(now)} from ${players} p left join matcher_left_over w on w.user_id = p.id
     where p.id = any (${sql.param(ids)}::uuid[]) and ${isEligibleSql(now)}`);
  return rows;
}

/** Returns a player as the matcher would see them once they publish; undefined while a required field is missing. */
export async function findFuturePoolRow(db: Db, userId: string, now: Date): Promise<PoolRow | undefined> {
  const { rows } = await db.execute<PoolRow>(sql`
    select ${selectEngineColumns(now)} from ${players} p left join matcher_left_over w on w.user_id = p.id
     where p.id = ${userId} and ${isCompleteSql}`);
  return rows[0];
}

/**
 * Lists players who aren't in a party and could fill a seat with certain other players, longest wait first.
 * @param requirements.looking only players who are looking for this kind of group; leave it out for a seat in a single
 * session, which is open to everyone
 */
export async function listSeatCandidates(
  db: Db,
  requirements: {
    seat: string | null;
    regions: string[] | null;
    modes: string[];
    languages: string[];
    looking?: { kind: GroupFormat; hasSquad: HasSquad };
  },
  limit: number,
  now: Date,
): Promise<PoolRow[]> {
  const { rows } = await db.execute<PoolRow>(sql`
    select ${selectEngineColumns(now)} from ${players} p left join matcher_left_over w on w.user_id = p.id
     where ${requirements.seat ? sql`(p.role = ${requirements.seat} or ${requirements.seat} = any (p.flex_positions))` : sql`true`}
       ${requirements.regions ? sql`and p.region = any (${sql.param(requirements.regions)}::text[])` : sql``}
       and p.modes && ${sql.param(requirements.modes)}::text[] and p.languages && ${sql.param(requirements.languages)}::text[]
       and ${isEligibleSql(now)}
       ${requirements.looking ? sql`and ${isLookingSql(requirements.looking.kind, requirements.looking.hasSquad)}` : sql``}
       and not exists (select 1 from match_members m where m.user_id = p.id and m.kind = any (${sql.param(EXCLUSIVE_FORMATS)}::text[]) and m.open)
       and not exists (select 1 from party_members a join party_members b on b.party_id = a.party_id
                        where a.user_id = p.id and a.status = 'joined' and b.status = 'joined' and b.user_id <> p.id)
     order by coalesce(w.waiting, 0) desc, p.updated_at desc limit ${limit}`);
  return rows;
}

/**
 * Lists the ids of the players who affect one player's chances most: players looking for a match, same regions first,
 * then longest wait.
 */
export async function listNearbyIds(db: Db, hasSquad: HasSquad, regions: string[], limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from ${players} p left join matcher_left_over w on w.user_id = p.id
     where p.published and (${sql.join(
       FORMATS.map((format) => isLookingSql(format, hasSquad)),
       sql` or `,
     )})
     order by (p.region = any (${sql.param(regions)}::text[])) desc,
           coalesce(w.waiting, 0) desc, p.updated_at desc limit ${limit}`);
  return rows.map((row) => row.id);
}

export async function findRegion(db: Db, userId: string): Promise<string | null> {
  const { rows } = await db.execute<{ region: string | null }>(
    sql`select region from ${players} p where p.id = ${userId}`,
  );
  return rows[0]?.region ?? null;
}

/**
 * Returns the players with an open match, by kind.
 * @param options `ids`: only these players; `unanswered`: false excludes matches that a rebuild would withdraw
 */
export async function listBusyPlayers(db: Db, options: { ids?: string[]; unanswered?: boolean } = {}) {
  const idFilter = options.ids ? sql`and m.user_id = any (${sql.param(options.ids)}::uuid[])` : sql``;
  const answeredSql =
    options.unanswered === false
      ? sql`and (exists (select 1 from match_responses r where r.match_id = m.match_id)
                 or exists (select 1 from matches x where x.id = m.match_id and x.rescued_from is not null))`
      : sql``;
  const { rows } = await db.execute<{ user_id: string; kind: GroupFormat }>(sql`
    select m.user_id, m.kind from match_members m where m.open ${idFilter} ${answeredSql}`);
  return rows;
}

/**
 * Lists the members of each match that ended after the given time, except those ended by a rebuild. With a player's id,
 * lists only matches that included that player.
 */
export async function listEndedGroups(db: Db, since: Date, withId?: string): Promise<string[][]> {
  const { rows } = await db.execute<{ member_ids: string[] }>(sql`
    select x.member_ids from matches x
     where x.closed_at > ${since} and x.ended_by <> 'rebuild'
       ${withId ? sql`and exists (select 1 from match_members m where m.match_id = x.id and m.user_id = ${withId})` : sql``}`);
  return rows.map((row) => row.member_ids);
}

/**
 * Lists the members of each match that ended after the given time, except those ended by a rebuild. Includes only
 * matches whose first member is one of the given players.
 */
export async function listEndedGroupsByFirstMember(db: Db, since: Date, firstIds: string[]): Promise<string[][]> {
  const { rows } = await db.execute<{ member_ids: string[] }>(sql`
    select x.member_ids from match_members m join matches x on x.id = m.match_id
     where m.user_id = any (${sql.param(firstIds)}::uuid[]) and x.member_ids[1] = m.user_id
       and x.closed_at > ${since} and x.ended_by <> 'rebuild'`);
  return rows.map((row) => row.member_ids);
}

/**
 * Lists the members of each match among the given players that ended after the given time. Leaves out matches that a
 * rebuild ended or that a certain run proposed.
 */
export async function listEndedGroupsAmong(
  db: Db,
  since: Date,
  ids: string[],
  runId: string | null,
): Promise<string[][]> {
  const { rows } = await db.execute<{ member_ids: string[] }>(sql`
    select x.member_ids from matches x
     where x.closed_at > ${since} and x.ended_by <> 'rebuild' and x.member_ids <@ ${sql.param(ids)}::uuid[]
       and (${runId}::uuid is null or x.run_id is distinct from ${runId}::uuid)`);
  return rows.map((row) => row.member_ids);
}
