import { Temporal } from 'temporal-polyfill';
import { parseClockMinutes } from '../time/instants.ts';
import { DAY_MINUTES, MINUTE_MS } from '../time/units.ts';
import { type UtcSlot, WEEKDAYS, type WeeklyWindow } from './matcher-schema.ts';

/** Minutes in one availability bin, and the number of bins and 32-bit words in a week. */
export const BIN_MINUTES = 15;
export const WEEK_BINS = 672;
export const WEEK_WORDS = 21;

const BIN_MS = BIN_MINUTES * MINUTE_MS;
const DAY_NUMBER = new Map<string, number>(WEEKDAYS.map((day, index) => [day, index]));

/** Converts weekly windows and UTC slots to bins of a specific UTC week. */
export type WeekBins = {
  /** Sets the bins in `words` starting at `offset`, 21 words; partly covered bins aren't set. */
  fill: (words: Int32Array, offset: number, hours: WeekHours) => void;
};

/** A player's availability: windows on the clock of their time zone, and slots of the UTC week. */
type WeekHours = { timezone: string; windows: readonly WeeklyWindow[]; slots?: readonly UtcSlot[] };

/**
 * Creates the bins of the UTC week that starts on Monday `weekOf` (ISO date). Each local day, from two days before the
 * week to the Monday after it, is converted separately. So clock changes during the week and windows across midnight
 * are correct. An unknown zone gives no availability.
 * @param maxBins maximum number of windows to cache, for long-lived instances
 */
export function toWeekBins(weekOf: string, maxBins = Number.POSITIVE_INFINITY): WeekBins {
  const monday = Temporal.PlainDate.from(weekOf);
  const origin = Temporal.Instant.from(`${weekOf}T00:00Z`).epochMilliseconds;
  const zones = new Map<string, { clock: LocalClock; ranges: Map<string, Map<string, Int16Array>> }>();
  let cachedCount = 0;

  const listRanges = (zone: string, start: string, end: string): Int16Array => {
    let zoneWeek = zones.get(zone);
    if (!zoneWeek) {
      zoneWeek = { clock: toLocalClock(monday, zone), ranges: new Map() };
      zones.set(zone, zoneWeek);
    }
    let byEnd = zoneWeek.ranges.get(start);
    if (!byEnd) {
      byEnd = new Map();
      zoneWeek.ranges.set(start, byEnd);
    }
    let ranges = byEnd.get(end);
    if (!ranges) {
      cachedCount += 1;
      if (cachedCount > maxBins) {
        zones.clear();
        cachedCount = 0;
      }
      ranges = computeBinRanges(zoneWeek.clock, origin, start, end);
      byEnd.set(end, ranges);
    }
    return ranges;
  };

  return {
    fill(weekBits, offset, { timezone, windows, slots = [] }) {
      for (const window of windows) {
        const ranges = listRanges(timezone, window.start, window.end);
        for (const day of window.days) {
          const number = DAY_NUMBER.get(day)!;
          // A weekday occurs once or twice among the ten local days around the UTC week.
          for (let i = (number + 2) % 7; i < 10; i += 7) setRange(weekBits, offset, ranges[2 * i]!, ranges[2 * i + 1]!);
        }
      }
      for (const [from, to] of slots) {
        setRange(weekBits, offset, Math.ceil(from / BIN_MINUTES), Math.floor(to / BIN_MINUTES));
      }
    },
  };
}

/**
 * Returns [first bin, end bin) for each of the ten local days from the Saturday before the week to the Monday after it.
 */
function computeBinRanges(clock: LocalClock, origin: number, start: string, end: string): Int16Array {
  const ranges = new Int16Array(20);
  const [opens, closes] = [parseClockMinutes(start), parseClockMinutes(end)];
  for (let i = 0; i < 10; i++) {
    const windowStart = clock(i, opens);
    const windowEnd = clock(end > start ? i : i + 1, closes);
    ranges[2 * i] = clampBin(Math.ceil((windowStart - origin) / BIN_MS));
    ranges[2 * i + 1] = clampBin(Math.floor((windowEnd - origin) / BIN_MS));
  }
  return ranges;
}

const clockChangeCache = new Map<string, boolean>();

/**
 * Returns whether a zone's UTC offset at the end of the week of Monday `weekOf` differs from the one at its beginning.
 */
export function hasClockChange(zone: string, weekOf: string): boolean {
  const key = `${zone} ${weekOf}`;
  const cachedChange = clockChangeCache.get(key);
  if (cachedChange !== undefined) return cachedChange;
  const clock = toLocalClock(Temporal.PlainDate.from(weekOf), zone);
  const isDifferent = clock(WEEK_ENDS, 0) - clock(WEEK_BEGINS, 0) !== WEEK_BINS * BIN_MS;
  if (clockChangeCache.size > 2_000) clockChangeCache.clear();
  clockChangeCache.set(key, isDifferent);
  return isDifferent;
}

/** Local Mondays, in the day numbers of `LocalClock`. */
const [WEEK_BEGINS, WEEK_ENDS] = [2, 9];

/**
 * Returns the epoch milliseconds of a wall-clock time, in minutes since midnight, on local day `day` (0: the Saturday
 * before the week).
 */
type LocalClock = (day: number, minutes: number) => number;

/** Returns the local time of a zone around one week. Queries the zone only for days on which its clocks change. */
function toLocalClock(monday: Temporal.PlainDate, zone: string): LocalClock {
  const dates = Array.from({ length: 13 }, (_, day) => monday.add({ days: day - 2 }));
  let offsets: number[];
  try {
    offsets = dates.map((date) => date.toZonedDateTime(zone).offsetNanoseconds / 1e6);
  } catch (error) {
    if (error instanceof RangeError) return () => 0;
    throw error;
  }
  const midnights = dates.map((date) => Date.UTC(date.year, date.month - 1, date.day));
  return (day, minutes) => {
    if (offsets[day] === offsets[day + 1]) return midnights[day]! + minutes * MINUTE_MS - offsets[day]!;
    const date = minutes < DAY_MINUTES ? dates[day]! : dates[day + 1]!;
    const time = Temporal.PlainTime.from({ hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 });
    return date.toPlainDateTime(time).toZonedDateTime(zone).epochMilliseconds;
  };
}

function clampBin(bin: number): number {
  return Math.max(0, Math.min(WEEK_BINS, bin));
}

function setRange(weekBits: Int32Array, offset: number, from: number, to: number): void {
  if (from >= to) return;
  const firstWord = from >> 5;
  const last = (to - 1) >> 5;
  for (let w = firstWord; w <= last; w++) {
    const head = w === firstWord ? -1 << (from & 31) : -1;
    const tail = w === last ? -1 >>> (31 - ((to - 1) & 31)) : -1;
    weekBits[offset + w]! |= head & tail;
  }
}

export function countBits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns the longest intervals of consecutive set bins, in minutes since Monday 00:00 UTC. */
export function listIntervals(weekBits: Int32Array, offset = 0): UtcSlot[] {
  const intervals: UtcSlot[] = [];
  let intervalStart = -1;
  for (let bin = 0; bin <= WEEK_BINS; bin++) {
    // Skip words in which no interval begins or ends.
    if (intervalStart < 0 && (bin & 31) === 0) while (bin < WEEK_BINS && weekBits[offset + (bin >> 5)] === 0) bin += 32;
    const isFree = bin < WEEK_BINS && ((weekBits[offset + (bin >> 5)]! >>> (bin & 31)) & 1) === 1;
    if (isFree && intervalStart < 0) intervalStart = bin;
    if (isFree || intervalStart < 0) continue;
    intervals.push([intervalStart * BIN_MINUTES, bin * BIN_MINUTES]);
    intervalStart = -1;
  }
  return intervals;
}

/** Converts an interval of a match to two ISO instants. */
export function intervalInstants(weekOf: string, slot: UtcSlot): { start: string; end: string } {
  const origin = Date.parse(`${weekOf}T00:00:00Z`);
  const toInstant = (minutes: number) => new Date(origin + minutes * MINUTE_MS).toISOString();
  return { start: toInstant(slot[0]), end: toInstant(slot[1]) };
}
