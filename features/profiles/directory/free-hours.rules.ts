import type { WeeklyWindow } from '../../../matcher/matcher-schema.ts';
import { BIN_MINUTES, bitCount, WEEK_WORDS, type WeekBins, weekBins } from '../../../matcher/week.ts';

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

function wordsOf(hours: Hours, weekOf: string): Int32Array {
  const words = new Int32Array(WEEK_WORDS);
  binsOf(weekOf).fill(words, 0, hours);
  return words;
}

function minutesIn(own: Int32Array, other: Int32Array): number {
  let bins = 0;
  for (let index = 0; index < WEEK_WORDS; index += 1) bins += bitCount(own[index]! & other[index]!);
  return bins * BIN_MINUTES;
}

/** Who of others is free for an hour of that week or more when somebody is. */
export function freeWhen(self: Hours, weekOf: string): (other: Hours) => boolean {
  const own = wordsOf(self, weekOf);
  return (other) => minutesIn(own, wordsOf(other, weekOf)) >= LEAST_COMMON_MINUTES;
}

const PLAYERS_KEPT = 20_000;
let kept = { weekOf: '', words: new Map<string, Int32Array>() };

/**
 * `freeWhen` by a sum over hours in place of them: what they come to in a week is worked out once and kept.
 * @returns undefined where these hours have not been seen yet; then they are to be given as well
 */
export function freeBySum(self: Hours, weekOf: string): (sum: string, hours?: Hours) => boolean | undefined {
  const own = wordsOf(self, weekOf);
  return (sum, hours) => {
    if (kept.weekOf !== weekOf) kept = { weekOf, words: new Map() };
    const words = kept.words.get(sum) ?? (hours && wordsOf(hours, weekOf));
    if (!words) return undefined;
    if (kept.words.size >= PLAYERS_KEPT && !kept.words.has(sum)) kept.words.delete(kept.words.keys().next().value!);
    kept.words.set(sum, words);
    return minutesIn(own, words) >= LEAST_COMMON_MINUTES;
  };
}
