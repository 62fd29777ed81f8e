import { PLACEMENT_GAMES } from './rating-settings.ts';

/** A player's last rating in a season. */
export type SeasonRating = {
  season: number;
  mode: string;
  player: string;
  mu: number;
  sigma: number;
  points: number;
  /** Rated games in the season. */
  games: number;
  /** Highest number of points after a game of the season, once the player is placed. */
  peak: number | null;
};

/** A row of a season's table. */
export type SeasonStanding = SeasonRating & { rank: number };

/**
 * Ranks the players with five or more games in a season and mode. Equal points are ordered by id, so that the order is
 * always the same.
 */
export function rankSeason(ratings: readonly SeasonRating[]): SeasonStanding[] {
  return ratings
    .filter(({ games }) => games >= PLACEMENT_GAMES)
    .toSorted((a, b) => b.points - a.points || (a.player < b.player ? -1 : 1))
    .map((rating, n) => ({ ...rating, rank: n + 1 }));
}
