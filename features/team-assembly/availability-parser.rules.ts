import { type Locale, SOURCE_LOCALE } from '../../messages/locales.ts';
import { DAY_MINUTES } from '../../time/units.ts';
import { translateAvailability } from './availability-vocabulary.rules.ts';

/** Days run from 0 (Monday) to 6 (Sunday). Minutes count from midnight, and an end past 1,440 is on the next day. */
export type Span = { days: number[]; from: number; until: number };
/** @property zone an IANA name, if the text names a zone */
export type ParsedAvailability = { spans: Span[]; zone?: string };

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const DAY = `(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?`;
const ANY_DAY = `(?:${DAY}|weekdays?|weeknights?|weekends?|every ?day|daily|any day)`;
const WORK_DAYS = [0, 1, 2, 3, 4];
const EVERY_DAY = [...WORK_DAYS, 5, 6];
const GROUPS: Record<string, number[]> = {
  ...{ weekday: WORK_DAYS, weeknight: WORK_DAYS, weekend: [5, 6] },
  ...{ 'every day': EVERY_DAY, everyday: EVERY_DAY, daily: EVERY_DAY, 'any day': EVERY_DAY },
};
const DAY_PARTS: Record<string, [from: number, until: number]> = {
  morning: [6 * 60, 12 * 60],
  afternoon: [12 * 60, 18 * 60],
  evening: [18 * 60, 23 * 60],
  'late night': [22 * 60, 26 * 60],
  night: [20 * 60, 26 * 60],
};
const ZONES: Record<string, string> = {
  ...{ eastern: 'America/New_York', et: 'America/New_York', est: 'America/New_York', edt: 'America/New_York' },
  ...{ central: 'America/Chicago', ct: 'America/Chicago', cst: 'America/Chicago', cdt: 'America/Chicago' },
  ...{ mountain: 'America/Denver', mt: 'America/Denver', mst: 'America/Denver', mdt: 'America/Denver' },
  ...{ pacific: 'America/Los_Angeles', pt: 'America/Los_Angeles', pst: 'America/Los_Angeles' },
  ...{ pdt: 'America/Los_Angeles', gmt: 'Europe/London', bst: 'Europe/London', uk: 'Europe/London' },
  ...{ cet: 'Europe/Paris', cest: 'Europe/Paris', utc: 'UTC', brt: 'America/Sao_Paulo' },
};

const HOUR = String.raw`(\d{1,2})(?:[:.](\d\d))?(?:\s*([ap])(?:\.?m)?\b\.?)?`;
const TO = String.raw`\s*(?:-|–|—|to|until|till|til|and)\s*`;
const NOT = String.raw`(?:except|but not|not|no)(?: on)?\s+`;
/** The words that the parser understands, longest first. Everything in between is ignored. */
const TOKENS = new RegExp(
  [
    String.raw`(?<no>${NOT}(?:${DAY}|weekends?|weekdays?)(?:(?:,| and| or)\s*${DAY})*)`,
    String.raw`(?<days>\b${DAY}\s*(?:-|–|—|to|through|thru|until|till)\s*${DAY}\b)`,
    String.raw`(?<day>\b${ANY_DAY}\b)`,
    String.raw`(?<range>\b(?:(?:from|between)\s+)?(?:noon|midnight|${HOUR})${TO}(?:noon|midnight|${HOUR}))`,
    String.raw`(?<edge>\b(?:after|from|past|since|before|until|till|by)\s+(?:noon|midnight|${HOUR}))`,
    String.raw`(?<at>\b(?:at\s+)?\d{1,2}(?:[:.]\d\d)?\s*(?:[ap]\.?m\b\.?|(?=\s*(?:\+|onwards?|or later)))(?:\s*(?:\+|onwards?|or later))?|\b\d{1,2}:\d\d\b)`,
    String.raw`(?<part>\b(?:late nights?|mornings?|afternoons?|evenings?|nights?)\b)`,
    String.raw`(?<any>\b(?:any ?time|all day|whenever)\b)`,
    String.raw`(?<end>[;\n])`,
  ].join('|'),
  'gi',
);

const toSingular = (word: string) => word.toLowerCase().replace(/s$/, '');
const parseDay = (word: string) => DAYS.indexOf(word.slice(0, 3).toLowerCase());
const findDays = (words: string): number[] =>
  (words.match(new RegExp(String.raw`\b${ANY_DAY}\b`, 'gi')) ?? []).flatMap(
    (word) => GROUPS[toSingular(word)] ?? [parseDay(word)],
  );

function listDaysBetween(words: string): number[] {
  const [first, last] = findDays(words) as [number, number];
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7);
}

/** A time of day. `exact`: it has minutes. `full`: its hour exists only on a 24-hour clock. */
type Clock = { minutes: number; half: 'a' | 'p' | undefined; exact: boolean; full: boolean };

/** Finds every time of day in a text. */
function findClocks(words: string): Clock[] {
  const found = words.matchAll(new RegExp(`(?<word>noon|midnight)|${HOUR}`, 'gi'));
  return [...found].map(([whole, word, hour, minute, half]) => {
    if (word?.toLowerCase() === 'noon') return { minutes: 12 * 60, half: 'p', exact: true, full: true };
    if (word) return { minutes: 24 * 60, half: undefined, exact: true, full: true };
    const isFullHour = Number(hour) > 12 || hour!.startsWith('0');
    return {
      minutes: Number(hour) * 60 + Number(minute ?? 0),
      half: half?.toLowerCase() as 'a' | 'p' | undefined,
      exact: isFullHour || whole.includes(':'),
      full: isFullHour,
    };
  });
}

/** Returns minutes from midnight. Without AM, PM or minutes, the evening is assumed. */
function toMinutes({ minutes, half, exact }: Clock): number {
  if (!half && exact) return minutes;
  const onTheDial = minutes % (12 * 60);
  return (half ?? 'p') === 'p' ? onTheDial + 12 * 60 : onTheDial;
}

function parseRange(words: string): [number, number] {
  const [start, end] = findClocks(words) as [Clock, Clock];
  const until = toMinutes(end);
  // In "7-11 pm" both times are PM; in "11-2 pm" they aren't.
  const sharesHalf = !start.half && !start.full;
  const asEnd = toMinutes(sharesHalf && end.half ? { ...start, half: end.half } : start);
  const from = sharesHalf && asEnd > until && end.half === 'p' ? asEnd - 12 * 60 : asEnd;
  return [from, until <= from ? until + DAY_MINUTES : until];
}

/** Returns a range from a time until midnight, or from midnight until a time. */
function parseEdge(words: string): [number, number] {
  const minutes = toMinutes(findClocks(words)[0]!);
  return /^(?:before|until|till|by)/i.test(words) ? [0, minutes] : [minutes, DAY_MINUTES];
}

function parseTimes(groups: Record<string, string | undefined>): [number, number] | undefined {
  if (groups.range) return parseRange(groups.range);
  if (groups.edge) return parseEdge(groups.edge);
  if (groups.at) return parseEdge(groups.at);
  if (groups.part) return DAY_PARTS[toSingular(groups.part)];
  return groups.any ? [0, DAY_MINUTES] : undefined;
}

function listNamedDays(groups: Record<string, string | undefined>): number[] | undefined {
  if (groups.days) return listDaysBetween(groups.days);
  return groups.day ? findDays(groups.day) : undefined;
}

/**
 * Parses weekly availability from free text, such as "Weekdays after 7 PM Eastern, Sat 2-6". Days and times may come in
 * either order; times without days apply to every day, and days without times are whole days. Text it doesn't
 * understand is ignored, so a person has to check the result.
 * @param locale the writer's language; English is understood in every language
 * @returns no spans when nothing was recognized
 */
export function parseAvailability(written: string, locale: Locale = SOURCE_LOCALE): ParsedAvailability {
  const text = translateAvailability(written, locale);
  const spans: Span[] = [];
  const never = new Set<number>();
  let days: number[] = [];
  let times: [number, number][] = [];
  let last: 'day' | 'time' | undefined;
  const flush = () => {
    if (days.length > 0 || times.length > 0) {
      const on = days.length > 0 ? [...new Set(days)] : EVERY_DAY;
      for (const [from, until] of times.length > 0 ? times : [[0, DAY_MINUTES] as const]) {
        if (until > from) spans.push({ days: on, from, until });
      }
    }
    days = [];
    times = [];
    last = undefined;
  };
  for (const { groups = {} } of text.matchAll(TOKENS)) {
    if (groups.end) flush();
    for (const day of groups.no ? findDays(groups.no) : []) never.add(day);
    const named = listNamedDays(groups);
    const time = parseTimes(groups);
    if (named) {
      if (last === 'time' && days.length > 0) flush();
      days.push(...named);
      last = 'day';
    }
    if (time) {
      if (last === 'day' && times.length > 0) flush();
      times.push(time);
      last = 'time';
    }
    // "Weeknight" also implies a time of day.
    if (groups.day && /^weeknight/i.test(groups.day)) times.push(DAY_PARTS.evening!);
  }
  flush();
  const left = spans.map((span) => ({ ...span, days: span.days.filter((day) => !never.has(day)) }));
  const zone = text.match(/\b(eastern|central|mountain|pacific|[ecmp][sd]?t|gmt|bst|uk|cest|cet|brt|utc)\b/i)?.[1];
  return {
    spans: left.filter((span) => span.days.length > 0),
    ...(zone ? { zone: ZONES[zone.toLowerCase()]! } : {}),
  };
}

/**
 * Returns one flag per hour of the week, Monday first, in the week editor's format.
 * @param shiftMinutes how far the reader's clock is ahead of the one the text uses
 */
export function toWeek(spans: readonly Span[], shiftMinutes: number): boolean[] {
  const cells = new Array<boolean>(168).fill(false);
  for (const { days, from, until } of spans) {
    for (const day of days) {
      const start = day * DAY_MINUTES + from + shiftMinutes;
      const end = day * DAY_MINUTES + until + shiftMinutes;
      // Only fully covered hours count.
      for (let hour = Math.ceil(start / 60); (hour + 1) * 60 <= end; hour += 1) cells[(hour + 168) % 168] = true;
    }
  }
  return cells;
}
