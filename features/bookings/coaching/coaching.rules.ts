import { Temporal } from 'temporal-polyfill';
import { refundTerms } from '../../../content/refund-terms.ts';
import { parseClockMinutes } from '../../../time/instants.ts';
import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { WEEK_DAYS } from '../../profiles/profiles.schema.ts';
import type { Slot, Window } from '../bookings.schema.ts';

/** Booking window in days, and minimum notice in hours. */
const DAYS_AHEAD = 14;
const NOTICE_HOURS = 2;

export type Calendar = {
  timezone: string;
  hours: Window[];
  daysOff: string[];
  /** Slot length in minutes; defaults to that of a coaching session. */
  minutes?: number;
};

/**
 * Returns the bookable half hours, earliest first, as UTC instants. Hours are wall-clock time in the coach's zone. A
 * window may cross midnight. An hour that a clock change skips isn't offered, and a repeated hour is offered only once.
 * @param busyTimes starts of sessions that are already booked
 */
export function computeFreeSlots(calendar: Calendar, now: Date, busyTimes: Date[]): Slot[] {
  const minutes = calendar.minutes ?? refundTerms.coachingMinutes;
  const earliest = now.getTime() + NOTICE_HOURS * HOUR_MS;
  const busyStarts = busyTimes.map((start) => start.getTime());
  const starts = new Set<number>();
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(calendar.timezone)
    .toPlainDate();
  for (let dayOffset = -1; dayOffset <= DAYS_AHEAD; dayOffset++) {
    const date = today.add({ days: dayOffset });
    if (calendar.daysOff.includes(date.toString())) continue;
    const day = WEEK_DAYS[date.dayOfWeek - 1]!;
    for (const window of calendar.hours) {
      if (!window.days.includes(day)) continue;
      for (const start of listWindowStarts(date, window, calendar.timezone, minutes)) starts.add(start);
    }
  }
  const length = minutes * MINUTE_MS;
  return [...starts]
    .filter((start) => start >= earliest && busyStarts.every((other) => Math.abs(other - start) >= length))
    .sort((one, two) => one - two)
    .map((start) => ({ startsAt: new Date(start).toISOString(), endsAt: new Date(start + length).toISOString() }));
}

/**
 * Returns the slot starts within a window on one day. Adds elapsed time instead of wall-clock time, so slots don't
 * overlap when clocks change.
 */
function listWindowStarts(date: Temporal.PlainDate, window: Window, zone: string, minutes: number): number[] {
  const openMinutes = parseClockMinutes(window.start);
  const close = parseClockMinutes(window.end);
  const durationMinutes = (close > openMinutes ? close : close + DAY_MINUTES) - openMinutes;
  const opensAt = date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(window.start) });
  const closesAt = opensAt.toPlainDateTime().add({ minutes: durationMinutes }).toZonedDateTime(zone);
  const starts: number[] = [];
  const step = minutes * MINUTE_MS;
  for (let index = opensAt.epochMilliseconds; index + step <= closesAt.epochMilliseconds; index += step)
    starts.push(index);
  return starts;
}
