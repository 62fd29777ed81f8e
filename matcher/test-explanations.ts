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
const QUARTER_COUNT = 672;
const QUARTER = 15;

/** Splits 'a, b and c'. */
const splitList = (text: string) => text.split(/, | and /);
const sortUnique = (values: Iterable<string>) => [...new Set(values)].sort();
const isSame = (a: Iterable<string>, b: Iterable<string>) => sortUnique(a).join() === sortUnique(b).join();
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const listShared = (lists: string[][]) => lists[0]!.filter((word) => lists.every((list) => list.includes(word)));
const isReader = ({ members, reader }: ExplainedMatch) => members.some(({ id }) => id === reader.id);
const getPronoun = (explainedMatch: ExplainedMatch) => (isReader(explainedMatch) ? 'you' : 'them');
const getPossessive = (match: ExplainedMatch) => (isReader(match) ? 'your' : 'their');

/**
 * Returns whether the words name exactly these people for the reader: "you", names, and the number of players without a
 * name.
 */
function isNaming(text: string, players: readonly PoolPlayer[], match: ExplainedMatch): boolean {
  const { reader } = match;
  const others = players.filter(({ id }) => id !== reader.id);
  const names = others.flatMap(({ id }) => reader.nameOf(id) ?? []);
  const namelessCount = others.length - names.length;
  const expected = [...(others.length < players.length ? ['you'] : []), ...names];
  if (namelessCount > 0 && expected.length > 0) expected.push(`${NUMBERS[namelessCount]} more`);
  if (namelessCount > 0 && expected.length === 0) {
    const isPair = match.members.length === 2 && isReader(match);
    expected.push(isPair ? 'the other player' : `${NUMBERS[namelessCount]} of ${getPronoun(match)}`);
  }
  const found = splitList(text);
  const start = names.includes(found[0]!) ? found[0]! : lowerFirst(found[0]!);
  return isSame([start, ...found.slice(1)], expected) && found.length === expected.length;
}

const getAllWord = ({ members }: ExplainedMatch) => (members.length === 2 ? 'both' : 'all');

function isAllOf(text: string, match: ExplainedMatch): boolean {
  const { members, reader } = match;
  if (members.length === 5) return text === (isReader(match) ? 'All five of you' : 'All five');
  if (!isReader(match)) return text === 'Both';
  const other = reader.nameOf(members.find(({ id }) => id !== reader.id)!.id);
  return text === (other ? `You and ${other}` : 'Both of you');
}

/** Returns whether the verb in 'you have', 'Kira has' and the like agrees with its subject. */
const isAgreeing = (
  word: string,
  [singular, plural]: [string, string],
  players: readonly PoolPlayer[],
  { reader }: ExplainedMatch,
) => word === (players.length === 1 && players[0]!.id !== reader.id ? singular : plural);

/** A quarter of an hour on a wall clock. `offset` distinguishes times that occur twice. */
type WallClock = { day: number; minute: number; offset: string | undefined };

const localTimes = new Map<string, WallClock[]>();
/**
 * Returns the wall clock of a zone at the start of every quarter of an hour of a UTC week, and at the week's end.
 */
function toWallClock(zone: string, weekOf: string) {
  const key = `${zone} ${weekOf}`;
  const cachedTime = localTimes.get(key);
  if (cachedTime) return cachedTime;
  const monday = Temporal.Instant.from(`${weekOf}T00:00Z`);
  const times = Array.from({ length: 2 * QUARTER_COUNT }, (_, bin) => {
    const at = monday.add({ minutes: bin * QUARTER }).toZonedDateTimeISO(zone);
    return { day: at.dayOfWeek - 1, minute: at.hour * 60 + at.minute, offset: getOffset(at) };
  });
  localTimes.set(key, times);
  return times;
}

function getOffset(at: Temporal.ZonedDateTime): string | undefined {
  const [first, second] = (['earlier', 'later'] as const).map(
    (disambiguation) => at.toPlainDateTime().toZonedDateTime(at.timeZoneId, { disambiguation }).epochMilliseconds,
  );
  if (first === second) return undefined;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: at.timeZoneId, timeZoneName: 'short' });
  return format.formatToParts(at.epochMilliseconds).find(({ type }) => type === 'timeZoneName')!.value;
}

const freeTimes = new WeakMap<ExplainedMatch, [number, number][]>();
const getMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Returns a predicate for whether a player's profile says they're free in a given quarter of an hour. */
function createAvailability({ timezone, windows }: PoolPlayer, weekOf: string): (bin: number) => boolean {
  const local = toWallClock(timezone, weekOf);
  const hours = windows.map(({ days, start, end }) => ({ days, from: getMinutes(start), until: getMinutes(end) }));
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
function listCommonTimes(match: ExplainedMatch): [number, number][] {
  const cachedTime = freeTimes.get(match);
  if (cachedTime) return cachedTime;
  const { members, weekOf } = match;
  const each = members.map((member) => createAvailability(member, weekOf));
  const free = Array.from({ length: QUARTER_COUNT }, (_, bin) => each.every((isFree) => isFree(bin)));
  // The next week matches this one only if it begins at the same clock time.
  const hasConstantOffset = members.every(({ timezone }) => {
    const local = toWallClock(timezone, weekOf);
    return local[0]!.minute === local[QUARTER_COUNT]!.minute;
  });
  const times: [number, number][] = [];
  for (let bin = 0; bin < QUARTER_COUNT; bin++) {
    if (!free[bin] || ((hasConstantOffset || bin > 0) && free[(bin + QUARTER_COUNT - 1) % QUARTER_COUNT])) continue;
    let end = bin;
    while ((hasConstantOffset || end < QUARTER_COUNT) && free[end % QUARTER_COUNT]) end++;
    times.push([bin, end]);
  }
  freeTimes.set(match, times);
  return times;
}

const OFFSET = '(?: ([A-Z]{3,4}|GMT[+-][\\d:]+))?';
const CLOCK = new RegExp(`^(\\w{3}) (\\d+):(\\d\\d)(?: ([AP]M))?${OFFSET}–(\\d+):(\\d\\d)(?: ([AP]M))?${OFFSET}$`);

function isTime(text: string, match: ExplainedMatch): boolean {
  const found = CLOCK.exec(text);
  if (!found) return false;
  const [, day, fromHour, fromMinute, fromHalf, fromOffset, hour, minute, half, offset] = found;
  const toMinutes = (h: string, m: string, ofDay: string | undefined) =>
    (match.reader.times.clock === 24 ? Number(h) : (Number(h) % 12) + (ofDay === 'PM' ? 12 : 0)) * 60 + Number(m);
  if ((match.reader.times.clock === 24) !== (half === undefined)) return false;
  const local = toWallClock(match.reader.times.zone, match.weekOf);
  return listCommonTimes(match).some(([from, until]) => {
    const [start, end] = [local[from]!, local[until]!];
    return (
      WEEKDAYS[start.day] === day &&
      start.minute === toMinutes(fromHour!, fromMinute!, fromHalf ?? half) &&
      start.offset === fromOffset &&
      end.minute === toMinutes(hour!, minute!, half) &&
      end.offset === offset
    );
  });
}

/** Returns the reader's name for their time zone. */
function getZone({ reader, weekOf }: ExplainedMatch): string {
  const { zone: timeZone } = reader.times;
  if (timeZone === 'UTC') return 'UTC';
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' });
  const part = format.formatToParts(Date.parse(`${weekOf}T00:00Z`)).find(({ type }) => type === 'timeZoneName')!;
  return part.value.replace(/( Standard)? Time$/, '');
}

type Check = (found: string[], match: ExplainedMatch) => boolean;

/** Returns whether 'Kira plays on PC, the rest of you on PS5' is true of everyone's profile. */
function isParted(text: string, field: 'region' | 'platform', match: ExplainedMatch): boolean {
  const preposition = field === 'region' ? 'in' : 'on';
  const members = new Map(Map.groupBy(match.members, (member) => member[field]));
  const clauses = text.split(new RegExp(`, (?!with)|(?<= ${preposition} [\\w-]+(?: (?:region|platform))?) and `));
  for (const clause of clauses) {
    const found = new RegExp(`^(.+?)(?: (plays?))? ${preposition} (.+)$`).exec(clause);
    const place = found?.[3]?.startsWith('another ') ? 'Other' : found?.[3];
    const placeMembers = members.get(place ?? '');
    if (!found || !placeMembers) return false;
    members.delete(place!);
    const [, who, does] = found;
    if (does && !isAgreeing(does, ['plays', 'play'], placeMembers, match)) return false;
    const includesReader = placeMembers.some(({ id }) => id === match.reader.id);
    if (
      who === 'the rest of you'
        ? !includesReader || members.size > 0
        : who === `the other ${NUMBERS[placeMembers.length]}`
          ? includesReader
          : !isNaming(who!, placeMembers, match)
    )
      return false;
  }
  return members.size === 0;
}

const listPlaces = ({ members }: ExplainedMatch, field: 'region' | 'platform') =>
  sortUnique(members.map((member) => member[field]));
const isOnly = (match: ExplainedMatch, field: 'region' | 'platform', word: string) =>
  word !== 'Other' && listPlaces(match, field).join() === word;
const isUnspecified = (match: ExplainedMatch, field: 'region' | 'platform') =>
  listPlaces(match, field).join() === 'Other';

const listRatings = ({ members }: ExplainedMatch) => members.flatMap(({ rating }) => rating ?? []);
const listRated = ({ members }: ExplainedMatch, rating: number) => members.filter((member) => member.rating === rating);
const listUnrated = ({ members }: ExplainedMatch) => members.filter(({ rating }) => rating === null);

function isUnrated(text: string | undefined, match: ExplainedMatch): boolean {
  const found = /^(.+?) (has|have) no rating yet$/.exec(text ?? '');
  const players = listUnrated(match);
  if (!found) return text === undefined && players.length === 0;
  return isNaming(found[1]!, players, match) && isAgreeing(found[2]!, ['has', 'have'], players, match);
}

function isRatingEnd(text: string, rating: number, match: ExplainedMatch): boolean {
  const found = /^(\d+)(?: \((.+)\))?$/.exec(text);
  if (!found || Number(found[1]) !== rating) return false;
  return found[2] === undefined || isNaming(found[2], listRated(match, rating), match);
}

const listJobs = (members: readonly PoolPlayer[]) => {
  const labels = members.flatMap((member) => [...member.archetypes, ...member.playstyle]).join(' ');
  return defaultRules.scales.jobs
    .filter(({ words }) => words.some((word) => labels.toLowerCase().includes(word)))
    .map((job) => job.name);
};

function isFilledBy(text: string, match: ExplainedMatch, players: readonly PoolPlayer[]): boolean {
  const clauses = splitList(text).map((clause) => /^(.+) (fills?) in at (\w+)$/.exec(clause));
  if (clauses.some((clause) => !clause)) return false;
  const openClauses = [...players];
  for (const clause of clauses) {
    const [, who, does, seat] = clause!;
    const at = openClauses.findIndex((one) => match.squad.positions[one.id] === seat && isNaming(who!, [one], match));
    if (at < 0 || !isAgreeing(does!, ['fills', 'fill'], [openClauses[at]!], match)) return false;
    openClauses.splice(at, 1);
  }
  return openClauses.length === 0;
}

/** Returns the common minutes that a player needs after waiting this long. */
const getNeededMinutes = ({ waiting }: PoolPlayer, { limits, relaxation }: MatchingRules) =>
  relaxation.findLast((step) => step.afterRuns <= waiting && step.minCommonMinutes !== undefined)?.minCommonMinutes ??
  limits.minCommonMinutes;
const getMostNeeded = ({ members, rules }: ExplainedMatch) =>
  Math.max(...members.map((member) => getNeededMinutes(member, rules)));
const hasLess = ({ squad, rules }: ExplainedMatch) => squad.overlapMinutes < rules.limits.minCommonMinutes;

/** Parses '1 h 30 min' to minutes. */
const parseMinutes = (text: string) => {
  const [, hours, minutes] = /^(?:(\d+) h)? ?(?:(\d+) min)?$/.exec(text)!;
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0);
};

/** The forms a sentence of each topic may have, with an independent check for each. */
const TOPICS: Record<string, [RegExp, Check][]> = {
  time: [
    [
      /^(.+?) are free (.+) \((.+?)\): (?:(\d+) h)? ?(?:(\d+) min)? a week together$/,
      ([, all, list, zone, hours, minutes], match) => {
        const times = listCommonTimes(match);
        const items = splitList(list!);
        const more = Number(/^(\d+) more times?$/.exec(items.at(-1)!)?.[1] ?? 0);
        const shownTimes = more > 0 ? items.slice(0, -1) : items;
        const quarters = times.reduce((sum, [from, until]) => sum + until - from, 0);
        return (
          isAllOf(all!, match) &&
          zone === getZone(match) &&
          shownTimes.length + more === times.length &&
          shownTimes.every((time) => isTime(time, match)) &&
          Number(hours ?? 0) * 60 + Number(minutes ?? 0) === quarters * QUARTER
        );
      },
    ],
  ],
  positions: [
    [
      /^They play (PG|SG|SF|PF|C) and (PG|SG|SF|PF|C)$/,
      ([, ...seats], match) =>
        !match.members.some(({ id }) => id === match.reader.id || match.reader.nameOf(id)) &&
        seats.sort().join() === Object.values(match.squad.positions).sort().join(),
    ],
    [
      /^(.+?) (plays?) (PG|SG|SF|PF|C) and (.+?) (plays?) (PG|SG|SF|PF|C)$/,
      ([, first, firstVerb, firstSeat, second, secondDoes, secondSeat], match) => {
        const clauses = [
          [first!, firstVerb!, firstSeat!],
          [second!, secondDoes!, secondSeat!],
        ] as const;
        const matchesClauses = (players: readonly PoolPlayer[]) =>
          clauses.every(([who, does, seat], i) => {
            const one = players[i]!;
            return (
              isNaming(who, [one], match) &&
              isAgreeing(does, ['plays', 'play'], [one], match) &&
              match.squad.positions[one.id] === seat
            );
          });
        return matchesClauses(match.members) || matchesClauses(match.members.toReversed());
      },
    ],
    [
      /^(.+?) play (your|their) primary role$/,
      ([, all, possessive], match) =>
        possessive === getPossessive(match) &&
        isAllOf(all!, match) &&
        match.members.every(({ id, positions }) => match.squad.positions[id] === positions[0]),
    ],
    [
      /^(.+ in at \w+)(?:; (.+?) (plays?) (your|their) primary role)?$/,
      ([, filledText, others, does, possessive], match) => {
        const playersOffRole = match.members.filter(({ id, positions }) => match.squad.positions[id] !== positions[0]);
        const own = match.members.filter((one) => !playersOffRole.includes(one));
        if (playersOffRole.length === 0 || !isFilledBy(filledText!, match, playersOffRole)) return false;
        if (own.length === 0) return others === undefined;
        if (!isAgreeing(does ?? '', ['plays', 'play'], own, match)) return false;
        const includesReader = own.some(({ id }) => id === match.reader.id);
        if (possessive !== (includesReader ? 'your' : 'their')) return false;
        if (own.length === 1) return isNaming(others!, own, match);
        return others === `the other ${NUMBERS[own.length]}${includesReader ? ' of you' : ''}`;
      },
    ],
  ],
  party: [
    [
      /^(.+) came as a party$/,
      ([, who], match) =>
        match.members.some(({ party }) => {
          const players = match.members.filter((one) => party !== null && one.party === party);
          return players.length > 1 && isNaming(who!, players, match);
        }),
    ],
  ],
  ratings: [
    [
      /^Ratings run from (.+?) to (\d+(?: \(.+?\))?)(?:; (.+))?$/,
      ([, low, high, unratedText], match) =>
        isRatingEnd(low!, Math.min(...listRatings(match)), match) &&
        isRatingEnd(high!, Math.max(...listRatings(match)), match) &&
        isUnrated(unratedText, match),
    ],
    [
      /^(.+?) (is|are) rated (\d+) and (.+?) (is|are) rated (\d+)$/,
      ([, first, firstVerb, firstRating, second, secondVerb, secondRating], match) => {
        const isNamingBoth = ([one, other]: readonly PoolPlayer[]) =>
          isNaming(first!, [one!], match) &&
          isAgreeing(firstVerb!, ['is', 'are'], [one!], match) &&
          Number(firstRating) === one!.rating &&
          isNaming(second!, [other!], match) &&
          isAgreeing(secondVerb!, ['is', 'are'], [other!], match) &&
          Number(secondRating) === other!.rating;
        return isNamingBoth(match.members) || isNamingBoth(match.members.toReversed());
      },
    ],
    [
      /^(.+?) are rated (\d+)(?:; (.+))?$/,
      ([, who, rating, unratedText], match) => {
        const players = listRated(match, Number(rating));
        const isEveryone = players.length === match.members.length;
        const count = `${NUMBERS[players.length]} of ${getPronoun(match)}`;
        return (
          players.length === listRatings(match).length &&
          (isEveryone ? isAllOf(who!, match) : lowerFirst(who!) === count) &&
          isUnrated(unratedText, match)
        );
      },
    ],
  ],
  level: [
    [
      /^(.+?) play at the (\w+) level$/,
      ([, all, level], match) =>
        isAllOf(all!, match) && match.members.every((member) => member.competitive_level === level),
    ],
  ],
  jobs: [
    [
      /^(Together, you|Together, they) cover (.+?)(?:; only you bring (.+))?$/,
      ([, start, jobs, own], match) => {
        const others = match.members.filter(({ id }) => id !== match.reader.id);
        const ownJobs = listJobs(match.members.filter(({ id }) => id === match.reader.id)).filter(
          (job) => !listJobs(others).includes(job),
        );
        return (
          (start === 'Together, you') === isReader(match) &&
          isSame(splitList(jobs!), listJobs(match.members)) &&
          isSame(own === undefined ? [] : splitList(own), ownJobs)
        );
      },
    ],
  ],
  talk: [
    [
      /^(.+?) speak (.+?)(?: and have a microphone|; no one has a microphone|; (.+?) (has|have) no microphone)$/,
      ([line, all, languages, without, has], match) => {
        const silentMembers = match.members.filter(({ mic }) => !mic);
        const rangeEnds =
          silentMembers.length === 0
            ? line!.endsWith(' and have a microphone')
            : silentMembers.length === match.members.length
              ? line!.endsWith('; no one has a microphone')
              : without !== undefined &&
                isNaming(without, silentMembers, match) &&
                isAgreeing(has!, ['has', 'have'], silentMembers, match);
        const sharedLanguages = listShared(match.members.map((one) => one.languages));
        return rangeEnds && isAllOf(all!, match) && isSame(splitList(languages!), sharedLanguages);
      },
    ],
  ],
  place: [
    [
      /^(.+?) play in ([\w-]+)(?: on ([\w-]+))?$/,
      ([, all, region, platform], match) =>
        isAllOf(all!, match) &&
        isOnly(match, 'region', region!) &&
        (platform === undefined ? isUnspecified(match, 'platform') : isOnly(match, 'platform', platform)),
    ],
    [
      /^(.+?) play on ([\w-]+)$/,
      ([, all, platform], match) =>
        isAllOf(all!, match) && isUnspecified(match, 'region') && isOnly(match, 'platform', platform!),
    ],
    [
      /^(.+? in .+?)(?:; (?:you|they) are (all|both) on ([\w-]+))?$/,
      ([line, where, all, platform], match) =>
        !line!.includes(' on ') || all === getAllWord(match)
          ? isParted(where!, 'region', match) &&
            (platform === undefined ? isUnspecified(match, 'platform') : isOnly(match, 'platform', platform))
          : false,
    ],
    [
      /^(?:(.+? in .+?); )?(.+? on .+?)(, with crossplay)?$/,
      ([, where, on, crossplay], match) => {
        const one = /^(.+?) play in ([\w-]+)$/.exec(where ?? '');
        const region =
          where === undefined
            ? isUnspecified(match, 'region')
            : one && listPlaces(match, 'region').length === 1
              ? isAllOf(one[1]!, match) && isOnly(match, 'region', one[2]!)
              : isParted(where, 'region', match);
        const allowsCrossplay = match.members.every((member) => member.crossplay);
        return region && isParted(on!, 'platform', match) && (crossplay !== undefined) === allowsCrossplay;
      },
    ],
  ],
  waited: [
    [
      /^(You waited longest|You waited as long as anyone|The longest any of (?:you|them) waited was):? (\d+) matching rounds?$/,
      ([, start, runs], match) => {
        const longest = Math.max(...match.members.map(({ waiting }) => waiting));
        const players = match.members.filter(({ waiting }) => waiting === longest);
        const includesReader = players.some(({ id }) => id === match.reader.id);
        const expected = !includesReader
          ? `The longest any of ${getPronoun(match)} waited was`
          : `You waited ${players.length === 1 ? 'longest' : 'as long as anyone'}`;
        return longest === Number(runs) && start === expected;
      },
    ],
  ],
  relaxed: [
    [
      /^Because (you have (?:all|both)|(?:all|both) have) waited, (.+?) a week in common (was|were) enough instead of (.+)$/,
      ([, who, minutes, does, usualText], match) =>
        who === (isReader(match) ? `you have ${getAllWord(match)}` : `${getAllWord(match)} have`) &&
        hasLess(match) &&
        match.members.every(({ waiting }) => waiting > 0) &&
        parseMinutes(minutes!) === getMostNeeded(match) &&
        does === (minutes === '1 h' ? 'was' : 'were') &&
        parseMinutes(usualText!) === match.rules.limits.minCommonMinutes,
    ],
  ],
  modes: [
    [
      /^(.+?) play (.+)$/,
      ([, all, modes], match) =>
        isAllOf(all!, match) && isSame(splitList(modes!), listShared(match.members.map((one) => one.modes))),
    ],
  ],
};

/** Returns whether a sentence of a topic is true of the members' profiles from its reader's point of view. */
export const isTrueOf = (about: string, line: string, match: ExplainedMatch): boolean =>
  TOPICS[about]!.some(([form, check]) => {
    const found = form.exec(line);
    return found !== null && check(found, match);
  });

/** Returns the topics that apply to the members' profiles. */
export function listTopics(match: ExplainedMatch): string[] {
  const { members } = match;
  const levels = new Set(members.map((member) => member.competitive_level));
  return sortUnique([
    ...['time', 'positions', 'talk', 'modes'],
    ...(members.some(({ party, id }) => members.some((one) => one.id !== id && party !== null && one.party === party))
      ? ['party']
      : []),
    ...(listRatings(match).length > 1 ? ['ratings'] : []),
    ...(levels.size === 1 && !levels.has(null) ? ['level'] : []),
    ...(listJobs(members).length > 0 ? ['jobs'] : []),
    ...(isUnspecified(match, 'region') && isUnspecified(match, 'platform') ? [] : ['place']),
    ...(members.some(({ waiting }) => waiting > 0) ? ['waited'] : []),
    ...(hasLess(match) ? ['relaxed'] : []),
  ]);
}
