import { english } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { memoizeLatestByKey } from '../../time/memoize-lru.ts';
import * as messages from './lfg.messages.ts';
import { computeFit } from './lfg.rules.ts';
import { type BrowseItem, type BrowsePage, type BrowseQuery, PAGE_SIZE } from './lfg.schema.ts';
import { type BrowseCursor, type BrowseRow, browseListings, type ViewerRow } from './listing-browse.queries.ts';
import { decodeCursor, encodeCursor, parseFitCursor } from './listing-browse.rules.ts';
import { toListing, toOwner } from './listing-view.rules.ts';

/** How many of the newest listings are scored when sorting by fit. Only the best are shown. */
const FIT_POOL = 400;
const FIT_SHOWN = 3 * PAGE_SIZE;

const LISTINGS_KEPT = 2_000;

/**
 * Parses a row and caches the result for readers of any language. Listings in Browse haven't expired, so a cached
 * status stays correct.
 */
const readListing = memoizeLatestByKey(LISTINGS_KEPT, (json) => {
  const row = JSON.parse(json) as BrowseRow;
  return { row, listing: toListing(english, row, new Date(row.listed_at)) };
});

const ANONYMOUS_VIEWER: ViewerRow = {
  role: null,
  flex_positions: [],
  platform: null,
  region: null,
  modes: [],
  timezone: null,
  availability: [],
};

/** Returns one page of listings that are open to the viewer, newest first or best first. */
export async function browseListingPage(
  deps: Deps,
  actor: Person,
  { sort, after: word, ...filter }: BrowseQuery,
): Promise<BrowsePage> {
  const now = deps.now();
  const after = word === undefined || sort === 'fit' ? undefined : decodeCursor(word);
  if (word !== undefined && !after && sort !== 'fit') {
    throw new Refusal('invalid', messages.pageMarkerInvalid, 'after');
  }
  const limit = sort === 'fit' ? FIT_POOL : PAGE_SIZE + 1;
  const { rows, viewer = ANONYMOUS_VIEWER } = await browseListings(deps.reads, {
    filter,
    viewerId: actor.userId,
    after,
    limit,
    now,
  });
  const page =
    sort === 'fit'
      ? listBestFirst(rows, actor.userId, viewer, { now, from: parseFitCursor(word) })
      : listNewestFirst(rows, actor.userId, now);
  return {
    ...page,
    viewer: { timezone: viewer.timezone ?? 'UTC', availability: viewer.availability },
  };
}

function listNewestFirst(rows: BrowseCursor[], viewerId: string, now: Date): Pick<BrowsePage, 'items' | 'next'> {
  const page = rows.slice(0, PAGE_SIZE).map(({ id, json }) => readListing(id, json));
  const lastRow = page.at(-1)?.row;
  const more = rows.length > PAGE_SIZE && lastRow;
  const boost = lastRow?.boost_expires_at && new Date(lastRow.boost_expires_at) > now ? lastRow.boost_expires_at : null;
  return {
    items: page.map((one) => toItem(one, viewerId)),
    next: more ? encodeCursor({ boost, listed: lastRow.listed_at, id: lastRow.id }) : null,
  };
}

function listBestFirst(
  rows: BrowseCursor[],
  viewerId: string,
  viewer: ViewerRow,
  { now, from }: { now: Date; from: number },
): Pick<BrowsePage, 'items' | 'next'> {
  const items = rows
    .map(({ id, json }) => readListing(id, json))
    .filter(({ row }) => row.user_id !== viewerId)
    .map((one) => ({ ...toItem(one, viewerId), fit: computeFit(one.listing, viewer, now) }));
  // The sort is stable, so listings with equal fit stay in Browse's order.
  const bestItems = items.sort((a, b) => b.fit - a.fit).slice(0, FIT_SHOWN);
  const until = from + PAGE_SIZE;
  return { items: bestItems.slice(from, until), next: until < bestItems.length ? String(until) : null };
}

function toItem({ row, listing }: ReturnType<typeof readListing>, viewerId: string): BrowseItem {
  return {
    ...listing,
    owner: toOwner(readerTranslator, row),
    mine: row.user_id === viewerId,
    application: row.application as BrowseItem['application'],
    fit: null,
  };
}
