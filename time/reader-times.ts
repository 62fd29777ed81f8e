import { HOUR_MS } from './units.ts';
import { isRepeatedTime } from './wall-clock.ts';

/** How somebody reads times: where they live, and whether their clock counts to twelve or to twenty-four. */
export type ClockHours = 12 | 24;
export type ReaderTimes = { zone: string; clock: ClockHours };

type Parts = Omit<Intl.DateTimeFormatOptions, 'timeZone' | 'hourCycle' | 'hour12'>;

const HOUR = { hour: 'numeric', minute: '2-digit' } as const;
const DATE = { weekday: 'short', month: 'short', day: 'numeric' } as const;

/** Every form in which the product writes a time. Another is added here or not at all. */
const SHAPES = {
  /** 9:00 PM */
  clock: HOUR,
  /** Wed 9:00 PM */
  'weekday-clock': { weekday: 'short', ...HOUR },
  /** Wednesday 9:00 PM */
  'long-weekday-clock': { weekday: 'long', ...HOUR },
  /** Wed, Nov 25 */
  date: DATE,
  /** Wed, Nov 25, 9:00 PM */
  moment: { ...DATE, ...HOUR },
  /** Wed, Nov 25, 9:00 PM EST: for messages, which are read away from the page that names the zone */
  'zoned-moment': { ...DATE, ...HOUR, timeZoneName: 'short' },
  /** Wednesday, November 25 */
  'long-date': { weekday: 'long', month: 'long', day: 'numeric' },
  /** Nov 25, 2026 */
  day: { dateStyle: 'medium' },
  /** November 25, 2026 */
  'long-day': { dateStyle: 'long' },
  /** Nov 25, 2026, 9:00 PM */
  exact: { dateStyle: 'medium', timeStyle: 'short' },
  /** Wednesday, November 25, 2026 at 9:00 PM */
  full: { dateStyle: 'full', timeStyle: 'short' },
} as const satisfies Record<string, Parts>;

export type TimeShape = keyof typeof SHAPES;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a hundred times as long as using it. */
function getCachedFormat(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', options);
  // Zones and shapes are few; a process that has met more than these begins again.
  if (formats.size > 2_000) formats.clear();
  formats.set(key, made);
  return made;
}

export function getFormat(shape: TimeShape, { zone, clock }: ReaderTimes, year = false): Intl.DateTimeFormat {
  const parts: Parts = SHAPES[shape];
  return getCachedFormat(`${shape} ${zone} ${clock} ${year}`, {
    ...parts,
    ...(year ? { year: 'numeric' } : {}),
    hourCycle: clock === 24 ? 'h23' : 'h12',
    timeZone: zone,
  });
}

/** Engines put thin spaces between the parts and not all the same ones; mail programs and searches prefer plain ones. */
export const normalizeSpaces = (text: string): string => text.replaceAll(/[\u2009\u202f]/g, ' ');

const isShort = (shape: TimeShape): boolean => shape === 'date' || shape === 'moment';

/** Shapes without a time of day, and the one that names the zone anyway. */
const UNAMBIGUOUS_SHAPES = /(date|day|zoned-moment)$/;

/** In the night in which clocks go back, 1:30 AM comes twice: the offset says which one it is. */
export const isAmbiguousTime = (at: Date, shape: TimeShape, zone: string): boolean =>
  zone !== 'UTC' && !UNAMBIGUOUS_SHAPES.test(shape) && isRepeatedTime(at.getTime(), zone);

/** What engines call a zone. */
function formatZonePart(timeZone: string, timeZoneName: 'short' | 'longGeneric', at?: Date): string {
  const parts = getCachedFormat(`${timeZoneName} ${timeZone}`, { timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** 'EDT' in New York in summer, 'GMT+2' where English has no such name. */
export const formatOffset = (at: Date, zone: string): string => formatZonePart(zone, 'short', at);

const yearOf = (at: Date, zone: string): string =>
  getCachedFormat(`year ${zone}`, { year: 'numeric', timeZone: zone }).format(at);

/**
 * A time as its reader reads it; one that comes twice names its offset: '1:30 AM EDT', then '1:30 AM EST'.
 * @param now where given, the short forms say the year when it is another one: what was bought last year may be looked up
 */
export function formatReaderTime(at: Date | string, shape: TimeShape, reader: ReaderTimes, now?: Date): string {
  const instant = new Date(at);
  const otherYear = now !== undefined && isShort(shape) && yearOf(instant, reader.zone) !== yearOf(now, reader.zone);
  const text = normalizeSpaces(getFormat(shape, reader, otherYear).format(instant));
  return isAmbiguousTime(instant, shape, reader.zone) ? `${text} ${formatOffset(instant, reader.zone)}` : text;
}

/** A day of the calendar, the same in every zone. @param day like 2026-05-01 */
export const formatCalendarDay = (day: string, shape: 'day' | 'long-day' | 'date'): string =>
  formatReaderTime(`${day.slice(0, 10)}T00:00:00Z`, shape, { zone: 'UTC', clock: 12 });

const zoneNameCache = new Map<string, string>();

/** 'Eastern' for America/New_York, as people there call it. @param at now where not given */
export function formatZoneName(zone: string, at?: Date): string {
  if (!at) return readZoneName(zone);
  // Around a change of clocks engines say more, from one hour to the next; each sentence about a time asks for one.
  const key = `${zone} ${Math.floor(at.getTime() / HOUR_MS)}`;
  const known = zoneNameCache.get(key);
  if (known !== undefined) return known;
  const word = readZoneName(zone, at);
  if (zoneNameCache.size > 2_000) zoneNameCache.clear();
  zoneNameCache.set(key, word);
  return word;
}

function readZoneName(zone: string, at?: Date): string {
  const name = formatZonePart(zone, 'longGeneric', at);
  // Engines have no name for it and say the distance of UTC from itself.
  return /^(GMT([+-]0+:?0*)?|Coordinated Universal Time)$/.test(name) ? 'UTC' : name.replace(/ (Standard )?Time$/, '');
}

/** Whose clock it is, as said beside a time: 'Eastern time'. */
export const describeZone = (zone: string): string => `${formatZoneName(zone)} time`;

/** The clock of somebody who has not chosen one, by where they live: Europe counts to twenty-four. */
export const defaultClock = (zone: string): ClockHours => (zone.startsWith('Europe/') ? 24 : 12);

/** What is known of how somebody reads times, as rows hold it. */
type Known = { timezone: string | null; clock_hours?: number | null };

/** How a message writes times for somebody, who may have chosen a clock. */
export function toReaderTimes(known: Known | undefined): ReaderTimes {
  const zone = known?.timezone || 'UTC';
  const chosen = known?.clock_hours;
  return { zone, clock: chosen === 12 || chosen === 24 ? chosen : defaultClock(zone) };
}

/** A day that is the same for all its readers, by the calendar of UTC: 'December 1, 2026'. */
export const formatUtcDay = (at: Date | string): string => formatCalendarDay(new Date(at).toISOString(), 'long-day');
