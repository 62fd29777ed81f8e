import { Temporal } from 'temporal-polyfill';
import type { UtcSlot } from '../../matcher/matcher-schema.ts';
import { listIntervals, WEEK_WORDS } from '../../matcher/week.ts';
import { toUtcMonday } from '../../time/instants.ts';
import { memoizeLru } from '../../time/memoize-lru.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { toWallSpans } from '../../time/week-spans.ts';
import {
  type Availability,
  addDays,
  getHourBins,
  getWeekBins,
  listFreeStretches,
  toFreeBins,
  toKnownZone as toKnownTimeZone,
} from '../profiles/local-week.rules.ts';
import type { MatchWeek, Session } from './matches.schema.ts';

const WEEK_DAYS = 7;
/** Number of weeks ahead in which we look for sessions. */
const WEEKS_AHEAD = 4;
/** Typical playing hours on the first member's clock. */
const PLAYING_HOURS = { from: 19, to: 23 };
/** Minimum shared time for a session. */
const SHORTEST_SESSION_MINUTES = 60;

const SQUADS_KEPT = 1_000;

function computeBins(weekOf: string, member: Availability): Int32Array {
  const weekBits = new Int32Array(WEEK_WORDS);
  getWeekBins(weekOf).fill(weekBits, 0, member);
  return weekBits;
}

/** Returns when all members are free, in minutes since Monday 00:00 UTC of `weekOf`. */
export function findCommonIntervals(weekOf: string, members: Availability[]): UtcSlot[] {
  const [first, ...others] = members.map((member) => computeBins(weekOf, member));
  if (!first) return [];
  for (const weekBits of others) for (let i = 0; i < WEEK_WORDS; i++) first[i]! &= weekBits[i]!;
  return listIntervals(first);
}

/** Finds the times when all members are free in the weeks from a Monday on, in milliseconds since the epoch. */
const findCommonFreeTimes = memoizeLru(SQUADS_KEPT, (word) => {
  const { monday, members }: { monday: string; members: Availability[] } = JSON.parse(word);
  const found: { start: number; end: number }[] = [];
  for (let week = 0; week < WEEKS_AHEAD; week++) {
    const weekOf = addDays(monday, week * WEEK_DAYS);
    const origin = Date.parse(`${weekOf}T00:00:00Z`);
    for (const [from, to] of findCommonIntervals(weekOf, members)) {
      const start = origin + from * MINUTE_MS;
      const end = origin + to * MINUTE_MS;
      const previous = found.at(-1);
      // Join the two halves of a session that crosses Sunday midnight UTC.
      if (previous && previous.end === start) previous.end = end;
      else found.push({ start, end });
    }
  }
  const zone = toKnownTimeZone(members[0]?.timezone ?? 'UTC');
  return found.flatMap((stretch) =>
    stretch.end - stretch.start < DAY_MS ? [stretch] : splitIntoSessions(stretch, zone),
  );
});

/** Splits a common time of several days into evening sessions, because no one plays around the clock. */
function splitIntoSessions({ start, end }: { start: number; end: number }, zone: string) {
  const sessions: { start: number; end: number }[] = [];
  const toInstantMs = (date: Temporal.PlainDate, hour: number) =>
    date.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) }).epochMilliseconds;
  const lastDay = Temporal.Instant.fromEpochMilliseconds(end).toZonedDateTimeISO(zone).toPlainDate();
  let date = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate();
  for (; Temporal.PlainDate.compare(date, lastDay) <= 0; date = date.add({ days: 1 })) {
    const session = {
      start: Math.max(start, toInstantMs(date, PLAYING_HOURS.from)),
      end: Math.min(end, toInstantMs(date, PLAYING_HOURS.to)),
    };
    if (session.start < session.end) sessions.push(session);
  }
  return sessions;
}

/**
 * Returns the next dates and times when all members are free. It uses the members' local hours in each coming week, so
 * clock changes in their time zones are taken into account.
 */
export function listNextSessions(members: Availability[], now: Date, count: number): Session[] {
  return findCommonFreeTimes(JSON.stringify({ monday: toUtcMonday(now), members }))
    .filter(({ start, end }) => start > now.getTime() && end - start >= SHORTEST_SESSION_MINUTES * MINUTE_MS)
    .slice(0, count)
    .map(({ start, end }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() }));
}

export type WeekGrid = MatchWeek;

type WeekInput = { zone: string; weekOf: string; viewer: Availability; others: Availability[] };

const computeWeekGrid = memoizeLru(SQUADS_KEPT, (word): WeekGrid => {
  const { zone, weekOf, viewer, others }: WeekInput = JSON.parse(word);
  const ownBins = toFreeBins(viewer, weekOf);
  const othersFreeBins = others.map((other) => toFreeBins(other, weekOf));
  const commonBits = othersFreeBins.reduce((all, words) => all.map((word, i) => word & words[i]!), ownBins);
  const listSpans = (people: Int32Array[]) =>
    listFreeStretches(people, zone, weekOf).flatMap(([from, until, count]) =>
      toWallSpans([[from, until]], zone).map((span) => [...span, count] as const),
    );
  const listTimes = (weekBits: Int32Array) =>
    listSpans([weekBits]).map(([from, until]): [number, number] => [from, until]);
  const hours = getHourBins(zone, weekOf);
  const otherHours = othersFreeBins.map((words) => listHoursInZone(words, hours));
  return {
    zone,
    own: listHoursInZone(ownBins, hours).join(''),
    others: Array.from({ length: hours.length - 1 }, (_, i) => otherHours.reduce((sum, row) => sum + row[i]!, 0)).join(
      '',
    ),
    common: listHoursInZone(commonBits, hours).join(''),
    spans: {
      own: listTimes(ownBins),
      others: listSpans(othersFreeBins).map((span) => [...span]),
      common: listTimes(commonBits),
    },
  };
});

/**
 * Returns a function that draws the week for one viewer: when they're free, how many others are, and when everyone is.
 * Spans are exact, in minutes of the viewer's local week. The strings have one character per hour. An hour is marked if
 * at least half of it is free; an hour skipped by a clock change is never marked.
 */
export function createWeekGridReader(viewerZone: string, weekOf: string) {
  const zone = toKnownTimeZone(viewerZone);
  return (viewer: Availability, others: Availability[]): WeekGrid =>
    computeWeekGrid(JSON.stringify({ zone, weekOf, viewer, others } satisfies WeekInput));
}

function listHoursInZone(weekBits: Int32Array, cells: Int32Array): number[] {
  return Array.from({ length: cells.length - 1 }, (_, cell) => {
    // An hour has no quarter hours when clocks skip it, and eight when clocks repeat it.
    const [first, end] = [cells[cell]!, cells[cell + 1]!];
    let free = 0;
    for (let bin = first; bin < end; bin++) free += (weekBits[bin >> 5]! >>> (bin & 31)) & 1;
    return free > 0 && free * 2 >= end - first ? 1 : 0;
  });
}
