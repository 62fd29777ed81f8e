import type { WeeklyWindow } from '../../../matcher/matcher-schema.ts';
import { BIN_MINUTES, WEEK_WORDS, type WeekBins, weekBins } from '../../../matcher/week.ts';

/** Weekly hours on the clock of a zone. */
type Hours = { timezone: string; windows: readonly WeeklyWindow[] };

/** So much of a week in common makes an evening. */
const LEAST_COMMON_MINUTES = 60;
const WINDOWS_KEPT = 20_000;

let known: { weekOf: string; bins: WeekBins } | undefined;

/** The bins of one week are worked out once, however many read the directory in it. */
function binsOf(weekOf: string): WeekBins {
  if (known?.weekOf !== weekOf) known = { weekOf, bins: weekBins(weekOf, WINDOWS_KEPT) };
  return known.bins;
}

/**
 * How many minutes of the week somebody and each of others are both free.
 * @param weekOf the Monday of the week that is looked at
 */
export function commonMinutes(self: Hours, weekOf: string): (other: Hours) => number {
  const bins = binsOf(weekOf);
  const wordsOf = (hours: Hours) => {
    const words = new Int32Array(WEEK_WORDS);
    bins.fill(words, 0, hours);
    return words;
  };
  const own = wordsOf(self);
  return (other) => {
    let common = 0;
    wordsOf(other).forEach((word, index) => {
      for (let rest = word & own[index]!; rest !== 0; rest &= rest - 1) common += 1;
    });
    return common * BIN_MINUTES;
  };
}

/** Who of others is free for an hour of that week or more when somebody is. */
export function freeWhen(self: Hours, weekOf: string): (other: Hours) => boolean {
  const common = commonMinutes(self, weekOf);
  return (other) => common(other) >= LEAST_COMMON_MINUTES;
}

/** Minutes as they are shown everywhere: whole and half hours, never more than there are. */
export const hoursShown = (minutes: number): number => Math.floor(minutes / 30) / 2;
