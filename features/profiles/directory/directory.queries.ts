import { and, desc, eq, gte, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { nameStartsWith } from '../../../db/search.ts';
import { selectBannedUsers } from '../../moderation/bans.queries.ts';
import { isBlockedBetweenSql } from '../blocks/blocks.queries.ts';
import { protocolPublicProfiles as directory, playerFollows, protocolProfiles } from '../profiles.tables.ts';
import { CARD_COLUMNS } from './directory.schema.ts';

export type Equalities = {
  platform: string | undefined;
  role: string | undefined;
  region: string | undefined;
  mic: boolean | undefined;
  /** Only players whose name starts with this. */
  name?: string | undefined;
  mode?: string | undefined;
  level?: string | undefined;
  rating?: number | undefined;
  language?: string | undefined;
};

export type Sort = 'newest' | 'rating';
/** Last row of the previous page; includes a rating when ordering by rating. */
export type After = { createdAt: string; id: string; rating?: string };
export type Page = {
  limit: number;
  viewerId: string | undefined;
  sort?: Sort | undefined;
  /** User whose followed players are listed. */
  followedBy?: string | undefined;
};

/** A type whose fields, except the sort order, may also be SQL placeholders. */
export type WithPlaceholders<Of> = {
  [Name in keyof Of]: NonNullable<Of[Name]> extends Sort ? Of[Name] : Of[Name] | SQL;
};

/** Rating for sorting; players without one come last. */
const ratingSql = sql`coalesce(${directory.overall_rating}, 0)`;

type OnCard = (typeof CARD_COLUMNS)[number];
const columns = {
  ...(Object.fromEntries(CARD_COLUMNS.map((name) => [name, directory[name]])) as Pick<typeof directory, OnCard>),
  // Read as text, because cursors need every digit the database writes.
  created_at: sql<string>`${directory.created_at}::text`.as('created_at'),
};

/**
 * Lists published players, newest or best first, after a cursor.
 * @param page `limit`: maximum rows; request one more than a page to learn whether there's a next one. `viewerId`: the
 * signed-in user, who doesn't see players blocked in either direction
 * @returns cards whose `created_at` is text as the database writes it
 */
export function listNewestPlayers(
  db: Db,
  filters: WithPlaceholders<Equalities>,
  after: WithPlaceholders<After> | undefined,
  { limit, viewerId, sort = 'newest', followedBy }: WithPlaceholders<Page>,
) {
  const place = sql`${directory.created_at}, ${directory.id}`;
  const afterFilter =
    after &&
    (sort === 'rating'
      ? sql`(${ratingSql}, ${place}) < (${after.rating}::smallint, ${after.createdAt}::timestamptz, ${after.id}::uuid)`
      : sql`(${place}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`);
  const newestFirst = [desc(directory.created_at), desc(directory.id)];
  return db
    .select(columns)
    .from(directory)
    .where(
      and(
        filters.platform === undefined ? undefined : eq(directory.platform, filters.platform),
        filters.role === undefined ? undefined : eq(directory.role, filters.role),
        filters.region === undefined ? undefined : eq(directory.region, filters.region),
        filters.mic === undefined ? undefined : eq(directory.mic, filters.mic),
        filters.name ? nameStartsWith(sql`${directory.display_name}`, filters.name) : undefined,
        filters.mode === undefined ? undefined : sql`${directory.modes} @> array[${filters.mode}::text]`,
        filters.level === undefined ? undefined : eq(directory.competitive_level, filters.level),
        filters.rating === undefined ? undefined : gte(directory.overall_rating, filters.rating),
        filters.language === undefined ? undefined : sql`${directory.languages} @> array[${filters.language}::text]`,
        followedBy === undefined
          ? undefined
          : inArray(
              directory.id,
              db
                .select({ id: playerFollows.followedId })
                .from(playerFollows)
                .where(eq(playerFollows.followerId, followedBy)),
            ),
        afterFilter,
        viewerId === undefined ? undefined : not(isBlockedBetweenSql(viewerId, directory.id)),
      ),
    )
    .orderBy(...(sort === 'rating' ? [sql`${ratingSql} desc`, ...newestFirst] : newestFirst))
    .limit(limit as number);
}

const p = protocolProfiles;
/** Hash of a player's availability, which changes with the hours or the time zone. */
export const hoursHashSql = sql<string>`md5(coalesce(${p.timezone}, 'UTC') || ' ' || ${p.availability}::text)`;
export const hasHours = sql`jsonb_array_length(${p.availability}) > 0`;

/** Returns players' availability by ID. Players who haven't set it are omitted. */
export async function listHours(db: Db, ids: string[]) {
  const rows = await db
    .select({
      id: protocolProfiles.id,
      published: protocolProfiles.published,
      timezone: protocolProfiles.timezone,
      windows: protocolProfiles.availability,
      sum: hoursHashSql,
    })
    .from(protocolProfiles)
    .where(sql`${protocolProfiles.id} = any(${sql.param(ids)}::uuid[])`);
  return new Map(
    rows
      .filter(({ windows }) => windows.length > 0)
      .map(({ id, timezone, ...rest }) => [id, { ...rest, timezone: timezone ?? 'UTC' }] as const),
  );
}

/** Returns which of these players a viewer can see in the directory. */
export async function listVisibleIds(db: Db, ids: string[], viewerId: string | undefined): Promise<string[]> {
  const rows = await db
    .select({ id: directory.id })
    .from(directory)
    .where(
      and(
        inArray(directory.id, ids),
        viewerId === undefined ? undefined : not(isBlockedBetweenSql(viewerId, directory.id)),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Counts the players in the directory: the partial index minus the few who are banned. */
export async function countPublishedPlayers(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (select count(*) from protocol_profiles where published)
         - (select count(*) from ${selectBannedUsers('all', sql`now()`)} b
              join protocol_profiles p on p.id = b.user_id and p.published) as count`);
  return Number(rows[0]!.count);
}
