import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { hasBlocked } from '../profiles/blocks/blocks.queries.ts';
import { members, players } from '../profiles/player-views.queries.ts';
import type { AvailabilityWindow } from '../profiles/profiles.schema.ts';
import { ownerMayList, type ShownRow, shownColumns } from './lfg.queries.ts';
import type { BrowseFilter } from './lfg.schema.ts';
import { type Cursor, facetConditions } from './listing-browse.rules.ts';

export type BrowseRow = ShownRow & { application: string | null };
type Segment = 'featured' | 'others';

/** Which page of Browse somebody looks at. */
export type Search = { filter: BrowseFilter; viewerId: string; after: Cursor | undefined; limit: number; now: Date };

/**
 * One segment of Browse as a statement: open listings under a filter, of owners with a profile who may list and have
 * no block with the viewer. Featured listings come by the end of their boost, the others newest first; both orders
 * are indexes, and so is the filter, so the planner reads in order or exactly, whichever is less.
 * @param search `after`: where the page before ended; its segment must be this one
 */
export function segmentStatement(segment: Segment, { filter, viewerId, after, limit, now }: Search): SQL {
  const instant = sql`${now.toISOString()}::timestamptz`;
  const facets = facetConditions(filter).map((names) => sql`and l.facets && ${sql.param(names)}::text[]`);
  const order =
    segment === 'featured'
      ? sql`l.boost_expires_at desc, l.listed_at desc, l.id desc`
      : sql`l.listed_at desc, l.id desc`;
  return sql`
    with page as materialized (
      select l.*
        from lfg_listings l
       where l.status = 'active' and l.expires_at > ${instant}
         and ${segment === 'featured' ? sql`l.boost_expires_at > ${instant}` : sql`(l.boost_expires_at is null or l.boost_expires_at <= ${instant})`}
         ${sql.join(facets, sql` `)}
         ${after ? beyond(segment, after) : sql``}
         and exists (select 1 from ${members} u where u.user_id = l.user_id)
         and ${ownerMayList(now)}
         and not ${hasBlocked(viewerId, sql`l.user_id`)}
         and not ${hasBlocked(sql`l.user_id`, viewerId)}
       order by ${order}
       limit ${limit}
    )
    select ${shownColumns},
           (select a.status from lfg_applications a where a.listing_id = l.id and a.applicant_id = ${viewerId}) as application
      from page l
      join ${members} u on u.user_id = l.user_id
      left join ${players} p on p.id = l.user_id
     order by ${order}`;
}

function beyond(segment: Segment, { boost, listed, id }: Cursor): SQL {
  return segment === 'featured'
    ? sql`and (l.boost_expires_at, l.listed_at, l.id) < (${boost}::timestamptz, ${listed}::timestamptz, ${id}::uuid)`
    : sql`and (l.listed_at, l.id) < (${listed}::timestamptz, ${id}::uuid)`;
}

/**
 * A page of Browse in its order: featured listings first, then the newest.
 * @param search `limit`: rows at most; ask for one more than a page to learn whether there is a next one
 */
export async function browseListings(db: Db, search: Search): Promise<BrowseRow[]> {
  const { after, limit } = search;
  const read = async (segment: Segment, from: Cursor | undefined, count: number) =>
    (await db.execute<BrowseRow>(segmentStatement(segment, { ...search, after: from, limit: count }))).rows;
  if (after && after.boost === null) return read('others', after, limit);
  const featured = await read('featured', after, limit);
  if (featured.length === limit) return featured;
  return [...featured, ...(await read('others', undefined, limit - featured.length))];
}

export type ViewerRow = {
  role: string | null;
  flex_positions: string[];
  platform: string | null;
  region: string | null;
  modes: string[];
  timezone: string | null;
  availability: AvailabilityWindow[];
};

/** What of a player's own profile decides how well a listing suits them. */
export async function viewerOf(db: Db, userId: string): Promise<ViewerRow | undefined> {
  const { rows } = await db.execute<ViewerRow>(
    sql`select role, flex_positions, platform, region, modes, timezone, availability from ${players} p where id = ${userId}`,
  );
  return rows[0];
}
