/** Limits of the supported instants. PostgreSQL also stores later and earlier ones, which we clamp. */
const LAST_INSTANT = new Date('9999-12-31T23:59:59.999Z');
const FIRST_INSTANT = new Date('0001-01-01T00:00:00.000Z');

const TEXT = /^(\d{4,6})-(\d\d)-(\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d)?(?::?(\d\d))?(?::?(\d\d))?Z?)?$/i;

/**
 * The format that the fast path parses correctly: a four-digit year that doesn't start with 0, and an offset without
 * seconds.
 */
const COMMON_FORMAT = /^[1-9]\d{3}-.*?(?:[+-]\d\d(?::?\d\d)?|Z)$/;

const SECOND_MS = 1_000;

/**
 * Parses a time in any text format of PostgreSQL or its JSON. `infinity`, years BC and years after 9999 become the
 * nearest supported time.
 */
export function parseInstant(instant: Date | string): Date {
  if (instant instanceof Date) return clampMs(instant.getTime());
  if (COMMON_FORMAT.test(instant)) {
    const parsedDate = new Date(instant);
    if (!Number.isNaN(parsedDate.getTime())) return parsedDate;
  }
  if (instant === 'infinity') return LAST_INSTANT;
  if (instant === '-infinity' || instant.endsWith(' BC')) return FIRST_INSTANT;
  const [, year, month, day, clock = '00:00:00', fraction = '', hours = '+00', minutes = '00', seconds = '00'] =
    TEXT.exec(instant) ?? [];
  if (!year) return new Date(instant);
  if (year.length > 4) return LAST_INSTANT;
  const wall = Date.parse(`${year}-${month}-${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const offset = (Math.abs(Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return clampMs(wall - (hours.startsWith('-') ? -offset : offset) * SECOND_MS);
}

/** Clamps to the nearest supported time; an invalid time stays invalid. */
function clampMs(ms: number): Date {
  return new Date(Math.min(Math.max(ms, FIRST_INSTANT.getTime()), LAST_INSTANT.getTime()));
}

/** Returns the time, or the last supported one if it's invalid or later. */
export const clampToLastInstant = (ms: number): Date => (Number.isNaN(ms) ? LAST_INSTANT : clampMs(ms));
