import { mondayOf } from '../../time/instants.ts';
import { memoizeLru } from '../../time/memoize-lru.ts';
import { DAY_MS } from '../../time/units.ts';
import { FEEDBACK_DAYS, playedAt } from './match-feedback/match-feedback.rules.ts';
import type { Match } from './matches.schema.ts';

/** So many who read. */
const CACHE_SIZE = 500;

type CacheEntry<T> = { facts: string; from: number; until: number; value: T };

/** What follows from facts and the time, for each who reads it, kept for as long as neither makes another of it. */
export function createFactsCache<T>(most = CACHE_SIZE) {
  const placeOf = memoizeLru<{ kept?: CacheEntry<T> }>(most, () => ({}));
  return {
    /** @param make `until`: the first moment, ms since the epoch, from which on the same facts say something else */
    read: async (
      who: string,
      { facts, at }: { facts: string; at: Date },
      make: () => Promise<{ value: T; until: number }>,
    ): Promise<T> => {
      const now = at.getTime();
      const place = placeOf(who);
      const { kept } = place;
      if (kept?.facts === facts && kept.from <= now && now < kept.until) return kept.value;
      place.kept = { facts, from: now, ...(await make()) };
      return place.kept.value;
    },
  };
}

type Row = Parameters<typeof playedAt>[0];

/**
 * Until when cards stay as they are if nothing is written meanwhile, ms since the epoch: a session of theirs begins or
 * ends, the time to say how it was begins or is over, or the drawn week is another one.
 */
export function validUntil(rows: readonly Row[], cards: readonly Pick<Match, 'next_sessions'>[], now: Date): number {
  const sessions = cards.flatMap(({ next_sessions }) => next_sessions).flatMap(({ start, end }) => [start, end]);
  const played = rows.map(playedAt).filter((at) => at !== null);
  const moments = [
    Date.parse(mondayOf(now)) + 7 * DAY_MS,
    ...sessions.map((at) => Date.parse(at)),
    ...played.flatMap((at) => [at.getTime(), at.getTime() + FEEDBACK_DAYS * DAY_MS + 1]),
  ];
  return Math.min(...moments.filter((at) => at > now.getTime()));
}
