import { type Deps, notifyPublicPagesChanged, type PublicPagesChange } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toUtcMonday } from '../../../time/instants.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import * as messages from '../profiles.messages.ts';
import { countPublishedPlayers, listHours } from './directory.queries.ts';
import { toMicFilter, toStoredPlatform } from './directory.rules.ts';
import type { DirectoryFilters } from './directory.schema.ts';
import { type CardRow, listCards, listCardsWithHours } from './directory-cards.queries.ts';
import { decodeCursor, decodeRatedCursor, encodeCursor, encodeRatedCursor } from './directory-cursors.rules.ts';
import { PAGE_SIZE } from './directory-filters.schema.ts';
import { createHashedFreeCheck } from './free-hours.rules.ts';

/** Lifetime of the cached player count. Counting a million rows takes longer than reading a page. */
const COUNT_CACHE_MS = MINUTE_MS;

type CachedCount = { count: Promise<number>; at: number };
const countCache = new WeakMap<Deps, CachedCount>();
const subscribedDeps = new WeakSet<Deps>();

/** Returns the number of players in the directory, cached for at most a minute and reset when the directory changes. */
export function getDirectoryCount(deps: Deps): Promise<number> {
  if (!subscribedDeps.has(deps)) {
    subscribedDeps.add(deps);
    deps.bus.subscribe('public-pages', (change) => {
      const { shown, under } = (change ?? {}) as PublicPagesChange;
      if (shown?.includes('players') || (!shown && !under)) countCache.delete(deps);
    });
  }
  const cachedCount = countCache.get(deps);
  const now = deps.now().getTime();
  if (cachedCount && now - cachedCount.at < COUNT_CACHE_MS && now >= cachedCount.at) return cachedCount.count;
  const count = countPublishedPlayers(deps.reads);
  countCache.set(deps, { count, at: now });
  count.catch(() => countCache.delete(deps));
  return count;
}

/**
 * Notifies all nodes that pages showing players are outdated.
 * @param isGone whether a player must disappear from those pages
 */
export async function onDirectoryChanged(deps: Deps, isGone = false): Promise<void> {
  countCache.delete(deps);
  await notifyPublicPagesChanged(deps, { shown: ['players'], ...(isGone ? { gone: true } : {}) });
}

/** Maximum number of players to scan per request when filtering by shared availability. */
const MAX_SCANNED = 1_000;
const SCAN_BATCH = 200;
/** Size of the first scan, in pages. Most players share some hours, so two pages of players usually fill one. */
const FIRST_SCAN_PAGES = 2;

type Query = DirectoryFilters & { cursor?: string | undefined; limit?: number | undefined };

const compareByRating = (filters: DirectoryFilters) => filters.sort === 'rating';

function getPlace(filters: DirectoryFilters, cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const after = compareByRating(filters) ? decodeRatedCursor(cursor) : decodeCursor(cursor);
  if (after) return after;
  throw new Refusal('invalid', messages.pageMarkerInvalid, 'cursor');
}

const toCursorPlace = ({ at, id, rating }: CardRow) => ({ createdAt: at, id, rating: String(rating ?? 0) });

const getCode = (filters: DirectoryFilters, row: CardRow) =>
  (compareByRating(filters) ? encodeRatedCursor : encodeCursor)(toCursorPlace(row));

/**
 * Returns one page of the directory, newest or best rated first. The database has already serialized the cards.
 * @param viewerId the signed-in user; prerendered pages have no viewer and are the same for everyone
 */
export async function listDirectory(
  deps: Deps,
  viewerId: string | undefined,
  { cursor, limit = PAGE_SIZE, ...filters }: Query,
): Promise<string> {
  const search = { deps, viewerId, filters, size: limit, after: getPlace(filters, cursor) };
  const [{ page, last, isFree = false }, total] = await Promise.all([
    viewerId && filters.free === 'auto' ? fetchPageOfFree(search, viewerId) : fetchPage(search),
    getDirectoryCount(deps),
  ]);
  const metadata = { nextCursor: last ? getCode(filters, last) : null, free_when_i_am: isFree, total };
  return `{"profiles":[${page.map(({ card }) => card).join(',')}],${JSON.stringify(metadata).slice(1)}`;
}

type PageStart = ReturnType<typeof getPlace>;

/** A directory search: filters, viewer, size of the page and starting point. */
type Search = { deps: Deps; viewerId: string | undefined; filters: DirectoryFilters; size: number; after: PageStart };

/** A page of rows; `last` is the last row if there are more. */
type FoundPage = { page: CardRow[]; last: CardRow | undefined; isFree?: boolean };

const fetchPage = async (search: Search): Promise<FoundPage> =>
  toPage(await listCards(search.deps.reads, ...toCardQuery(search, search.after, search.size + 1)), search.size);

function toPage(rows: CardRow[], size: number): FoundPage {
  const page = rows.slice(0, size);
  return { page, last: rows.length > size ? page.at(-1) : undefined };
}

/**
 * Fetches a page of players who are free when the viewer is. Includes the viewer, because users who just published look
 * for their own card. If the scan stops early, `last` is the last scanned row. Viewers who aren't published or haven't
 * set their availability see everyone.
 */
async function fetchPageOfFree(search: Search, viewerId: string): Promise<FoundPage> {
  const { deps, size } = search;
  const page: CardRow[] = [];
  let from = search.after;
  let scansLeft = MAX_SCANNED;
  for (let limit = Math.max(FIRST_SCAN_PAGES * size, size + 1); ; limit = Math.min(SCAN_BATCH, scansLeft)) {
    const { found: rows, own } = await listCardsWithHours(deps.reads, ...toCardQuery(search, from, limit));
    if (!own?.published) return toPage(rows, size);
    const free = await filterFree(deps, own, rows);
    for (const row of rows) {
      if (row.id !== viewerId && !free.has(row.id)) continue;
      if (page.length === size) return { page, last: page.at(-1), isFree: true };
      page.push(row);
    }
    const last = rows.at(-1);
    if (!last || rows.length < limit) return { page, last: undefined, isFree: true };
    scansLeft -= limit;
    if (scansLeft <= 0) return { page, last, isFree: true };
    from = toCursorPlace(last);
  }
}

/** Returns which players are free when a user is. Reads availability only if this node hasn't seen it this week. */
async function filterFree(
  deps: Deps,
  own: Parameters<typeof createHashedFreeCheck>[0],
  rows: readonly { id: string; sum: string | null }[],
): Promise<ReadonlySet<string>> {
  const isFree = createHashedFreeCheck(own, toUtcMonday(deps.now()));
  const free = new Set<string>();
  const unknownIds: string[] = [];
  for (const { id, sum } of rows) {
    if (sum === null) continue;
    const isFreeKnown = isFree(sum);
    if (isFreeKnown === undefined) unknownIds.push(id);
    else if (isFreeKnown) free.add(id);
  }
  if (unknownIds.length === 0) return free;
  // Use the hash read together with these hours, because the hours may have changed after the first read.
  for (const [id, { sum, ...hours }] of await listHours(deps.reads, unknownIds)) if (isFree(sum, hours)) free.add(id);
  return free;
}

function toCardQuery({ viewerId, filters }: Search, after: PageStart, limit: number) {
  const equalities = {
    platform: filters.platform && toStoredPlatform(filters.platform),
    role: filters.role,
    region: filters.region,
    mic: toMicFilter(filters.mic),
    name: filters.name,
    mode: filters.mode,
    level: filters.level,
    rating: filters.rating === undefined ? undefined : Number(filters.rating),
    language: filters.language,
  };
  const followedBy = filters.followed ? viewerId : undefined;
  return [equalities, after, { limit, viewerId, sort: filters.sort, followedBy }] as const;
}
