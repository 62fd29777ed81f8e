import type { PlayerRating } from './rating-columns.ts';
import { toPoints, toShownNumber } from './rating-points.ts';
import { findSeason, growSigma, type SeasonStarts } from './rating-seasons.ts';
import { PLACEMENT_GAMES, START_SIGMA } from './rating-settings.ts';

/**
 * The tiers with the number at which their lowest division starts. In simulated seasons, 15, 25, 30, 18, 9 and 3 % of the
 * players are in them. Three divisions share a tier's range.
 */
const TIERS = [
  ['bronze', 0],
  ['silver', 700],
  ['gold', 1100],
  ['platinum', 1500],
  ['diamond', 1800],
  ['champion', 2100],
] as const;
type RatingTier = (typeof TIERS)[number][0];

/** A row of the tier table. Division 1 is the highest; champions have none. */
export type TierStep = { tier: RatingTier; division: 1 | 2 | 3 | null; from: number };

/** All tiers and divisions, from the lowest. */
export const TIER_STEPS: readonly TierStep[] = TIERS.flatMap(([tier, from], n): TierStep[] => {
  const next = TIERS[n + 1]?.[1];
  if (next === undefined) return [{ tier, division: null, from }];
  return ([3, 2, 1] as const).map((division, step) => ({
    tier,
    division,
    from: from + Math.round(((next - from) * step) / 3),
  }));
});

/** The uncertainty of a player who plays a lot, at which the bar is full. */
const FULL_SIGMA = 1.5;

/** Returns the tier and division of a number from {@link toShownNumber}. */
export const findTier = (shownNumber: number): TierStep =>
  TIER_STEPS.findLast(({ from }) => from <= shownNumber) ?? TIER_STEPS[0]!;

/** The display of a rating. There's no tier before five games. */
export type ShownRating = {
  number: number;
  /** 0 for a new player, 1 for one who plays a lot; falls while a player is away. */
  certainty: number;
  placement: { played: number; of: number } | null;
  tier: RatingTier | null;
  division: TierStep['division'];
};

/**
 * Returns the display of a rating at a given time. Time away only lowers the certainty. The number is computed from the
 * lowest uncertainty a player has reached, so players never drop a tier without playing.
 */
export function describeRating(
  rating: Pick<PlayerRating, 'mu' | 'sigma' | 'settledSigma' | 'games' | 'season' | 'lastPlayedAt'>,
  at: number,
  seasonStarts: SeasonStarts,
): ShownRating {
  const number = toShownNumber(toPoints(rating.mu, rating.settledSigma));
  const sigma = computeSigmaAt(rating, at, seasonStarts);
  const certainty = Math.max(0, Math.min(1, (START_SIGMA - sigma) / (START_SIGMA - FULL_SIGMA)));
  if (rating.games < PLACEMENT_GAMES) {
    return {
      number,
      certainty,
      placement: { played: rating.games, of: PLACEMENT_GAMES },
      tier: null,
      division: null,
    };
  }
  const { tier, division } = findTier(number);
  return { number, certainty, placement: null, tier, division };
}

/** Returns the uncertainty at a time after the last game, for the bar, predictions and the matcher. */
export function computeSigmaAt(
  { sigma, season, lastPlayedAt }: Pick<PlayerRating, 'sigma' | 'season' | 'lastPlayedAt'>,
  at: number,
  seasonStarts: SeasonStarts,
): number {
  const seasonsStarted = Math.max(0, findSeason(seasonStarts, at) - season);
  return growSigma(sigma, Math.max(0, at - lastPlayedAt), seasonsStarted);
}
