import type { ScoreParts } from '../matches/score-parts.rules.ts';

/** Points of the example match on the home page. A test checks them against the rules of a fresh installation. */
export const EXAMPLE_POINTS: ScoreParts = {
  positionFit: 25,
  commonHours: 22,
  skill: 18,
  complement: 10,
  modes: 8,
  communication: 6,
  region: 5,
};

/** The most points that each part can have under those rules. */
export const EXAMPLE_WEIGHTS: ScoreParts = {
  positionFit: 25,
  commonHours: 25,
  skill: 20,
  complement: 10,
  modes: 8,
  communication: 7,
  region: 5,
};

export const EXAMPLE_SCORE = Object.values(EXAMPLE_POINTS).reduce((sum, points) => sum + points, 0);
