import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { parseTextRows, prepareStatementFor, toJsonList, toTextRows } from '../../db/prepared-statements.ts';
import { hasBlockedSql } from '../profiles/blocks/blocks.queries.ts';
import { memberNamesSql, players } from '../profiles/player-views.queries.ts';
import type { StoredFields } from '../profiles/profile-fields.schema.ts';
import { canOwnerListSql, shownColumns } from './lfg.queries.ts';
import type { BrowseFilter, StoredListing } from './lfg.schema.ts';
import { type Cursor, toFacetConditions } from './listing-browse.rules.ts';

export type BrowseRow = StoredListing & { application: string | null };
/** A row as JSON, so that unchanged rows don't have to be parsed again. */
export type BrowseCursor = { id: string; json: string };
type Segment = 'featured' | 'others';

/** A request for a page of Browse. */
export type Search = { filter: BrowseFilter; viewerId: string; after: Cursor | undefined; limit: number; now: Date };

type Place = Record<keyof Cursor, SQLWrapper>;
/** A search with its values as statement parameters. */
type BrowseParameters = { facets: SQL[]; viewerId: SQLWrapper; after: Place | undefined; limit: SQLWrapper; now: SQL };

/**
 * Builds the statement for one segment of Browse. It selects open listings that match a filter and whose owners have a
 * profile, no listing ban and no block with the viewer. Featured listings are ordered by the end of their boost, and
 * the others by age, newest first. There are indexes for each order and for the filter, so the planner can choose the
 * cheapest.
 * @param search `after`: where the previous page ended; it must be in this segment
 */
export const createSegmentStatement = (segment: Segment, { filter, viewerId, after, limit, now }: Search): SQL =>
  selectSegment(segment, {
    facets: toFacetConditions(filter).map((names) => sql`${sql.param(names)}`),
    viewerId: sql`${viewerId}`,
    after: after && { boost: sql`${after.boost}`, listed: sql`${after.listed}`, id: sql`${after.id}` },
    limit: sql`${limit}`,
    now: sql`${now.toISOString()}::timestamptz`,
  });

function selectSegment(segment: Segment, { facets, viewerId, after, limit, now }: BrowseParameters): SQL {
  const order =
    segment === 'featured'
      ? sql`l.boost_expires_at desc, l.listed_at desc, l.id desc`
      : sql`l.listed_at desc, l.id desc`;
  return sql`
    with page as materialized (
      select l.*
        from lfg_listings l
       where l.status = 'active' and l.expires_at > ${now}
         and ${segment === 'featured' ? sql`l.boost_expires_at > ${now}` : sql`(l.boost_expires_at is null or l.boost_expires_at <= ${now})`}
         ${sql.join(
           facets.map((names) => sql`and l.facets && ${names}::text[]`),
           sql` `,
         )}
         ${after ? selectAfterPlace(segment, after) : sql``}
         and exists (select 1 from ${memberNamesSql} u where u.user_id = l.user_id)
         and ${canOwnerListSql(now)}
         and not ${hasBlockedSql(viewerId, sql`l.user_id`)}
         and not ${hasBlockedSql(sql`l.user_id`, viewerId)}
       order by ${order}
       limit ${limit}
    )
    select ${shownColumns},
           (select a.status from lfg_applications a where a.listing_id = l.id and a.applicant_id = ${viewerId}) as application
      from page l
      join ${memberNamesSql} u on u.user_id = l.user_id
      left join ${players} p on p.id = l.user_id
     order by ${order}`;
}

function selectAfterPlace(segment: Segment, { boost, listed, id }: Place): SQL {
  return segment === 'featured'
    ? sql`and (l.boost_expires_at, l.listed_at, l.id) < (${boost}::timestamptz, ${listed}::timestamptz, ${id}::uuid)`
    : sql`and (l.listed_at, l.id) < (${listed}::timestamptz, ${id}::uuid)`;
}

/** Selects the parts of a player's own profile that decide how well a listing fits them. */
const createViewerStatement = (userId: SQLWrapper): SQL => sql`
  select role, flex_positions, platform, region, modes, timezone, availability from ${players} p where id = ${userId}`;

/**
 * Everything that changes the statement's text: the segment in which the previous page ended, and the number of facets
 * and rows.
 */
type Shape = { after: Segment | undefined; facets: number; limit: number };
const shapes = new Map<string, Shape>();

function toShape({ after, facets, limit }: Shape): Shape {
  const word = `${after} ${facets} ${limit}`;
  const shape = shapes.get(word) ?? { after, facets, limit };
  shapes.set(word, shape);
  return shape;
}

type BrowseInput = Record<`facet${number}`, string[] | undefined> & {
  viewerId: string;
  now: string;
  boost: string | null;
  listed: string | null;
  id: string | null;
};

function createStatement(parameters: BrowsePlaceholders, shape: Shape): SQL {
  const { viewerId, boost, listed, id } = parameters;
  const facets = Array.from({ length: shape.facets }, (_, i) => sql`${parameters[`facet${i}`]}`);
  const selectListings = (listSegment: Segment) => {
    const after = listSegment === shape.after ? { boost, listed, id } : undefined;
    const [limit, now] = [sql.raw(String(shape.limit)), sql`${parameters.now}::timestamptz`];
    const statement = selectSegment(listSegment, { facets, viewerId, after, limit, now });
    return toTextRows([sql`r.id`, sql`row_to_json(r)`], sql`(${statement}) r`);
  };
  const featuredSql = shape.after === 'others' ? sql`''` : selectListings('featured');
  const viewer = toJsonList(createViewerStatement(viewerId));
  return sql`select ${viewer} as viewer, ${featuredSql} as featured, ${selectListings('others')} as others`;
}

type BrowsePlaceholders = { readonly [Name in keyof BrowseInput]: SQL };
type BrowseRows = { viewer: ViewerRow[]; featured: string; others: string };
const queryUnfilteredListings = prepareStatementFor<Shape, BrowseInput, BrowseRows>(createStatement);
/** Planned for each execution, because the better index depends on the filter. */
const queryFilteredListings = prepareStatementFor<Shape, BrowseInput, BrowseRows>(createStatement, 'each time');

/**
 * Returns a page of Browse: featured listings first, then the newest. The same statement reads the parts of the
 * viewer's profile that affect fit. Few listings are featured, so hardly any extra rows are read.
 * @param search `limit`: maximum number of rows; ask for one more than a page to find out whether there's a next one
 */
export async function browseListings(
  db: Db,
  { filter, viewerId, after, limit, now }: Search,
): Promise<{ rows: BrowseCursor[]; viewer: ViewerRow | undefined }> {
  const facets = toFacetConditions(filter);
  const segment = after && (after.boost === null ? 'others' : 'featured');
  const shape = toShape({ after: segment, facets: facets.length, limit });
  const [read] = await (facets.length === 0 ? queryUnfilteredListings : queryFilteredListings)(shape, db, {
    ...Object.fromEntries(facets.map((names, i) => [`facet${i}`, names])),
    viewerId,
    now: now.toISOString(),
    boost: after?.boost ?? null,
    listed: after?.listed ?? null,
    id: after?.id ?? null,
  });
  const { viewer, featured, others } = read!;
  const rows = [featured, others].flatMap(parseTextRows).map(([id, json]) => ({ id: id!, json: json! }));
  return { rows: rows.slice(0, limit), viewer: viewer[0] };
}

export type ViewerRow = Pick<
  StoredFields,
  'role' | 'flex_positions' | 'platform' | 'region' | 'modes' | 'timezone' | 'availability'
>;
