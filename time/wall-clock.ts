import { DAY_MS, HOUR_MS } from './units.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, made);
  return made;
}

/** Clocks change at whole quarters of an hour: within one, a zone is always as far from UTC. */
const QUARTER_MS = HOUR_MS / 4;
/** Zones are few, and most of what is asked lies in the weeks around now; whoever asks for more begins again. */
const MOST_OFFSETS = 20_000;
const offsets = new Map<string, number>();

/** Asking the system takes far longer than looking it up, and a page of listings asks a thousand times. */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER_MS) * QUARTER_MS;
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  const offset = askedWallClock(quarter, zone) - quarter;
  offsets.set(key, offset);
  return offset;
}

function askedWallClock(instant: number, zone: string): number {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
}

/** The wall clock of a zone at an instant, in whole seconds, as if it were UTC. */
export function wallClock(instant: number, zone: string): number {
  return Math.floor(instant / 1000) * 1000 + offsetAt(instant, zone);
}

/** The instant at which the wall clock of a zone shows this; a time that a change of clocks skips comes out after it. */
export function instantOf(wall: number, zone: string): number {
  const first = wall - (wallClock(wall, zone) - wall);
  return first - (wallClock(first, zone) - wall);
}

/** A day of a zone's calendar (`2026-03-01`), and the instants from and until which it is that day there. */
export type ZoneDay = { day: string; from: Date; until: Date };

/** So many days of a zone's calendar, the oldest first; the last is the one that an instant lies in. */
export function lastDays(instant: number, zone: string, count: number): ZoneDay[] {
  const today = Math.floor(wallClock(instant, zone) / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * DAY_MS;
    // A day on which clocks change has not 24 hours: both ends are looked up.
    return {
      day: new Date(midnight).toISOString().slice(0, 10),
      from: new Date(instantOf(midnight, zone)),
      until: new Date(instantOf(midnight + DAY_MS, zone)),
    };
  });
}

/** The name by which this system knows a zone; nothing when it knows none. */
export function knownName(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
