import { type Deps, type PublicNews, publicPagesChanged } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { iso } from '../../../time/instants.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { countPublished, newestPlayers } from './directory.queries.ts';
import { decodeCursor, encodeCursor, micFilter, storedPlatform } from './directory.rules.ts';
import { type DirectoryFilters, type DirectoryPage, PAGE_SIZE } from './directory.schema.ts';

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
      const { shown, under } = (news ?? {}) as PublicNews;
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
  await publicPagesChanged(deps, { shown: ['players'], ...(gone ? { gone: true } : {}) });
}

/**
 * One page of the directory, newest first.
 * @param viewerId somebody signed in; pages are made for nobody and are the same for everybody
 */
export async function readDirectory(
  deps: Deps,
  viewerId: string | undefined,
  { cursor, ...filters }: DirectoryFilters & { cursor?: string | undefined },
): Promise<DirectoryPage> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && !after) {
    throw new Refusal('invalid', 'This page marker is not valid. Please start from the first page.', 'cursor');
  }
  const equalities = {
    platform: filters.platform && storedPlatform(filters.platform),
    role: filters.role,
    region: filters.region,
    mic: micFilter(filters.mic),
  };
  const [rows, total] = await Promise.all([
    newestPlayers(deps.reads, equalities, after, { limit: PAGE_SIZE + 1, viewerId }),
    directoryCount(deps),
  ]);
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const more = rows.length > PAGE_SIZE && last;
  return {
    profiles: page.map((row) => ({ ...row, created_at: iso(row.created_at) })),
    nextCursor: more ? encodeCursor({ createdAt: last.created_at, id: last.id }) : null,
    total,
  };
}
