import { DailyPairings, type Roster } from '../../../ratings/rated-games.ts';
import { DAY_MS } from '../../../time/units.ts';
import type { FlagKind } from './games.schema.ts';

/** How far back shared accounts, addresses and devices are looked for. */
export const SHARED_HISTORY_MS = 30 * DAY_MS;

export type Flag = { kind: FlagKind; count: number };

/** Returns the start and end of the day (UTC) in which games count toward the daily limit. */
export function getRatedDay(playedAt: Date): { from: Date; to: Date } {
  const from = new Date(Math.floor(playedAt.getTime() / DAY_MS) * DAY_MS);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

export type PlayedGame = { playedAt: Date; rosters: readonly [readonly string[], readonly string[]] };

const toRoster = (ids: readonly string[]): Roster => ({
  players: ids.toSorted(),
  presence: ids.map(() => 1),
  guests: 0,
});

/**
 * Returns how many games of the day between the same two rosters aren't rated, as the ratings count them.
 * @param games of one day, in the order in which they were played
 */
export function countOverLimit(games: readonly PlayedGame[]): number {
  const pairings = new DailyPairings();
  return games.filter(({ playedAt, rosters: [one, other] }) => {
    return !pairings.admit(playedAt.getTime(), toRoster(one), toRoster(other));
  }).length;
}

/** Lists a game's flags: those that count something. */
export const toFlags = (counts: Record<FlagKind, number>): Flag[] =>
  (Object.keys(counts) as FlagKind[]).flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind] }] : []));
