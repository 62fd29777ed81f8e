import { and, arrayContains, desc, eq, gte, inArray, not, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { listOf } from '../../../db/prepared.ts';
import { bannedNow } from '../../moderation/bans.queries.ts';
import { blockedBetween } from '../blocks/blocks.queries.ts';
import type { AvailabilityWindow } from '../profiles.schema.ts';
import { protocolPublicProfiles as directory, playerFollows, protocolProfiles } from '../profiles.tables.ts';
import { CARD_COLUMNS } from './directory.schema.ts';

export type Equalities = {
  platform: string | undefined;
  role: string | undefined;
  region: string | undefined;
  mic: boolean | undefined;
  /** How the name begins. */
  name?: string | undefined;
  mode?: string | undefined;
  level?: string | undefined;
  rating?: number | undefined;
  language?: string | undefined;
};

/** Where the page before ended; a rating where players are ordered by it. */
type After = { createdAt: string; id: string; rating?: string };
type Page = {
  limit: number;
  viewerId: string | undefined;
  sort?: 'newest' | 'rating' | undefined;
  /** Only whom this person follows. */
  followedBy?: string | undefined;
};

/** Letters as they stand in a pattern. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Somebody without a rating comes after everybody who has one. */
const rated = sql`coalesce(${directory.overall_rating}, 0)`;

type OnCard = (typeof CARD_COLUMNS)[number];
const columns = {
  ...(Object.fromEntries(CARD_COLUMNS.map((name) => [name, directory[name]])) as Pick<typeof directory, OnCard>),
  // As text in lists too: cursors need every digit as the database writes it.
  created_at: sql<string>`${directory.created_at}::text`.as('created_at'),
};

/**
 * Published players, newest or best first, after a cursor.
 * @param page `limit`: rows at most; ask for one more than a page to learn whether there is a next one. `viewerId`:
 *   somebody signed in, who does not see whom a block stands between
 * @returns cards whose `created_at` is text as the database writes it
 */
export function newestPlayers(
  db: Db,
  filters: Equalities,
  after: After | undefined,
  { limit, viewerId, sort = 'newest', followedBy }: Page,
) {
  const place = sql`${directory.created_at}, ${directory.id}`;
  const beyond =
    after &&
    (sort === 'rating'
      ? sql`(${rated}, ${place}) < (${after.rating}::smallint, ${after.createdAt}::timestamptz, ${after.id}::uuid)`
      : sql`(${place}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`);
  const newest = [desc(directory.created_at), desc(directory.id)];
  return db
    .select(columns)
    .from(directory)
    .where(
      and(
        filters.platform === undefined ? undefined : eq(directory.platform, filters.platform),
        filters.role === undefined ? undefined : eq(directory.role, filters.role),
        filters.region === undefined ? undefined : eq(directory.region, filters.region),
        filters.mic === undefined ? undefined : eq(directory.mic, filters.mic),
        filters.name ? sql`lower(${directory.display_name}) like lower(${literally(filters.name)}) || '%'` : undefined,
        filters.mode === undefined ? undefined : arrayContains(directory.modes, [filters.mode]),
        filters.level === undefined ? undefined : eq(directory.competitive_level, filters.level),
        filters.rating === undefined ? undefined : gte(directory.overall_rating, filters.rating),
        filters.language === undefined ? undefined : arrayContains(directory.languages, [filters.language]),
        followedBy === undefined
          ? undefined
          : inArray(
              directory.id,
              db
                .select({ id: playerFollows.followedId })
                .from(playerFollows)
                .where(eq(playerFollows.followerId, followedBy)),
            ),
        beyond,
        viewerId === undefined ? undefined : not(blockedBetween(viewerId, directory.id)),
      ),
    )
    .orderBy(...(sort === 'rating' ? [sql`${rated} desc`, ...newest] : newest))
    .limit(limit);
}

type Found = Awaited<ReturnType<typeof newestPlayers>>[number];

/** The same, read as one value: rows of this many columns are dear to take apart one by one. */
export async function playersOf(
  db: Db,
  ...asked: Parameters<typeof newestPlayers> extends [Db, ...infer Rest] ? Rest : never
) {
  const { rows } = await db.execute<{ found: Found[] }>(sql`select ${listOf(newestPlayers(db, ...asked))} as found`);
  return rows[0]!.found;
}

const p = protocolProfiles;
/** Stands for the hours of a player: another one as soon as they, or the zone, are others. */
const sumOfHours = sql<string>`md5(coalesce(${p.timezone}, 'UTC') || ' ' || ${p.availability}::text)`;
const hasHours = sql`jsonb_array_length(${p.availability}) > 0`;

type Hours = { published: boolean; timezone: string; windows: AvailabilityWindow[] };

/**
 * The same with what stands for the hours of each who has said when they play, and with the viewer's own hours.
 * @returns `sums` by id
 */
export async function playersWithHours(
  db: Db,
  viewerId: string,
  ...asked: Parameters<typeof newestPlayers> extends [Db, ...infer Rest] ? Rest : never
) {
  const own = sql`
    select ${p.published}, coalesce(${p.timezone}, 'UTC') as timezone, ${p.availability} as windows
      from ${p} where ${p.id} = ${viewerId} and ${hasHours}`;
  const { rows } = await db.execute<{ found: Found[]; sums: Record<string, string>; own: Hours[] }>(sql`
    with found as materialized (${newestPlayers(db, ...asked)})
    select ${listOf(sql`select * from found`)} as found, ${listOf(own)} as own,
           (select coalesce(json_object_agg(${p.id}, ${sumOfHours}), '{}')
              from ${p} join found f on f.id = ${p.id} where ${hasHours}) as sums`);
  return rows[0]!;
}

/** When some players are free, by id; those who have not said so are not in it. */
export async function hoursOf(db: Db, ids: string[]) {
  const rows = await db
    .select({
      id: protocolProfiles.id,
      published: protocolProfiles.published,
      timezone: protocolProfiles.timezone,
      windows: protocolProfiles.availability,
      sum: sumOfHours,
    })
    .from(protocolProfiles)
    .where(sql`${protocolProfiles.id} = any(${sql.param(ids)}::uuid[])`);
  return new Map(
    rows
      .filter(({ windows }) => windows.length > 0)
      .map(({ id, timezone, ...rest }) => [id, { ...rest, timezone: timezone ?? 'UTC' }] as const),
  );
}

/** Those of some players whom a viewer can see in the directory. */
export async function seenAmong(db: Db, ids: string[], viewerId: string | undefined): Promise<string[]> {
  const rows = await db
    .select({ id: directory.id })
    .from(directory)
    .where(
      and(inArray(directory.id, ids), viewerId === undefined ? undefined : not(blockedBetween(viewerId, directory.id))),
    );
  return rows.map(({ id }) => id);
}

/** Number of players in the directory. Counts the partial index and takes off the few that are banned. */
export async function countPublished(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (select count(*) from protocol_profiles where published)
         - (select count(*) from ${bannedNow('all', sql`now()`)} b
              join protocol_profiles p on p.id = b.user_id and p.published) as count`);
  return Number(rows[0]!.count);
}
