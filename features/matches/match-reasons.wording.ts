import { type Explanation, type ExplanationFact, selectLongestTimes } from '../../matcher/run.ts';
import { formatList } from '../../messages/lists.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { formatWeekHours } from '../../time/reader-ranges.ts';
import { formatZoneName } from '../../time/reader-times.ts';
import { DAY_MINUTES, MINUTE_MS } from '../../time/units.ts';
import { formatLanguage } from '../profiles/player-languages.schema.ts';
import {
  capitalizeSentence,
  formatPeople,
  type Group,
  getGroupSide,
  getWholeGroup,
  isMember,
  toPeople,
} from './match-reasons-people.wording.ts';
import { formatPlace } from './match-reasons-place.wording.ts';
import * as messages from './matches.messages.ts';

type Topic = ExplanationFact['about'];
type Fact<About extends Topic> = Extract<ExplanationFact, { about: About }>;

const FORMATTERS: { [About in Topic]: (fact: Fact<About>, group: Group) => string | null } = {
  time: formatSharedTime,
  positions: formatPositions,
  party: ({ ids }, group) => capitalizeSentence(group.t(messages.sameParty, toPeople(ids, group)), group),
  ratings: formatRatings,
  level: ({ level }, group) => group.t(messages.sameLevel, { ...getWholeGroup(group), level }),
  jobs: formatJobs,
  modes: ({ modes }, group) =>
    group.t(messages.sameModes, { ...getWholeGroup(group), modes: formatList(group.t, modes) }),
  talk: formatTalk,
  place: formatPlace,
  waited: formatWait,
  relaxed: ({ minutes, usual }, group) =>
    group.t(messages.relaxedHours, {
      ...getWholeGroup(group),
      minutes,
      length: formatLength(group.t, minutes),
      usual: formatLength(group.t, usual),
    }),
  problem: ({ problem }, group) => group.t(PROBLEMS[problem], { group: getGroupSide(group) }),
};

const PROBLEMS: Record<Fact<'problem'>['problem'], Message<{ group: string }>> = {
  region: messages.problemRegion,
  platform: messages.problemPlatform,
  mode: messages.problemMode,
  language: messages.problemLanguage,
  time: messages.problemHours,
  spread: messages.problemRatings,
  block: messages.problemBlock,
  seats: messages.problemPositions,
  wish: messages.problemWishes,
};

/** Formats why a match was made, one sentence per topic, in the reader's language and time zone. */
export function formatMatchReasons(t: Translator, { members, facts }: Explanation, reader: Group['reader']): string[] {
  const group = { t, members, reader };
  return facts.flatMap((fact) => {
    // The table has an entry for each topic, but TypeScript can't follow that through a union.
    const format = FORMATTERS[fact.about] as (fact: ExplanationFact, group: Group) => string | null;
    return format(fact, group) ?? [];
  });
}

/** Formats a length of time the way players say it. */
export function formatLength(t: Translator, length: number): string {
  const hours = Math.floor(length / 60);
  const minutes = length % 60;
  if (minutes === 0) return t(messages.lengthHours, { hours });
  return hours === 0 ? t(messages.lengthMinutes, { minutes }) : t(messages.lengthHoursMinutes, { hours, minutes });
}

function formatSharedTime(fact: Fact<'time'>, group: Group): string {
  const { t, reader } = group;
  const values = { ...getWholeGroup(group), length: formatLength(t, fact.minutes) };
  if (fact.minutes >= 7 * DAY_MINUTES) return t(messages.sharedHoursAlways, values);
  const { longest, more } = selectLongestTimes(fact);
  const monday = Date.parse(`${fact.weekOf}T00:00:00Z`);
  const times = longest.map(([from, until]) =>
    formatWeekHours(t, monday + from * MINUTE_MS, monday + until * MINUTE_MS, reader.times),
  );
  if (more > 0) times.push(t(messages.moreTimes, { count: more }));
  const zone = formatZoneName(t, reader.times.zone, new Date(monday));
  return t(messages.sharedHours, { ...values, times: formatList(t, times), zone });
}

function formatPositions({ seats }: Fact<'positions'>, group: Group): string {
  const { t, reader } = group;
  const sortedSeats = seats.toSorted((a, b) => Number(b.id === reader.id) - Number(a.id === reader.id));
  if (seats.length === 2) return formatPairPositions(sortedSeats, group);
  const fill = sortedSeats.filter(({ primary }) => !primary);
  if (fill.length === 0) return t(messages.primaryRoles, { group: getGroupSide(group) });
  const clauses = fill.map(({ id, position }) => t(messages.fillsIn, { ...toPeople([id], group), position }));
  const filled = capitalizeSentence(formatList(t, clauses), group);
  const rest = sortedSeats.filter(({ primary }) => primary).map(({ id }) => id);
  if (rest.length === 0) return filled;
  const others = rest.includes(reader.id ?? '') ? 'othersOfYou' : 'others';
  const who = rest.length === 1 ? toPeople(rest, group) : { people: '', who: others };
  return t(messages.fillsInAndRest, { filled, ...who, count: rest.length });
}

function formatPairPositions(seats: Fact<'positions'>['seats'], group: Group): string {
  const { t, reader } = group;
  const [first, second] = seats as [(typeof seats)[number], (typeof seats)[number]];
  if (first.id === reader.id) {
    const { position } = second;
    return t(messages.pairPositionsYou, { own: first.position, people: formatPeople([second.id], group), position });
  }
  if (seats.every(({ id }) => reader.nameOf(id) === undefined)) {
    return t(messages.pairPositions, { positions: formatList(t, seats.map(({ position }) => position).sort()) });
  }
  const names = { first: formatPeople([first.id], group), second: formatPeople([second.id], group) };
  const positions = { firstPosition: first.position, secondPosition: second.position };
  return capitalizeSentence(t(messages.pairPositionsTwo, { ...names, ...positions }), group);
}

/** Maximum number of people named at either end of the rating range. */
const MAX_NAMED = 2;

function formatRatings({ low, high, unknown }: Fact<'ratings'>, group: Group): string {
  const { t, members, reader } = group;
  const unrated = unknown.length > 0 && toPeople(unknown, group);
  if (low.rating === high.rating) {
    const { rating } = low;
    if (!unrated) return t(messages.sameRating, { ...getWholeGroup(group), rating });
    return t(messages.sameRatingSome, { count: low.ids.length, group: getGroupSide(group), rating, ...unrated });
  }
  if (members.length === 2) return formatPairRatings(low, high, group);
  const formatRangeEnd = ({ rating, ids }: typeof low) => {
    const canNameAll =
      ids.length <= MAX_NAMED && ids.every((id) => id === reader.id || reader.nameOf(id) !== undefined);
    return canNameAll ? t(messages.ratingOfPeople, { rating, people: formatPeople(ids, group) }) : String(rating);
  };
  const ends = { low: formatRangeEnd(low), high: formatRangeEnd(high) };
  return unrated ? t(messages.ratingRangeSome, { ...ends, ...unrated }) : t(messages.ratingRange, ends);
}

type Rating = Fact<'ratings'>['low'];

function formatPairRatings(low: Rating, high: Rating, group: Group): string {
  const { t, reader } = group;
  const [first, second] = high.ids[0] === reader.id ? [high, low] : [low, high];
  const { rating } = second;
  if (first.ids[0] === reader.id) {
    return t(messages.pairRatingsYou, { own: first.rating, people: formatPeople(second.ids, group), rating });
  }
  const names = { first: formatPeople(first.ids, group), second: formatPeople(second.ids, group) };
  return capitalizeSentence(
    t(messages.pairRatingsTwo, { ...names, firstRating: first.rating, secondRating: rating }),
    group,
  );
}

function formatJobs({ jobs: covered }: Fact<'jobs'>, group: Group): string {
  const { t, reader } = group;
  const formatJobNames = (all: typeof covered) =>
    formatList(
      t,
      all.map(({ name }) => t(messages.jobName, { job: name })),
    );
  const jobs = formatJobNames(covered);
  const alone = covered.filter(({ ids }) => ids.length === 1 && ids[0] === reader.id);
  if (alone.length === 0 || !isMember(group)) return t(messages.jobsCovered, { group: getGroupSide(group), jobs });
  return t(messages.jobsCoveredByYou, { jobs, own: formatJobNames(alone) });
}

function formatTalk({ languages: shared, silent }: Fact<'talk'>, group: Group): string {
  const { t } = group;
  const everyone = getWholeGroup(group);
  const languageValues = {
    ...everyone,
    languages: formatList(
      t,
      shared.map((name) => formatLanguage(t, name)),
    ),
  };
  const hasSharedLanguages = shared.length > 0;
  if (silent.length === 0)
    return hasSharedLanguages ? t(messages.speakAllMics, languageValues) : t(messages.allMics, everyone);
  if (silent.length === group.members.length)
    return hasSharedLanguages ? t(messages.speakNoMics, languageValues) : t(messages.noMics);
  const without = toPeople(silent, group);
  return hasSharedLanguages
    ? t(messages.speakSomeMics, { ...languageValues, ...without })
    : capitalizeSentence(t(messages.someMics, without), group);
}

function formatWait({ runs: rounds, ids }: Fact<'waited'>, group: Group): string {
  const { t, reader } = group;
  if (reader.id === null || !ids.includes(reader.id)) {
    return t(messages.longestWait, { group: getGroupSide(group), rounds });
  }
  return t(ids.length === 1 ? messages.waitedLongest : messages.waitedAsLong, { rounds });
}
