import { formatWeekHours } from '../time/reader-ranges.ts';
import { ENGLISH, formatZoneName } from '../time/reader-times.ts';
import { MINUTE_MS } from '../time/units.ts';
import {
  capitalize,
  conjugate,
  formatPeople,
  isMember,
  joinList,
  NUMBERS,
  nameEveryone,
  startSentence,
} from './explain-english-people.ts';
import { formatPlace } from './explain-english-place.ts';
import type { ExplanationFact } from './explain-facts.ts';
import type { ExplanationWords, Group } from './explain-reader.ts';
import { selectLongestTimes } from './explain-times.ts';

type Fact<About> = Extract<ExplanationFact, { about: About }>;

const WEEK_MINUTES = 7 * 24 * 60;

export const english: ExplanationWords = {
  time: formatSharedTime,
  positions: formatPositions,
  party: ({ ids }, group) => startSentence(`${formatPeople(ids, group)} came as a party`, group),
  ratings: formatRatings,
  level: ({ level }, group) => `${nameEveryone(group)} play at the ${level} level`,
  jobs: formatJobs,
  modes: ({ modes }, group) => `${nameEveryone(group)} play ${joinList(modes)}`,
  talk: formatTalk,
  place: formatPlace,
  waited: ({ runs, ids }, group) => {
    const { id } = group.reader;
    const longest = `${runs} matching ${runs === 1 ? 'round' : 'rounds'}`;
    if (id === null || !ids.includes(id)) return `The longest any of ${findMembers(group)} waited was ${longest}`;
    return `You waited ${ids.length === 1 ? 'longest' : 'as long as anyone'}: ${longest}`;
  },
  relaxed: ({ minutes, usual }, group) => {
    const bothOrAll = group.members.length === 2 ? 'both' : 'all';
    return `Because ${isMember(group) ? `you have ${bothOrAll}` : `${bothOrAll} have`} waited, ${formatLength(minutes)} a week in common ${minutes === 60 ? 'was' : 'were'} enough instead of ${formatLength(usual)}`;
  },
  problem: ({ problem }, group) =>
    `Worth knowing: ${PROBLEMS[problem](isMember(group) ? SECOND_PERSON : THIRD_PERSON)}`,
};

const SECOND_PERSON = { they: 'you', their: 'your', them: 'you' };
const THIRD_PERSON = { they: 'they', their: 'their', them: 'them' };

const PROBLEMS: Record<Fact<'problem'>['problem'], (group: typeof SECOND_PERSON) => string> = {
  region: ({ their }) => `${their} regions don’t usually play together`,
  platform: ({ they, them }) => `${they} are on different platforms and not all of ${them} allow crossplay`,
  mode: ({ they }) => `${they} have no game mode in common`,
  language: ({ they }) => `${they} have no language in common`,
  time: ({ they }) => `${they} don’t share enough availability`,
  spread: ({ their }) => `${their} ratings are far apart`,
  block: ({ them }) => `one of ${them} has blocked another`,
  seats: ({ their }) => `${their} positions don’t cover the squad`,
  wish: ({ they }) => `${they} want different things`,
};

const findMembers = (group: Group) => (isMember(group) ? 'you' : 'them');

function formatSharedTime(fact: Fact<'time'>, group: Group): string {
  const { weekOf, minutes } = fact;
  const everyoneFree = `${nameEveryone(group)} are free`;
  const week = `${formatLength(minutes)} a week together`;
  if (minutes >= WEEK_MINUTES) return `${everyoneFree} at any hour: ${week}`;
  const { longest, more } = selectLongestTimes(fact);
  const monday = Date.parse(`${weekOf}T00:00:00Z`);
  const { times: clock } = group.reader;
  const parts = longest.map(([from, until]) =>
    formatWeekHours(ENGLISH, monday + from * MINUTE_MS, monday + until * MINUTE_MS, clock),
  );
  if (more > 0) parts.push(`${more} more ${more === 1 ? 'time' : 'times'}`);
  return `${everyoneFree} ${joinList(parts)} (${formatZoneName(ENGLISH, clock.zone, new Date(monday))}): ${week}`;
}

/** Formats a length of time the way players say it. */
export function formatLength(minutes: number): string {
  const wholeHours = Math.floor(minutes / 60);
  const minutesOfHour = minutes % 60;
  if (minutesOfHour === 0) return `${wholeHours} h`;
  return wholeHours === 0 ? `${minutesOfHour} min` : `${wholeHours} h ${minutesOfHour} min`;
}

function formatPositions({ seats }: Fact<'positions'>, group: Group): string {
  const readerFirst = seats.toSorted((a, b) => Number(b.id === group.reader.id) - Number(a.id === group.reader.id));
  const conjugateFor = (id: string, singular: string, plural: string) =>
    `${formatPeople([id], group)} ${conjugate([id], group, singular, plural)}`;
  if (seats.length === 2) {
    const isNameless = seats.every(({ id }) => id !== group.reader.id && group.reader.nameOf(id) === undefined);
    if (isNameless) return `They play ${joinList(seats.map(({ position }) => position).sort())}`;
    return startSentence(
      joinList(readerFirst.map(({ id, position }) => `${conjugateFor(id, 'plays', 'play')} ${position}`)),
      group,
    );
  }
  const secondarySeats = readerFirst.filter(({ primary }) => !primary);
  const primaryIds = readerFirst.filter(({ primary }) => primary).map(({ id }) => id);
  if (secondarySeats.length === 0)
    return `${nameEveryone(group)} play ${isMember(group) ? 'your' : 'their'} primary role`;
  const seatsText = startSentence(
    joinList(secondarySeats.map(({ id, position }) => `${conjugateFor(id, 'fills', 'fill')} in at ${position}`)),
    group,
  );
  if (primaryIds.length === 0) return seatsText;
  const includesReader = group.reader.id !== null && primaryIds.includes(group.reader.id);
  if (primaryIds.length === 1)
    return `${seatsText}; ${conjugateFor(primaryIds[0]!, 'plays', 'play')} ${includesReader ? 'your' : 'their'} primary role`;
  const otherPlayers = `the other ${NUMBERS[primaryIds.length]}`;
  return `${seatsText}; ${includesReader ? `${otherPlayers} of you` : otherPlayers} play ${includesReader ? 'your' : 'their'} primary role`;
}

/** Maximum number of players to name at either end of the rating range. */
const MAX_NAMED = 2;

function formatRatings({ low, high, unknown }: Fact<'ratings'>, group: Group): string {
  const { members, reader } = group;
  const unknownText =
    unknown.length > 0
      ? `; ${formatPeople(unknown, group)} ${conjugate(unknown, group, 'has', 'have')} no rating yet`
      : '';
  if (low.rating === high.rating) {
    if (unknown.length === 0) return `${nameEveryone(group)} are rated ${low.rating}`;
    return `${capitalize(NUMBERS[low.ids.length]!)} of ${findMembers(group)} are rated ${low.rating}${unknownText}`;
  }
  if (members.length === 2) {
    const rangeEnds = [low, high].toSorted((a, b) => Number(b.ids[0] === reader.id) - Number(a.ids[0] === reader.id));
    const sentences = rangeEnds.map(
      ({ rating, ids }) => `${formatPeople(ids, group)} ${conjugate(ids, group, 'is', 'are')} rated ${rating}`,
    );
    return startSentence(joinList(sentences), group);
  }
  const formatEnd = ({ rating, ids }: typeof low) => {
    const areAllNamed =
      ids.length <= MAX_NAMED && ids.every((id) => id === reader.id || reader.nameOf(id) !== undefined);
    return areAllNamed ? `${rating} (${formatPeople(ids, group)})` : String(rating);
  };
  return `Ratings run from ${formatEnd(low)} to ${formatEnd(high)}${unknownText}`;
}

function formatJobs({ jobs }: Fact<'jobs'>, group: Group): string {
  const names = joinList(jobs.map(({ name }) => name));
  if (!isMember(group)) return `Together, they cover ${names}`;
  const ownJobs = jobs.filter(({ ids }) => ids.length === 1 && ids[0] === group.reader.id).map(({ name }) => name);
  return `Together, you cover ${names}${ownJobs.length > 0 ? `; only you bring ${joinList(ownJobs)}` : ''}`;
}

function formatTalk({ languages, silent }: Fact<'talk'>, group: Group): string {
  const languageText = languages.length > 0 ? `${nameEveryone(group)} speak ${joinList(languages)}` : null;
  if (silent.length === 0) {
    return languageText ? `${languageText} and have a microphone` : `${nameEveryone(group)} have a microphone`;
  }
  const silentText =
    silent.length === group.members.length
      ? 'no one has a microphone'
      : `${formatPeople(silent, group)} ${conjugate(silent, group, 'has', 'have')} no microphone`;
  return languageText ? `${languageText}; ${silentText}` : startSentence(silentText, group);
}
