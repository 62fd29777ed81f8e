import { toUtcMonday } from '../../time/instants.ts';
import { memoizeLru } from '../../time/memoize-lru.ts';
import { DAY_MS } from '../../time/units.ts';
import { FEEDBACK_DAYS, getPlayedAt } from './match-feedback/match-feedback.rules.ts';
import type { Match } from './matches.schema.ts';

/** Maximum number of readers in the cache. */
const CACHE_SIZE = 500;

type CacheEntry<T> = { facts: string; from: number; until: number; value: T };

/** Caches one value per reader until the facts change or the value expires. */
export function createFactsCache<T>(most = CACHE_SIZE) {
  const getCacheSlot = memoizeLru<{ kept?: CacheEntry<T> }>(most, () => ({}));
  return {
    /**
     * @param make computes the value; `until` is when the value expires although the facts stay the same, in ms since
     * the epoch
     */
    read: async (
      userId: string,
      { facts, at }: { facts: string; at: Date },
      make: () => Promise<{ value: T; until: number }>,
    ): Promise<T> => {
      const now = at.getTime();
      const place = getCacheSlot(userId);
      const { kept } = place;
      if (kept?.facts === facts && kept.from <= now && now < kept.until) return kept.value;
      place.kept = { facts, from: now, ...(await make()) };
      return place.kept.value;
    },
  };
}

type Row = Parameters<typeof getPlayedAt>[0];

/**
 * Returns when cards expire if nothing is written, in ms since the epoch. That's when a session or feedback window next
 * starts or ends, or when the displayed week changes.
 */
export function computeValidUntil(
  rows: readonly Row[],
  cards: readonly Pick<Match, 'next_sessions'>[],
  now: Date,
): number {
  const sessions = cards.flatMap(({ next_sessions }) => next_sessions).flatMap(({ start, end }) => [start, end]);
  const dates = rows.map(getPlayedAt).filter((at) => at !== null);
  const moments = [
    Date.parse(toUtcMonday(now)) + 7 * DAY_MS,
    ...sessions.map((at) => Date.parse(at)),
    ...dates.flatMap((at) => [at.getTime(), at.getTime() + FEEDBACK_DAYS * DAY_MS + 1]),
  ];
  return Math.min(...moments.filter((at) => at > now.getTime()));
}
