import type { WeeklyWindow } from '../../../matcher/matcher-schema.ts';
import { BIN_MINUTES, countBits, toWeekBins, WEEK_WORDS, type WeekBins } from '../../../matcher/week.ts';

/** Weekly availability in local time. */
type Hours = { timezone: string; windows: readonly WeeklyWindow[] };

/** Minimum shared minutes per week to count as free at the same time. */
const MIN_SHARED_MINUTES = 60;
const WINDOWS_CACHED = 20_000;

let binsCache: { weekOf: string; bins: WeekBins } | undefined;

/** Returns a week's bins from a cache, so they're computed once per week for all requests. */
function listBins(weekOf: string): WeekBins {
  if (binsCache?.weekOf !== weekOf) binsCache = { weekOf, bins: toWeekBins(weekOf, WINDOWS_CACHED) };
  return binsCache.bins;
}

function toWeekBits(hours: Hours, weekOf: string): Int32Array {
  const weekBits = new Int32Array(WEEK_WORDS);
  listBins(weekOf).fill(weekBits, 0, hours);
  return weekBits;
}

function countMinutes(own: Int32Array, other: Int32Array): number {
  let bins = 0;
  for (let index = 0; index < WEEK_WORDS; index += 1) bins += countBits(own[index]! & other[index]!);
  return bins * BIN_MINUTES;
}

const PLAYERS_CACHED = 20_000;
let weekBitsCache = { weekOf: '', words: new Map<string, Int32Array>() };

/**
 * Creates a predicate for sharing at least an hour of that week with a user. It caches each player's week by a hash of
 * their availability.
 * @returns a function that returns undefined if the hash isn't cached. Call it again with the hours then
 */
export function createHashedFreeCheck(
  self: Hours,
  weekOf: string,
): (sum: string, hours?: Hours) => boolean | undefined {
  const ownBits = toWeekBits(self, weekOf);
  return (sum, hours) => {
    if (weekBitsCache.weekOf !== weekOf) weekBitsCache = { weekOf, words: new Map() };
    const weekBits = weekBitsCache.words.get(sum) ?? (hours && toWeekBits(hours, weekOf));
    if (!weekBits) return undefined;
    if (weekBitsCache.words.size >= PLAYERS_CACHED && !weekBitsCache.words.has(sum))
      weekBitsCache.words.delete(weekBitsCache.words.keys().next().value!);
    weekBitsCache.words.set(sum, weekBits);
    return countMinutes(ownBits, weekBits) >= MIN_SHARED_MINUTES;
  };
}
