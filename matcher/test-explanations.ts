import { Temporal } from 'temporal-polyfill';
import { defaultRules } from './default-rules.ts';
import type { Reader } from './explain-reader.ts';
import { type MatchingRules, type PoolPlayer, type Squad, WEEKDAYS } from './matcher-schema.ts';

/** The subject and reader of an explanation. */
export type ExplainedMatch = {
  squad: Squad;
  members: readonly PoolPlayer[];
  rules: MatchingRules;
  weekOf: string;
  reader: Reader;
};

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five'];
const QUARTERS = 672;
const QUARTER = 15;

/** Splits 'a, b and c'. */
const items = (text: string) => text.split(/, | and /);
const sorted = (words: Iterable<string>) => [...new Set(words)].sort();
const same = (a: Iterable<string>, b: Iterable<string>) => sorted(a).join() === sorted(b).join();
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const inAll = (lists: string[][]) => lists[0]!.filter((word) => lists.every((list) => list.includes(word)));
const reads = ({ members, reader }: ExplainedMatch) => members.some(({ id }) => id === reader.id);
const you = (explained: ExplainedMatch) => (reads(explained) ? 'you' : 'them');
const your = (told: ExplainedMatch) => (reads(told) ? 'your' : 'their');

/**
 * Returns whether the words name exactly these people for the reader: "you", names, and the number of players without a
 * name.
 */
function name(words: string, those: readonly PoolPlayer[], told: ExplainedMatch): boolean {
  const { reader } = told;
  const others = those.filter(({ id }) => id !== reader.id);
  const named = others.flatMap(({ id }) => reader.nameOf(id) ?? []);
  const nameless = others.length - named.length;
  const expected = [...(others.length < those.length ? ['you'] : []), ...named];
  if (nameless > 0 && expected.length > 0) expected.push(`${NUMBERS[nameless]} more`);
  if (nameless > 0 && expected.length === 0) {
    const pair = told.members.length === 2 && reads(told);
    expected.push(pair ? 'the other player' : `${NUMBERS[nameless]} of ${you(told)}`);
  }
  const found = items(words);
  const start = named.includes(found[0]!) ? found[0]! : lowered(found[0]!);
  return same([start, ...found.slice(1)], expected) && found.length === expected.length;
}

const allWord = ({ members }: ExplainedMatch) => (members.length === 2 ? 'both' : 'all');

function allOf(words: string, told: ExplainedMatch): boolean {
  const { members, reader } = told;
  if (members.length === 5) return words === (reads(told) ? 'All five of you' : 'All five');
  if (!reads(told)) return words === 'Both';
  const other = reader.nameOf(members.find(({ id }) => id !== reader.id)!.id);
  return words === (other ? `You and ${other}` : 'Both of you');
}

/** Returns whether the verb in 'you have', 'Kira has' and the like agrees with its subject. */
const agrees = (
  word: string,
  [singular, plural]: [string, string],
  those: readonly PoolPlayer[],
  { reader }: ExplainedMatch,
) => word === (those.length === 1 && those[0]!.id !== reader.id ? singular : plural);

/** A quarter of an hour on a wall clock. `offset` distinguishes times that occur twice. */
type WallClock = { day: number; minute: number; offset: string | undefined };

const localTimes = new Map<string, WallClock[]>();
/**
 * Returns the wall clock of a zone at the start of every quarter of an hour of a UTC week, and once more at its end.
 */
function wallClockOf(zone: string, weekOf: string) {
  const key = `${zone} ${weekOf}`;
  const known = localTimes.get(key);
  if (known) return known;
  const monday = Temporal.Instant.from(`${weekOf}T00:00Z`);
  const times = Array.from({ length: 2 * QUARTERS }, (_, bin) => {
    const at = monday.add({ minutes: bin * QUARTER }).toZonedDateTimeISO(zone);
    return { day: at.dayOfWeek - 1, minute: at.hour * 60 + at.minute, offset: offsetOf(at) };
  });
  localTimes.set(key, times);
  return times;
}

function offsetOf(at: Temporal.ZonedDateTime): string | undefined {
  const [first, second] = (['earlier', 'later'] as const).map(
    (disambiguation) => at.toPlainDateTime().toZonedDateTime(at.timeZoneId, { disambiguation }).epochMilliseconds,
  );
  if (first === second) return undefined;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: at.timeZoneId, timeZoneName: 'short' });
  return format.formatToParts(at.epochMilliseconds).find(({ type }) => type === 'timeZoneName')!.value;
}

const freeTimes = new WeakMap<ExplainedMatch, [number, number][]>();
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Returns a predicate for whether a player's profile says they're free in a given quarter of an hour. */
function freeAt({ timezone, windows }: PoolPlayer, weekOf: string): (bin: number) => boolean {
  const local = wallClockOf(timezone, weekOf);
  const hours = windows.map(({ days, start, end }) => ({ days, from: minutesOf(start), until: minutesOf(end) }));
  return (bin) => {
    const { day, minute } = local[bin]!;
    const today = WEEKDAYS[day]!;
    const yesterday = WEEKDAYS[(day + 6) % 7]!;
    return hours.some(({ days, from, until }) => {
      if (until > from) return days.includes(today) && minute >= from && minute < until;
      return (days.includes(today) && minute >= from) || (days.includes(yesterday) && minute < until);
    });
  };
}

/**
 * Returns when everyone is free according to their profiles alone: unbroken times in quarters of an hour, including
 * across the end of the week.
 */
function commonTimes(told: ExplainedMatch): [number, number][] {
  const known = freeTimes.get(told);
  if (known) return known;
  const { members, weekOf } = told;
  const each = members.map((member) => freeAt(member, weekOf));
  const free = Array.from({ length: QUARTERS }, (_, bin) => each.every((isFree) => isFree(bin)));
  // The next week matches this one only if it begins at the same clock time.
  const hasConstantOffset = members.every(({ timezone }) => {
    const local = wallClockOf(timezone, weekOf);
    return local[0]!.minute === local[QUARTERS]!.minute;
  });
  const times: [number, number][] = [];
  for (let bin = 0; bin < QUARTERS; bin++) {
    if (!free[bin] || ((hasConstantOffset || bin > 0) && free[(bin + QUARTERS - 1) % QUARTERS])) continue;
    let end = bin;
    while ((hasConstantOffset || end < QUARTERS) && free[end % QUARTERS]) end++;
    times.push([bin, end]);
  }
  freeTimes.set(told, times);
  return times;
}

const OFFSET = '(?: ([A-Z]{3,4}|GMT[+-][\\d:]+))?';
const CLOCK = new RegExp(`^(\\w{3}) (\\d+):(\\d\\d)(?: ([AP]M))?${OFFSET}–(\\d+):(\\d\\d)(?: ([AP]M))?${OFFSET}$`);

function isTime(words: string, told: ExplainedMatch): boolean {
  const found = CLOCK.exec(words);
  if (!found) return false;
  const [, day, fromHour, fromMinute, fromHalf, fromOffset, hour, minute, half, offset] = found;
  const minutes = (h: string, m: string, ofDay: string | undefined) =>
    (told.reader.times.clock === 24 ? Number(h) : (Number(h) % 12) + (ofDay === 'PM' ? 12 : 0)) * 60 + Number(m);
  if ((told.reader.times.clock === 24) !== (half === undefined)) return false;
  const local = wallClockOf(told.reader.times.zone, told.weekOf);
  return commonTimes(told).some(([from, until]) => {
    const [start, end] = [local[from]!, local[until]!];
    return (
      WEEKDAYS[start.day] === day &&
      start.minute === minutes(fromHour!, fromMinute!, fromHalf ?? half) &&
      start.offset === fromOffset &&
      end.minute === minutes(hour!, minute!, half) &&
      end.offset === offset
    );
  });
}

/** Returns the reader's name for their time zone. */
function zoneOf({ reader, weekOf }: ExplainedMatch): string {
  const { zone: timeZone } = reader.times;
  if (timeZone === 'UTC') return 'UTC';
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' });
  const part = format.formatToParts(Date.parse(`${weekOf}T00:00Z`)).find(({ type }) => type === 'timeZoneName')!;
  return part.value.replace(/( Standard)? Time$/, '');
}

type Check = (found: string[], told: ExplainedMatch) => boolean;

/** Returns whether 'Kira plays on PC, the rest of you on PS5' is true of everyone's profile. */
function isParted(words: string, field: 'region' | 'platform', told: ExplainedMatch): boolean {
  const preposition = field === 'region' ? 'in' : 'on';
  const left = new Map(Map.groupBy(told.members, (member) => member[field]));
  const clauses = words.split(new RegExp(`, (?!with)|(?<= ${preposition} [\\w-]+(?: (?:region|platform))?) and `));
  for (const clause of clauses) {
    const found = new RegExp(`^(.+?)(?: (plays?))? ${preposition} (.+)$`).exec(clause);
    const place = found?.[3]?.startsWith('another ') ? 'Other' : found?.[3];
    const those = left.get(place ?? '');
    if (!found || !those) return false;
    left.delete(place!);
    const [, who, does] = found;
    if (does && !agrees(does, ['plays', 'play'], those, told)) return false;
    const self = those.some(({ id }) => id === told.reader.id);
    if (
      who === 'the rest of you'
        ? !self || left.size > 0
        : who === `the other ${NUMBERS[those.length]}`
          ? self
          : !name(who!, those, told)
    )
      return false;
  }
  return left.size === 0;
}

const placed = ({ members }: ExplainedMatch, field: 'region' | 'platform') =>
  sorted(members.map((member) => member[field]));
const isOnly = (told: ExplainedMatch, field: 'region' | 'platform', word: string) =>
  word !== 'Other' && placed(told, field).join() === word;
const isUnspecified = (told: ExplainedMatch, field: 'region' | 'platform') => placed(told, field).join() === 'Other';

const known = ({ members }: ExplainedMatch) => members.flatMap(({ rating }) => rating ?? []);
const rated = ({ members }: ExplainedMatch, rating: number) => members.filter((member) => member.rating === rating);
const unrated = ({ members }: ExplainedMatch) => members.filter(({ rating }) => rating === null);

function noRating(words: string | undefined, told: ExplainedMatch): boolean {
  const found = /^(.+?) (has|have) no rating yet$/.exec(words ?? '');
  const those = unrated(told);
  if (!found) return words === undefined && those.length === 0;
  return name(found[1]!, those, told) && agrees(found[2]!, ['has', 'have'], those, told);
}

function ratingEnd(words: string, rating: number, told: ExplainedMatch): boolean {
  const found = /^(\d+)(?: \((.+)\))?$/.exec(words);
  if (!found || Number(found[1]) !== rating) return false;
  return found[2] === undefined || name(found[2], rated(told, rating), told);
}

const jobsOf = (members: readonly PoolPlayer[]) => {
  const labels = members.flatMap((member) => [...member.archetypes, ...member.playstyle]).join(' ');
  return defaultRules.scales.jobs
    .filter(({ words }) => words.some((word) => labels.toLowerCase().includes(word)))
    .map((job) => job.name);
};

function fills(words: string, told: ExplainedMatch, those: readonly PoolPlayer[]): boolean {
  const clauses = items(words).map((clause) => /^(.+) (fills?) in at (\w+)$/.exec(clause));
  if (clauses.some((clause) => !clause)) return false;
  const left = [...those];
  for (const clause of clauses) {
    const [, who, does, seat] = clause!;
    const at = left.findIndex((one) => told.squad.positions[one.id] === seat && name(who!, [one], told));
    if (at < 0 || !agrees(does!, ['fills', 'fill'], [left[at]!], told)) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

/** Returns the common minutes that a player needs after waiting this long. */
const needed = ({ waiting }: PoolPlayer, { limits, relaxation }: MatchingRules) =>
  relaxation.findLast((step) => step.afterRuns <= waiting && step.minCommonMinutes !== undefined)?.minCommonMinutes ??
  limits.minCommonMinutes;
const allNeed = ({ members, rules }: ExplainedMatch) => Math.max(...members.map((member) => needed(member, rules)));
const hasLess = ({ squad, rules }: ExplainedMatch) => squad.overlapMinutes < rules.limits.minCommonMinutes;

/** Parses '1 h 30 min' to minutes. */
const lengthIn = (words: string) => {
  const [, hours, minutes] = /^(?:(\d+) h)? ?(?:(\d+) min)?$/.exec(words)!;
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0);
};

/** The forms a sentence of each topic may have, with an independent check for each. */
const TOPICS: Record<string, [RegExp, Check][]> = {
  time: [
    [
      /^(.+?) are free (.+) \((.+?)\): (?:(\d+) h)? ?(?:(\d+) min)? a week together$/,
      ([, all, list, zone, hours, minutes], told) => {
        const times = commonTimes(told);
        const words = items(list!);
        const more = Number(/^(\d+) more times?$/.exec(words.at(-1)!)?.[1] ?? 0);
        const shown = more > 0 ? words.slice(0, -1) : words;
        const quarters = times.reduce((sum, [from, until]) => sum + until - from, 0);
        return (
          allOf(all!, told) &&
          zone === zoneOf(told) &&
          shown.length + more === times.length &&
          shown.every((time) => isTime(time, told)) &&
          Number(hours ?? 0) * 60 + Number(minutes ?? 0) === quarters * QUARTER
        );
      },
    ],
  ],
  positions: [
    [
      /^They play (PG|SG|SF|PF|C) and (PG|SG|SF|PF|C)$/,
      ([, ...seats], told) =>
        !told.members.some(({ id }) => id === told.reader.id || told.reader.nameOf(id)) &&
        seats.sort().join() === Object.values(told.squad.positions).sort().join(),
    ],
    [
      /^(.+?) (plays?) (PG|SG|SF|PF|C) and (.+?) (plays?) (PG|SG|SF|PF|C)$/,
      ([, first, firstDoes, firstSeat, second, secondDoes, secondSeat], told) => {
        const clauses = [
          [first!, firstDoes!, firstSeat!],
          [second!, secondDoes!, secondSeat!],
        ] as const;
        const matchesClauses = (players: readonly PoolPlayer[]) =>
          clauses.every(([who, does, seat], i) => {
            const one = players[i]!;
            return (
              name(who, [one], told) &&
              agrees(does, ['plays', 'play'], [one], told) &&
              told.squad.positions[one.id] === seat
            );
          });
        return matchesClauses(told.members) || matchesClauses(told.members.toReversed());
      },
    ],
    [
      /^(.+?) play (your|their) primary role$/,
      ([, all, whose], told) =>
        whose === your(told) &&
        allOf(all!, told) &&
        told.members.every(({ id, positions }) => told.squad.positions[id] === positions[0]),
    ],
    [
      /^(.+ in at \w+)(?:; (.+?) (plays?) (your|their) primary role)?$/,
      ([, filled, rest, does, whose], told) => {
        const off = told.members.filter(({ id, positions }) => told.squad.positions[id] !== positions[0]);
        const own = told.members.filter((one) => !off.includes(one));
        if (off.length === 0 || !fills(filled!, told, off)) return false;
        if (own.length === 0) return rest === undefined;
        if (!agrees(does ?? '', ['plays', 'play'], own, told)) return false;
        const self = own.some(({ id }) => id === told.reader.id);
        if (whose !== (self ? 'your' : 'their')) return false;
        if (own.length === 1) return name(rest!, own, told);
        return rest === `the other ${NUMBERS[own.length]}${self ? ' of you' : ''}`;
      },
    ],
  ],
  party: [
    [
      /^(.+) came as a party$/,
      ([, who], told) =>
        told.members.some(({ party }) => {
          const those = told.members.filter((one) => party !== null && one.party === party);
          return those.length > 1 && name(who!, those, told);
        }),
    ],
  ],
  ratings: [
    [
      /^Ratings run from (.+?) to (\d+(?: \(.+?\))?)(?:; (.+))?$/,
      ([, low, high, none], told) =>
        ratingEnd(low!, Math.min(...known(told)), told) &&
        ratingEnd(high!, Math.max(...known(told)), told) &&
        noRating(none, told),
    ],
    [
      /^(.+?) (is|are) rated (\d+) and (.+?) (is|are) rated (\d+)$/,
      ([, first, firstIs, firstRating, second, secondIs, secondRating], told) => {
        const says = ([one, other]: readonly PoolPlayer[]) =>
          name(first!, [one!], told) &&
          agrees(firstIs!, ['is', 'are'], [one!], told) &&
          Number(firstRating) === one!.rating &&
          name(second!, [other!], told) &&
          agrees(secondIs!, ['is', 'are'], [other!], told) &&
          Number(secondRating) === other!.rating;
        return says(told.members) || says(told.members.toReversed());
      },
    ],
    [
      /^(.+?) are rated (\d+)(?:; (.+))?$/,
      ([, who, rating, none], told) => {
        const those = rated(told, Number(rating));
        const all = those.length === told.members.length;
        const count = `${NUMBERS[those.length]} of ${you(told)}`;
        return (
          those.length === known(told).length &&
          (all ? allOf(who!, told) : lowered(who!) === count) &&
          noRating(none, told)
        );
      },
    ],
  ],
  level: [
    [
      /^(.+?) play at the (\w+) level$/,
      ([, all, level], told) => allOf(all!, told) && told.members.every((member) => member.competitive_level === level),
    ],
  ],
  jobs: [
    [
      /^(Between you, you|Between them they) cover (.+?)(?:; only you bring (.+))?$/,
      ([, start, jobs, own], told) => {
        const others = told.members.filter(({ id }) => id !== told.reader.id);
        const alone = jobsOf(told.members.filter(({ id }) => id === told.reader.id)).filter(
          (job) => !jobsOf(others).includes(job),
        );
        return (
          (start === 'Between you, you') === reads(told) &&
          same(items(jobs!), jobsOf(told.members)) &&
          same(own === undefined ? [] : items(own), alone)
        );
      },
    ],
  ],
  talk: [
    [
      /^(.+?) speak (.+?)(?: and have a microphone|; no one has a microphone|; (.+?) (has|have) no microphone)$/,
      ([line, all, languages, without, has], told) => {
        const silent = told.members.filter(({ mic }) => !mic);
        const ends =
          silent.length === 0
            ? line!.endsWith(' and have a microphone')
            : silent.length === told.members.length
              ? line!.endsWith('; no one has a microphone')
              : without !== undefined && name(without, silent, told) && agrees(has!, ['has', 'have'], silent, told);
        return ends && allOf(all!, told) && same(items(languages!), inAll(told.members.map((one) => one.languages)));
      },
    ],
  ],
  place: [
    [
      /^(.+?) play in ([\w-]+)(?: on ([\w-]+))?$/,
      ([, all, region, platform], told) =>
        allOf(all!, told) &&
        isOnly(told, 'region', region!) &&
        (platform === undefined ? isUnspecified(told, 'platform') : isOnly(told, 'platform', platform)),
    ],
    [
      /^(.+?) play on ([\w-]+)$/,
      ([, all, platform], told) =>
        allOf(all!, told) && isUnspecified(told, 'region') && isOnly(told, 'platform', platform!),
    ],
    [
      /^(.+? in .+?)(?:; (?:you|they) are (all|both) on ([\w-]+))?$/,
      ([line, where, all, platform], told) =>
        !line!.includes(' on ') || all === allWord(told)
          ? isParted(where!, 'region', told) &&
            (platform === undefined ? isUnspecified(told, 'platform') : isOnly(told, 'platform', platform))
          : false,
    ],
    [
      /^(?:(.+? in .+?); )?(.+? on .+?)(, with crossplay)?$/,
      ([, where, on, crossplay], told) => {
        const one = /^(.+?) play in ([\w-]+)$/.exec(where ?? '');
        const region =
          where === undefined
            ? isUnspecified(told, 'region')
            : one && placed(told, 'region').length === 1
              ? allOf(one[1]!, told) && isOnly(told, 'region', one[2]!)
              : isParted(where, 'region', told);
        const across = told.members.every((member) => member.crossplay);
        return region && isParted(on!, 'platform', told) && (crossplay !== undefined) === across;
      },
    ],
  ],
  waited: [
    [
      /^(You waited longest|You waited as long as anyone|The longest wait among (?:you|them) was):? (\d+) matching rounds?$/,
      ([, start, runs], told) => {
        const longest = Math.max(...told.members.map(({ waiting }) => waiting));
        const those = told.members.filter(({ waiting }) => waiting === longest);
        const self = those.some(({ id }) => id === told.reader.id);
        const expected = !self
          ? `The longest wait among ${you(told)} was`
          : `You waited ${those.length === 1 ? 'longest' : 'as long as anyone'}`;
        return longest === Number(runs) && start === expected;
      },
    ],
  ],
  relaxed: [
    [
      /^Because (you have (?:all|both)|(?:all|both) have) waited, (.+?) a week in common (was|were) enough instead of (.+)$/,
      ([, who, minutes, does, usual], told) =>
        who === (reads(told) ? `you have ${allWord(told)}` : `${allWord(told)} have`) &&
        hasLess(told) &&
        told.members.every(({ waiting }) => waiting > 0) &&
        lengthIn(minutes!) === allNeed(told) &&
        does === (minutes === '1 h' ? 'was' : 'were') &&
        lengthIn(usual!) === told.rules.limits.minCommonMinutes,
    ],
  ],
  modes: [
    [
      /^(.+?) play (.+)$/,
      ([, all, modes], told) => allOf(all!, told) && same(items(modes!), inAll(told.members.map((one) => one.modes))),
    ],
  ],
};

/** Returns whether a sentence of a topic is true of the members' profiles from its reader's point of view. */
export const holds = (about: string, line: string, told: ExplainedMatch): boolean =>
  TOPICS[about]!.some(([form, check]) => {
    const found = form.exec(line);
    return found !== null && check(found, told);
  });

/** Returns the topics that apply to the members' profiles. */
export function listTopics(told: ExplainedMatch): string[] {
  const { members } = told;
  const levels = new Set(members.map((member) => member.competitive_level));
  return sorted([
    ...['time', 'positions', 'talk', 'modes'],
    ...(members.some(({ party, id }) => members.some((one) => one.id !== id && party !== null && one.party === party))
      ? ['party']
      : []),
    ...(known(told).length > 1 ? ['ratings'] : []),
    ...(levels.size === 1 && !levels.has(null) ? ['level'] : []),
    ...(jobsOf(members).length > 0 ? ['jobs'] : []),
    ...(isUnspecified(told, 'region') && isUnspecified(told, 'platform') ? [] : ['place']),
    ...(members.some(({ waiting }) => waiting > 0) ? ['waited'] : []),
    ...(hasLess(told) ? ['relaxed'] : []),
  ]);
}
