import { findSeason, listSeasonStarts } from '../../../ratings/rating-seasons.ts';
import { addMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';

/** Season 1 started on this day. Earlier games are in season 0. */
const FIRST_SEASON = Date.UTC(2026, 10, 30);
const SEASON_COUNT = 400;
/** Starts of all seasons, 12 weeks apart. */
export const SEASON_STARTS: readonly number[] = listSeasonStarts(FIRST_SEASON, SEASON_COUNT);

/** A result can stay open for this long after the game. Then the table of a finished season is final. */
const OPEN_RESULT_MS = 4 * DAY_MS;

export const getSeason = (at: Date): number => findSeason(SEASON_STARTS, at.getTime());

/** Returns the last season whose table is final; 0 if there's none. */
export const getLastFinalSeason = (now: Date): number => Math.max(0, getSeason(addMs(now, -OPEN_RESULT_MS)) - 1);

export type SeasonPeriod = { season: number; starts_at: string | null; ends_at: string; is_final: boolean };

/** Returns when a season starts and ends. Season 0 has no start. */
export function describeSeason(season: number, now: Date): SeasonPeriod {
  return {
    season,
    starts_at: season === 0 ? null : new Date(SEASON_STARTS[season - 1]!).toISOString(),
    ends_at: new Date(SEASON_STARTS[season]!).toISOString(),
    is_final: season > 0 && season <= getLastFinalSeason(now),
  };
}

/** Lists the seasons so far, the current one first. */
export function listSeasons(now: Date): SeasonPeriod[] {
  const current = getSeason(now);
  const first = Math.min(1, current);
  return Array.from({ length: current - first + 1 }, (_, n) => describeSeason(current - n, now));
}
