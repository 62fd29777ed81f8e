import { logistic } from './portable-math.ts';

/**
 * How closely results in a mode follow ratings, learned from its games. Below 1, they're more random than assumed. We
 * don't know in advance how much luck a mode involves, but predictions must be accurate anyway.
 */
export type ModeCalibration = { mode: string; slope: number; information: number };

/** Weight of the assumed slope of 1: as much information as about 200 even games give. */
const ASSUMED_INFORMATION = 25;
/** Large enough for precise estimates, but small enough to adapt as ratings become more certain. */
const MAX_INFORMATION = 500;
/** Beyond this advantage (92 %), upsets are rare and would count more than all even games. */
const MAX_ADVANTAGE = 2.5;
const MIN_SLOPE = 0.25;
const MAX_SLOPE = 4;

/**
 * Learns from a game (an online Newton step on the log loss), from the favorite's point of view. So the result doesn't
 * depend on which side is listed first.
 */
export function learnCalibration(calibration: ModeCalibration, advantage: number, result: number): void {
  const favorite = Math.abs(advantage);
  if (favorite > MAX_ADVANTAGE) return;
  const favoriteResult = advantage < 0 ? 1 - result : result;
  const expected = logistic(calibration.slope * favorite);
  const information = calibration.information + expected * (1 - expected) * favorite * favorite;
  calibration.information = Math.min(MAX_INFORMATION, information);
  const step = ((favoriteResult - expected) * favorite) / calibration.information;
  calibration.slope = Math.max(MIN_SLOPE, Math.min(MAX_SLOPE, calibration.slope + step));
}

export const createCalibration = (mode: string): ModeCalibration => ({
  mode,
  slope: 1,
  information: ASSUMED_INFORMATION,
});
