import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { toWallClock } from '../../../time/wall-clock.ts';
import { toInstant } from '../../../time/wall-instants.ts';

const STEP_MS = 30 * MINUTE_MS;
const DAY = 24 * HOUR_MS;
/** Time of day when tonight ends. Earlier hours belong to the previous evening. */
const NIGHT_END = 5 * HOUR_MS;
const EVENING = 19 * HOUR_MS;
const BEDTIME = 23 * HOUR_MS;
/** The shortest window the queue accepts. */
const SHORTEST_MS = 90 * MINUTE_MS;

export type TonightTimes = {
  /** Half-hour start and end times, earliest first. */
  starts: string[];
  ends: string[];
  /** Default selection. */
  from: string;
  until: string;
};

/**
 * Returns the half hours of tonight in a time zone, as times: from the next one until 5 a.m. The default is 7 to 11
 * p.m., or the next two hours when that's too late.
 */
export function listTonightTimes(now: number, zone: string): TonightTimes {
  const next = Math.ceil(now / STEP_MS) * STEP_MS;
  const wall = toWallClock(now, zone);
  const today = Math.floor(wall / DAY) * DAY;
  const eveningStart = wall - today < NIGHT_END ? today - DAY : today;
  // Tonight ends within a day, even when the clock change makes the night longer.
  const last = Math.min(toInstant(eveningStart + DAY + NIGHT_END, zone), now + DAY);
  const steps: number[] = [];
  for (let index = next; index <= last; index += STEP_MS) steps.push(index);
  // Just before 5 a.m. no half hour is left in this night, so offer the shortest window.
  while (steps.length < 4) steps.push((steps.at(-1) ?? next - STEP_MS) + STEP_MS);
  const startTime = Math.max(next, toInstant(eveningStart + EVENING, zone));
  const bedtime = toInstant(eveningStart + BEDTIME, zone);
  const start = Math.min(startTime, steps.at(-4)!);
  const endTime = bedtime - start >= SHORTEST_MS ? bedtime : Math.min(start + 2 * HOUR_MS, steps.at(-1)!);
  const toIso = (instant: number) => new Date(instant).toISOString();
  return {
    starts: steps.slice(0, -3).map(toIso),
    ends: steps.slice(3).map(toIso),
    from: toIso(start),
    until: toIso(endTime),
  };
}

/** Returns the end times that are long enough after a start. */
export const listEndsAfter = ({ ends }: TonightTimes, from: string): string[] =>
  ends.filter((end) => Date.parse(end) - Date.parse(from) >= SHORTEST_MS);
