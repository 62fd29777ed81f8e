import { DAY_MS, HOUR_MS } from './units.ts';
import { isRepeatedTime } from './wall-clock.ts';

export type ClockHours = 12 | 24;
/** A reader's time settings: their zone, and the clock they chose; null is what's usual in their language. */
export type TimePreferences = { zone: string; clock: ClockHours | null };
/** Time settings with the clock that the reader sees. */
export type ReaderTimes = TimePreferences & { clock: ClockHours };

/** The reader's language, such as that of a translator. */
export type ReaderLanguage = { readonly locale: string };

type Parts = Omit<Intl.DateTimeFormatOptions, 'timeZone' | 'hourCycle' | 'hour12'>;

const HOUR = { hour: 'numeric', minute: '2-digit' } as const;
const DATE = { weekday: 'short', month: 'short', day: 'numeric' } as const;

/** All formats in which the product writes times. Add new ones only here. */
const FORMATS = {
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
  /** Wed, Nov 25, 9:00 PM EST. For messages, because the reader doesn't see a page that names the zone. */
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

export type TimeShape = keyof typeof FORMATS;

/** For texts that exist only in English. */
export const ENGLISH: ReaderLanguage = { locale: 'en' };

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter, because creating one takes a hundred times as long as using it. */
function getCachedFormat(
  { locale }: ReaderLanguage,
  shape: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${shape}`;
  const cachedFormat = formats.get(key);
  if (cachedFormat) return cachedFormat;
  const format = new Intl.DateTimeFormat(locale, options);
  // There are few zones, formats and languages. So if the cache ever gets this large, just clear it.
  if (formats.size > 2_000) formats.clear();
  formats.set(key, format);
  return format;
}

export function getFormat(
  language: ReaderLanguage,
  shape: TimeShape,
  reader: TimePreferences,
  showsYear = false,
): Intl.DateTimeFormat {
  const { zone } = reader;
  const clock = resolveClock(language, reader);
  const parts: Parts = FORMATS[shape];
  return getCachedFormat(language, `${shape} ${zone} ${clock} ${showsYear}`, {
    ...parts,
    ...(showsYear ? { year: 'numeric' } : {}),
    // Some languages would write 3:00 alone and 03:00 in a range or after a day.
    ...(clock === 24 && parts.hour ? { hour: '2-digit' } : {}),
    hourCycle: clock === 24 ? 'h23' : 'h12',
    timeZone: zone,
  });
}

/** Engines put different thin spaces between the parts. Plain spaces work better in email clients and searches. */
export const normalizeSpaces = (text: string): string => text.replaceAll(/[\u2009\u202f]/g, ' ');

const isShort = (shape: TimeShape): boolean => shape === 'date' || shape === 'moment';

/** Formats that are never ambiguous, because they have no time of day or always name the zone. */
const UNAMBIGUOUS_SHAPES = /(date|day|zoned-moment)$/;

/** Returns whether a time is ambiguous without its offset. On the night when clocks go back, 1:30 AM occurs twice. */
export const isAmbiguousTime = (at: Date, shape: TimeShape, zone: string): boolean =>
  zone !== 'UTC' && !UNAMBIGUOUS_SHAPES.test(shape) && isRepeatedTime(at.getTime(), zone);

/** Returns the engine's name for a zone. */
function formatZonePart(
  language: ReaderLanguage,
  timeZone: string,
  timeZoneName: 'short' | 'longGeneric',
  at?: Date,
): string {
  const format = getCachedFormat(language, `${timeZoneName} ${timeZone}`, { timeZone, timeZoneName });
  const parts = format.formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Returns an offset's name: 'EDT' in New York in summer, 'GMT+2' where the language has no name for it. */
export const formatOffset = (language: ReaderLanguage, at: Date, zone: string): string =>
  formatZonePart(language, zone, 'short', at);

const getYear = (language: ReaderLanguage, at: Date, zone: string): string =>
  getCachedFormat(language, `year ${zone}`, { year: 'numeric', timeZone: zone }).format(at);

/**
 * Formats a time for its reader. If the same clock time occurs twice, adds the offset: '1:30 AM EDT', then '1:30 AM
 * EST'.
 * @param reader with `now`, the short formats include the year when it isn't the current one, as for past purchases
 */
export function formatReaderTime(
  language: ReaderLanguage,
  at: Date | string,
  shape: TimeShape,
  reader: TimePreferences & { now?: Date },
): string {
  const { now } = reader;
  const instant = new Date(at);
  const shouldShowYear =
    now !== undefined &&
    isShort(shape) &&
    getYear(language, instant, reader.zone) !== getYear(language, now, reader.zone);
  const text = normalizeSpaces(getFormat(language, shape, reader, shouldShowYear).format(instant));
  return isAmbiguousTime(instant, shape, reader.zone)
    ? `${text} ${formatOffset(language, instant, reader.zone)}`
    : text;
}

/**
 * Formats a calendar day, which is the same in every zone.
 * @param day like 2026-05-01
 */
export const formatCalendarDay = (language: ReaderLanguage, day: string, shape: 'day' | 'long-day' | 'date'): string =>
  formatReaderTime(language, `${day.slice(0, 10)}T00:00:00Z`, shape, { zone: 'UTC', clock: 12 });

/** Formats a whole hour on a 12-hour clock, in UTC: '6 PM'. */
export const formatHour = (language: ReaderLanguage, at: Date): string =>
  normalizeSpaces(getCachedFormat(language, 'hour', { hour: 'numeric', hourCycle: 'h12', timeZone: 'UTC' }).format(at));

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/**
 * Formats a day of the week: 'Mon'.
 * @param day 0 is Monday
 */
export const formatWeekday = (language: ReaderLanguage, day: number): string =>
  getCachedFormat(language, 'weekday', { weekday: 'short', timeZone: 'UTC' }).format(MONDAY + day * DAY_MS);

const zoneNameCache = new Map<string, string>();

/**
 * Returns the common name of a zone: 'Eastern' for America/New_York. Other languages have no such adjective, so they
 * get the whole name, as from `describeZone`.
 * @param at defaults to now
 */
export function formatZoneName(language: ReaderLanguage, zone: string, at?: Date): string {
  if (!at) return readZoneName(language, zone);
  // Names change with the clocks, so cache them by hour; every sentence with a time needs one.
  const key = `${language.locale} ${zone} ${Math.floor(at.getTime() / HOUR_MS)}`;
  const cachedName = zoneNameCache.get(key);
  if (cachedName !== undefined) return cachedName;
  const zoneName = readZoneName(language, zone, at);
  if (zoneNameCache.size > 2_000) zoneNameCache.clear();
  zoneNameCache.set(key, zoneName);
  return zoneName;
}

function readZoneName(language: ReaderLanguage, zone: string, at?: Date): string {
  const name = formatZonePart(language, zone, 'longGeneric', at);
  // Engines without a name for the zone return its offset from UTC instead.
  if (zone === 'UTC' || /^(GMT([+-]0+:?0*)?|Coordinated Universal Time)$/.test(name)) return 'UTC';
  return name.replace(/ (Standard )?Time$/, '');
}

/**
 * Returns the zone's name as shown next to a time: 'Eastern time', 'hora oriental'.
 * @param at defaults to now. For many messages, pass a time, which is much faster
 */
export function describeZone(language: ReaderLanguage, zone: string, at?: Date): string {
  const name = formatZoneName(language, zone, at);
  return language.locale === 'en' ? `${name} time` : name;
}

/**
 * Returns the default clock for someone who hasn't chosen one: what's usual in their language. English and Spanish use
 * 24 hours in Europe and 12 elsewhere, so the zone decides for these.
 */
export function defaultClock(language: ReaderLanguage, zone: string): ClockHours {
  const { hour12 } = getCachedFormat(language, 'cycle', { hour: 'numeric' }).resolvedOptions();
  return hour12 && !zone.startsWith('Europe/') ? 12 : 24;
}

/** Returns the clock on which a reader sees times: the one they chose, or else the default. */
export const resolveClock = (language: ReaderLanguage, { zone, clock }: TimePreferences): ClockHours =>
  clock ?? defaultClock(language, zone);

/** A user's time settings as stored in rows. */
type StoredTimePreferences = { timezone: string | null; clock_hours?: number | null };

/** Returns a user's time settings for messages. The clock stays open unless they chose one, as it depends on the language. */
export function toTimePreferences(preferences: StoredTimePreferences | undefined): TimePreferences {
  const zone = preferences?.timezone || 'UTC';
  const clock = preferences?.clock_hours;
  return { zone, clock: clock === 12 || clock === 24 ? clock : null };
}

/** Formats the UTC day of a time, which is the same for all readers: 'December 1, 2026'. */
export const formatUtcDay = (language: ReaderLanguage, at: Date | string): string =>
  formatCalendarDay(language, new Date(at).toISOString(), 'long-day');
