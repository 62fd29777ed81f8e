import { Temporal } from 'temporal-polyfill';
import type { UtcSlot, WeeklyWindow } from '../../matcher/matcher-schema.ts';
import { BIN_MINUTES, intervalsOf, WEEK_WORDS, weekBins } from '../../matcher/week.ts';
import { mondayOf } from '../../time/instants.ts';
import { remembering } from '../../time/remembering.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { knownName } from '../../time/zone-names.ts';
import type { Session } from './matches.schema.ts';

const WEEK_DAYS = 7;
/** How far ahead sessions are looked for. */
const WEEKS_AHEAD = 4;
/** When most people play, by the clock of the first of them. */
const EVENING = { from: 19, to: 23 };
/** Shorter common times are no session. */
const SHORTEST_SESSION_MINUTES = 60;

/** One member's weekly hours in their own zone. */
export type Availability = { timezone: string; windows: WeeklyWindow[] };

const WEEKS_KEPT = 12;
const WINDOWS_KEPT = 20_000;
const ZONES_KEPT = 1_000;
const SQUADS_KEPT = 1_000;

/** The hours of each week are turned into bins once for each zone and window, however many read them. */
const binsOfWeek = remembering(WEEKS_KEPT, (weekOf) => weekBins(weekOf, WINDOWS_KEPT));

const dateOf = (at: Date) => at.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The date so many days after another one. */
const daysAfter = (date: string, days: number) => dateOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS));

function binsOf(weekOf: string, member: Availability): Int32Array {
  const words = new Int32Array(WEEK_WORDS);
  binsOfWeek(weekOf).fill(words, 0, member);
  return words;
}

/** Minutes since Monday 00:00 UTC of `weekOf` in which every member is free. */
export function commonIntervals(weekOf: string, members: Availability[]): UtcSlot[] {
  const [first, ...others] = members.map((member) => binsOf(weekOf, member));
  if (!first) return [];
  for (const words of others) for (let i = 0; i < WEEK_WORDS; i++) first[i]! &= words[i]!;
  return intervalsOf(first);
}

/** The times at which every member is free in the weeks from a Monday on, in milliseconds since the epoch. */
const freeTogether = remembering(SQUADS_KEPT, (word) => {
  const { monday, members }: { monday: string; members: Availability[] } = JSON.parse(word);
  const found: { start: number; end: number }[] = [];
  for (let week = 0; week < WEEKS_AHEAD; week++) {
    const weekOf = daysAfter(monday, week * WEEK_DAYS);
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
  const zone = knownZone(members[0]?.timezone ?? 'UTC');
  return found.flatMap((stretch) => (stretch.end - stretch.start < DAY_MS ? [stretch] : eveningsOf(stretch, zone)));
});

/** Nobody plays around the clock: of a time that goes on for days the evenings are sessions. */
function eveningsOf({ start, end }: { start: number; end: number }, zone: string) {
  const evenings: { start: number; end: number }[] = [];
  const at = (date: Temporal.PlainDate, hour: number) =>
    date.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) }).epochMilliseconds;
  const last = Temporal.Instant.fromEpochMilliseconds(end).toZonedDateTimeISO(zone).toPlainDate();
  let date = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate();
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    const evening = { start: Math.max(start, at(date, EVENING.from)), end: Math.min(end, at(date, EVENING.to)) };
    if (evening.start < evening.end) evenings.push(evening);
  }
  return evenings;
}

/**
 * The next concrete times at which every member is free, from the members' local hours in each coming week, so that a
 * change of clocks in any of their zones is respected.
 */
export function nextSessions(members: Availability[], now: Date, count: number): Session[] {
  return freeTogether(JSON.stringify({ monday: mondayOf(now), members }))
    .filter(({ start, end }) => start > now.getTime() && end - start >= SHORTEST_SESSION_MINUTES * MINUTE_MS)
    .slice(0, count)
    .map(({ start, end }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() }));
}

export type DrawnWeek = { zone: string; own: string; others: string; common: string };

type Drawn = { zone: string; weekOf: string; viewer: Availability; others: Availability[] };

const drawnWeek = remembering(SQUADS_KEPT, (word): DrawnWeek => {
  const { zone, weekOf, viewer, others }: Drawn = JSON.parse(word);
  const weeks = [-WEEK_DAYS, 0, WEEK_DAYS].map((days) => daysAfter(weekOf, days));
  const cells = cellsOf(`${weekOf} ${zone}`);
  const freeBins = (member: Availability) => {
    const words = new Int32Array(WEEK_WORDS * weeks.length);
    weeks.map(binsOfWeek).forEach((filler, i) => {
      filler.fill(words, i * WEEK_WORDS, member);
    });
    return words;
  };
  const own = freeBins(viewer);
  const rest = others.map(freeBins);
  const common = rest.reduce((all, words) => all.map((word, i) => word & words[i]!), own);
  const drawn = rest.map((words) => hoursIn(words, cells));
  return {
    zone,
    own: hoursIn(own, cells).join(''),
    others: Array.from({ length: cells.length - 1 }, (_, i) => drawn.reduce((sum, hours) => sum + hours[i]!, 0)).join(
      '',
    ),
    common: hoursIn(common, cells).join(''),
  };
});

/**
 * Draws the week for one viewer: per hour whether they are free, how many of the others are, and whether all are.
 * Cells are Monday 00:00 first in the viewer's zone; an hour counts when at least half of it is free, an hour that clocks
 * skip never.
 */
export function weekDrawer(viewerZone: string, weekOf: string) {
  const zone = knownZone(viewerZone);
  return (viewer: Availability, others: Availability[]): DrawnWeek =>
    drawnWeek(JSON.stringify({ zone, weekOf, viewer, others } satisfies Drawn));
}

/** A zone that this system knows; every other word is UTC. */
export const knownZone = remembering(ZONES_KEPT, (zone) => knownName(zone) ?? 'UTC');

/** Of a week and a zone. */
const cellsOf = remembering(ZONES_KEPT, (word) => {
  const [weekOf = '', zone = ''] = word.split(' ');
  return cellBins(zone, weekOf, Date.parse(`${daysAfter(weekOf, -WEEK_DAYS)}T00:00:00Z`));
});

/** The quarter-hour of the three weeks from `origin` on in which each hour of the local week begins, and its end. */
function cellBins(zone: string, weekOf: string, origin: number): Int32Array {
  const monday = Temporal.PlainDate.from(weekOf);
  return Int32Array.from({ length: WEEK_DAYS * 24 + 1 }, (_, i) => {
    const plainTime = new Temporal.PlainTime(i % 24);
    const start = monday.add({ days: Math.floor(i / 24) }).toZonedDateTime({ timeZone: zone, plainTime });
    return Math.floor((start.epochMilliseconds - origin) / (BIN_MINUTES * MINUTE_MS));
  });
}

function hoursIn(words: Int32Array, cells: Int32Array): number[] {
  return Array.from({ length: cells.length - 1 }, (_, cell) => {
    // Where clocks go forward a cell has no quarter, where they go back it has eight.
    const [first, end] = [cells[cell]!, cells[cell + 1]!];
    let free = 0;
    for (let bin = first; bin < end; bin++) free += (words[bin >> 5]! >>> (bin & 31)) & 1;
    return free > 0 && free * 2 >= end - first ? 1 : 0;
  });
}
