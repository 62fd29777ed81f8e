import { type Deps, notifyPublicPagesChanged, type PublicPagesChange } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { mondayOf } from '../../../time/instants.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { countPublished, hoursOf } from './directory.queries.ts';
import { micFilter, storedPlatform } from './directory.rules.ts';
import { type DirectoryFilters, PAGE_SIZE } from './directory.schema.ts';
import { type CardRow, cardsOf, cardsWithHours } from './directory-cards.queries.ts';
import { decodeCursor, decodeRatedCursor, encodeCursor, encodeRatedCursor } from './directory-cursors.rules.ts';
import { freeBySum } from './free-hours.rules.ts';

/** Counting a million rows takes longer than reading a page of them, and nobody needs the count to the second. */
const COUNT_KEPT_MS = MINUTE_MS;

type Counted = { count: Promise<number>; at: number };
const counted = new WeakMap<Deps, Counted>();
const listening = new WeakSet<Deps>();

/** Number of players in the directory, at most a minute old and renewed when the directory is known to have changed. */
export function directoryCount(deps: Deps): Promise<number> {
  if (!listening.has(deps)) {
    listening.add(deps);
    deps.bus.subscribe('public-pages', (news) => {
      const { shown, under } = (news ?? {}) as PublicPagesChange;
      if (shown?.includes('players') || (!shown && !under)) counted.delete(deps);
    });
  }
  const known = counted.get(deps);
  const now = deps.now().getTime();
  if (known && now - known.at < COUNT_KEPT_MS && now >= known.at) return known.count;
  const count = countPublished(deps.reads);
  counted.set(deps, { count, at: now });
  count.catch(() => counted.delete(deps));
  return count;
}

/**
 * Tells this node and the others that pages which show players are no longer true.
 * @param gone somebody must not be seen there any more
 */
export async function directoryChanged(deps: Deps, gone = false): Promise<void> {
  counted.delete(deps);
  await notifyPublicPagesChanged(deps, { shown: ['players'], ...(gone ? { gone: true } : {}) });
}

/** Whoever asks who is free when they are is answered out of at most so many. */
const LOOKED_AT_MOST = 1_000;
const LOOKED_AT_ONCE = 200;
/** Most players have an evening in common, so that a few more than a page has are enough to fill it. */
const LOOKED_AT_FIRST = 2 * PAGE_SIZE;

type Query = DirectoryFilters & { cursor?: string | undefined };

const byRating = (filters: DirectoryFilters) => filters.sort === 'rating';

function placeOf(filters: DirectoryFilters, cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const after = byRating(filters) ? decodeRatedCursor(cursor) : decodeCursor(cursor);
  if (after) return after;
  throw new Refusal('invalid', 'This page marker is not valid. Please start from the first page.', 'cursor');
}

const placeAfter = ({ at, id, rating }: CardRow) => ({ createdAt: at, id, rating: String(rating ?? 0) });

const codeOf = (filters: DirectoryFilters, row: CardRow) =>
  (byRating(filters) ? encodeRatedCursor : encodeCursor)(placeAfter(row));

/**
 * One page of the directory, newest first, or the best rated, as it is sent: the database has written the cards.
 * @param viewerId somebody signed in; pages are made for nobody and are the same for everybody
 */
export async function readDirectory(
  deps: Deps,
  viewerId: string | undefined,
  { cursor, ...filters }: Query,
): Promise<string> {
  const search = { deps, viewerId, filters, after: placeOf(filters, cursor) };
  const [{ page, last, isFree = false }, total] = await Promise.all([
    viewerId && filters.free === 'auto' ? pageOfFree(search, viewerId) : pageOf(search),
    directoryCount(deps),
  ]);
  const rest = { nextCursor: last ? codeOf(filters, last) : null, free_when_i_am: isFree, total };
  return `{"profiles":[${page.map(({ card }) => card).join(',')}],${JSON.stringify(rest).slice(1)}`;
}

type After = ReturnType<typeof placeOf>;

/** What is asked for, by whom, and from where on. */
type Search = { deps: Deps; viewerId: string | undefined; filters: DirectoryFilters; after: After };

/** @returns the rows, and the last of them where there are more */
type Found = { page: CardRow[]; last: CardRow | undefined; isFree?: boolean };

const pageOf = async (search: Search): Promise<Found> =>
  cut(await cardsOf(search.deps.reads, ...askedFor(search, search.after, PAGE_SIZE + 1)));

function cut(rows: CardRow[]): Found {
  const page = rows.slice(0, PAGE_SIZE);
  return { page, last: rows.length > PAGE_SIZE ? page.at(-1) : undefined };
}

/**
 * The same of those who are free when the viewer is, they themselves among them: who has just published looks for their
 * own card. Where it stops early, `last` is the place up to which it has looked. Whoever is not published or has not said
 * when they play is shown everybody.
 */
async function pageOfFree(search: Search, viewerId: string): Promise<Found> {
  const { deps } = search;
  const page: CardRow[] = [];
  let from = search.after;
  let left = LOOKED_AT_MOST;
  for (let limit = LOOKED_AT_FIRST; ; limit = Math.min(LOOKED_AT_ONCE, left)) {
    const { found: rows, own } = await cardsWithHours(deps.reads, ...askedFor(search, from, limit));
    if (!own?.published) return cut(rows);
    const free = await freeAmong(deps, own, rows);
    for (const row of rows) {
      if (row.id !== viewerId && !free.has(row.id)) continue;
      if (page.length === PAGE_SIZE) return { page, last: page.at(-1), isFree: true };
      page.push(row);
    }
    const last = rows.at(-1);
    if (!last || rows.length < limit) return { page, last: undefined, isFree: true };
    left -= limit;
    if (left <= 0) return { page, last, isFree: true };
    from = placeAfter(last);
  }
}

/** Who is free when somebody is. Hours are read only where this node has not seen them in this week. */
async function freeAmong(
  deps: Deps,
  own: Parameters<typeof freeBySum>[0],
  rows: readonly { id: string; sum: string | null }[],
): Promise<ReadonlySet<string>> {
  const isFree = freeBySum(own, mondayOf(deps.now()));
  const free = new Set<string>();
  const unseen: string[] = [];
  for (const { id, sum } of rows) {
    if (sum === null) continue;
    const known = isFree(sum);
    if (known === undefined) unseen.push(id);
    else if (known) free.add(id);
  }
  if (unseen.length === 0) return free;
  // By the sum that is read with them: they may be others by now.
  for (const [id, { sum, ...hours }] of await hoursOf(deps.reads, unseen)) if (isFree(sum, hours)) free.add(id);
  return free;
}

function askedFor({ viewerId, filters }: Search, after: After, limit: number) {
  const equalities = {
    platform: filters.platform && storedPlatform(filters.platform),
    role: filters.role,
    region: filters.region,
    mic: micFilter(filters.mic),
    name: filters.name,
    mode: filters.mode,
    level: filters.level,
    rating: filters.rating === undefined ? undefined : Number(filters.rating),
    language: filters.language,
  };
  const followedBy = filters.followed ? viewerId : undefined;
  return [equalities, after, { limit, viewerId, sort: filters.sort, followedBy }] as const;
}
