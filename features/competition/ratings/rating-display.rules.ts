import { toPoints, toShownNumber } from '../../../ratings/rating-points.ts';
import { describeRating, findTier } from '../../../ratings/rating-tiers.ts';
import type { GameMode } from '../games/games.schema.ts';
import type { ModeRating, RatingHistory, Share, Tier } from './ratings.schema.ts';
import { SEASON_STARTS } from './season-calendar.rules.ts';

/** A stored rating, as tables and profiles show it. */
export type RatingToShow = {
  mode: GameMode;
  season: number;
  mu: number;
  sigma: number;
  settledSigma: number;
  peak: number | null;
  games: number;
  seasonGames: number;
  wins: number;
  losses: number;
  ties: number;
  lastPlayedAt: Date;
  rank: number | null;
};

/** Returns the number and tier of someone with five games or more. */
export function showPlaced(
  mu: number,
  settledSigma: number,
): { number: number; tier: Tier; division: 1 | 2 | 3 | null } {
  const number = toShownNumber(toPoints(mu, settledSigma));
  const { tier, division } = findTier(number);
  return { number, tier, division };
}

/** Returns a rating as its owner and visitors see it now. */
export function showRating(rating: RatingToShow, now: Date): ModeRating {
  const { wins, losses, ties } = rating;
  const at = { ...rating, lastPlayedAt: rating.lastPlayedAt.getTime() };
  const { number, tier, division, certainty, placement } = describeRating(at, now.getTime(), SEASON_STARTS);
  return {
    mode: rating.mode,
    number,
    tier,
    division,
    certainty: Math.round(certainty * 1_000) / 1_000,
    placement,
    peak: rating.peak === null ? null : toShownNumber(rating.peak),
    games: rating.games,
    season: rating.season,
    season_games: rating.seasonGames,
    record: { wins, losses, ties },
    rank: rating.rank,
    last_played_at: rating.lastPlayedAt.toISOString(),
  };
}

/** For an interval that's right in 19 of 20 cases. */
const Z = 1.96;

/** Returns the share of wins with its interval (Wilson). A tie is half a win. */
export function countShare({ wins, losses, ties }: { wins: number; losses: number; ties: number }): Share {
  const games = wins + losses + ties;
  if (games === 0) return { games, wins, losses, ties, share: 0, low: 0, high: 1 };
  const share = (wins + ties / 2) / games;
  const z2 = Z * Z;
  const center = (share + z2 / (2 * games)) / (1 + z2 / games);
  const radius = (Z * Math.sqrt((share * (1 - share)) / games + z2 / (4 * games * games))) / (1 + z2 / games);
  return { games, wins, losses, ties, share, low: Math.max(0, center - radius), high: Math.min(1, center + radius) };
}

const TEAMMATES_SHOWN = 5;

/** Orders teammates by how sure it is that they win together. */
export const pickBestTeammates = <T extends Pick<Share, 'low' | 'games'> & { id: string }>(
  teammates: readonly T[],
): T[] =>
  teammates.toSorted((a, b) => b.low - a.low || b.games - a.games || (a.id < b.id ? -1 : 1)).slice(0, TEAMMATES_SHOWN);

const FORM_GAMES = 10;

/** Returns the last ten results. @param outcomes newest first */
export const toForm = (outcomes: readonly number[]): RatingHistory['form'] =>
  outcomes.slice(0, FORM_GAMES).map((outcome) => (outcome > 0 ? 'won' : outcome < 0 ? 'lost' : 'tied'));
