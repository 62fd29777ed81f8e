import { Temporal } from 'temporal-polyfill';
import type { UtcSlot, WeeklyWindow } from '../../matcher/matcher-schema.ts';
import { BIN_MINUTES, intervalsOf, WEEK_WORDS, weekBins } from '../../matcher/week.ts';
import { MINUTE_MS } from '../../time/units.ts';
import type { Session } from './matches.schema.ts';

const WEEK_DAYS = 7;
/** How far ahead sessions are looked for. */
const WEEKS_AHEAD = 4;
/** Shorter common times are no session. */
const SHORTEST_SESSION_MINUTES = 60;

/** One member's weekly hours in their own zone. */
export type Availability = { timezone: string; windows: WeeklyWindow[] };

/** The Monday (ISO date) of the UTC week that an instant lies in. */
export function mondayOf(now: Date): string {
  const date = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').toPlainDate();
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

function binsOf(weekOf: string, member: Availability): Int32Array {
  const words = new Int32Array(WEEK_WORDS);
  weekBins(weekOf).fill(words, 0, member);
  return words;
}

/** Minutes since Monday 00:00 UTC of `weekOf` in which every member is free. */
export function commonIntervals(weekOf: string, members: Availability[]): UtcSlot[] {
  const [first, ...others] = members.map((member) => binsOf(weekOf, member));
  if (!first) return [];
  for (const words of others) for (let i = 0; i < WEEK_WORDS; i++) first[i]! &= words[i]!;
  return intervalsOf(first);
}

/**
 * The next concrete times at which every member is free, from the members' local hours in each coming week, so that a
 * change of clocks in any of their zones is respected.
 */
export function nextSessions(members: Availability[], now: Date, count: number): Session[] {
  const monday = Temporal.PlainDate.from(mondayOf(now));
  const found: { start: number; end: number }[] = [];
  for (let week = 0; week < WEEKS_AHEAD; week++) {
    const weekOf = monday.add({ days: week * WEEK_DAYS }).toString();
    const origin = Date.parse(`${weekOf}T00:00:00Z`);
    for (const [from, to] of commonIntervals(weekOf, members)) {
      const start = origin + from * MINUTE_MS;
      const end = origin + to * MINUTE_MS;
      const previous = found.at(-1);
      // A session over Sunday midnight UTC comes in two halves.
      if (previous && previous.end === start) previous.end = end;
      else found.push({ start, end });
    }
  }
  return found
    .filter(({ start, end }) => start > now.getTime() && end - start >= SHORTEST_SESSION_MINUTES * MINUTE_MS)
    .slice(0, count)
    .map(({ start, end }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() }));
}

export type DrawnWeek = { zone: string; own: string; others: string; common: string };

/**
 * Draws the week for one viewer: per hour whether they are free, how many of the others are, and whether all are.
 * Cells are Monday 00:00 first in the viewer's zone; an hour counts when at least half of it is free. One drawer
 * serves any number of matches, so that zones are worked out once.
 */
export function weekDrawer(viewerZone: string, weekOf: string) {
  const zone = knownZone(viewerZone);
  const weeks = [-WEEK_DAYS, 0, WEEK_DAYS].map((days) => Temporal.PlainDate.from(weekOf).add({ days }).toString());
  const fillers = weeks.map((week) => weekBins(week));
  const cells = cellBins(zone, weekOf, Date.parse(`${weeks[0]}T00:00:00Z`));
  const freeBins = (member: Availability) => {
    const words = new Int32Array(WEEK_WORDS * weeks.length);
    fillers.forEach((filler, i) => {
      filler.fill(words, i * WEEK_WORDS, member);
    });
    return words;
  };
  return (viewer: Availability, others: Availability[]): DrawnWeek => {
    const own = freeBins(viewer);
    const rest = others.map(freeBins);
    const common = rest.reduce((all, words) => all.map((word, i) => word & words[i]!), own);
    const drawn = rest.map((words) => hoursIn(words, cells));
    return {
      zone,
      own: hoursIn(own, cells).join(''),
      others: Array.from(cells, (_, i) => drawn.reduce((sum, hours) => sum + hours[i]!, 0)).join(''),
      common: hoursIn(common, cells).join(''),
    };
  };
}

/** A zone that this system knows; every other word is UTC. */
export function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** The quarter-hour of the three weeks from `origin` on in which each hour of the local week begins. */
function cellBins(zone: string, weekOf: string, origin: number): Int32Array {
  const monday = Temporal.PlainDate.from(weekOf);
  return Int32Array.from({ length: 168 }, (_, i) => {
    const plainTime = new Temporal.PlainTime(i % 24);
    const start = monday.add({ days: Math.floor(i / 24) }).toZonedDateTime({ timeZone: zone, plainTime });
    return Math.floor((start.epochMilliseconds - origin) / (BIN_MINUTES * MINUTE_MS));
  });
}

function hoursIn(words: Int32Array, cells: Int32Array): number[] {
  return Array.from(cells, (first) => {
    let free = 0;
    for (let bin = first; bin < first + 4; bin++) free += (words[bin >> 5]! >>> (bin & 31)) & 1;
    return free >= 2 ? 1 : 0;
  });
}
