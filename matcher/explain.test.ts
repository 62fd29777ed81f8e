import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { defaultRules } from './default-rules.ts';
import { commonZone, explain } from './explain.ts';
import { type PoolPlayer, type Squad, WEEKDAYS } from './matcher-schema.ts';
import { scorePair, scoreSquad } from './score.ts';
import { poolArbitrary } from './test-arbitraries.ts';

/** Splits "a, b and c". */
const items = (text: string) => text.split(/, | and /);
const sorted = (words: Iterable<string>) => [...new Set(words)].sort();
const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five'];
const inAll = (lists: string[][]) => sorted(lists[0]!.filter((word) => lists.every((list) => list.includes(word))));

/** What a line is about, and the zone in which its times are told. */
type Told = { squad: Squad; members: PoolPlayer[]; weekOf: string; zone: string };

/** Checks a line against the members' data, by rules of its own; false when the line is of no known kind. */
function holds(line: string, told: Told): boolean {
  const { squad, members } = told;
  let found = /^(All five|Both) are free (.*): (?:(\d+) h)? ?(?:(\d+) min)? a week together$/.exec(line);
  if (found) {
    const minutes = Number(found[3] ?? 0) * 60 + Number(found[4] ?? 0);
    const sum = squad.intervals.reduce((all, [from, until]) => all + until - from, 0);
    const times = [...found[2]!.matchAll(/(\w{3}) (\d+:\d\d)( [AP]M)?–(\d+:\d\d)( [AP]M)?/g)];
    return minutes === sum && times.length > 0 && times.every((time) => isCommon(time, told));
  }
  found = /^(?:All five|Both) play their primary role$/.exec(line);
  if (found) return members.every((member) => squad.positions[member.id] === member.positions[0]);
  found = /^They play (.*)$/.exec(line);
  if (found) return items(found[1]!).join() === members.map((member) => member.positions[0]).join();
  found = /^(\w+) play their primary role, (.*?) (?:is|are) filled by (?:a flex position|flex positions)$/.exec(line);
  if (found) {
    const off = members.filter((member) => squad.positions[member.id] !== member.positions[0]);
    const seats = off.map((member) => squad.positions[member.id]!);
    return (
      NUMBERS.indexOf(found[1]!.toLowerCase()) === 5 - off.length &&
      sorted(items(found[2]!)).join() === sorted(seats).join()
    );
  }
  const ratings = members.flatMap(({ rating }) => rating ?? []);
  found = /^Ratings run from (\d+) to (\d+)(?: \((\d) of \d known\))?$/.exec(line);
  if (found) {
    return (
      Number(found[1]) === Math.min(...ratings) &&
      Number(found[2]) === Math.max(...ratings) &&
      Number(found[3] ?? members.length) === ratings.length
    );
  }
  found = /^Every known rating is (\d+)/.exec(line);
  if (found) return ratings.every((rating) => rating === Number(found![1]));
  found = /^(?:All five|Both) play at the (\w+) level$/.exec(line);
  if (found) return members.every((member) => member.competitive_level === found![1]);
  found = /^Between them they cover (.*)$/.exec(line);
  if (found) {
    const labels = members
      .flatMap((member) => [...member.archetypes, ...member.playstyle])
      .join(' ')
      .toLowerCase();
    const doing = defaultRules.scales.jobs.filter(({ words }) => words.some((word) => labels.includes(word)));
    return sorted(items(found[1]!)).join() === sorted(doing.map(({ name }) => name)).join();
  }
  found = /^(?:All five|Both) speak (.*?)(?: and have a microphone|; (\w+) of (?:two|five) have a microphone)$/.exec(
    line,
  );
  if (found) {
    const mics = members.filter(({ mic }) => mic).length;
    const count = found[2] ? NUMBERS.indexOf(found[2]) : members.length;
    return (
      mics === count && sorted(items(found[1]!)).join() === inAll(members.map(({ languages }) => languages)).join()
    );
  }
  found = /^(?:All five|Both) are in (.*?),? on (.*?)( with crossplay)?$/.exec(line);
  if (found) {
    const crossplay = !found[3] || members.every((member) => member.crossplay);
    return (
      crossplay &&
      sorted(items(found[1]!)).join() === sorted(members.map(({ region }) => region)).join() &&
      sorted(items(found[2]!)).join() === sorted(members.map(({ platform }) => platform)).join()
    );
  }
  found = /^The longest wait among them was (\d+) runs?$/.exec(line);
  if (found) return Math.max(...members.map(({ waiting }) => waiting)) === Number(found[1]);
  found = /^(?:All five|Both) play (.*)$/.exec(line);
  if (found) return sorted(items(found[1]!)).join() === inAll(members.map(({ modes }) => modes)).join();
  return false;
}

/** Whether a told time is one of the intervals, and every member's own windows hold it on their own wall clock. */
function isCommon(time: RegExpMatchArray, { squad, members, weekOf, zone }: Told): boolean {
  const monday = Temporal.Instant.from(`${weekOf}T00:00Z`);
  return squad.intervals.some(([from, until]) => {
    const start = monday.add({ minutes: from }).toZonedDateTimeISO(zone);
    const end = monday.add({ minutes: until }).toZonedDateTimeISO(zone);
    const clock = (at: Temporal.ZonedDateTime) =>
      `${String(at.hour).padStart(2, '0')}:${String(at.minute).padStart(2, '0')}`;
    if (
      WEEKDAYS[start.dayOfWeek - 1] !== time[1] ||
      clock(start) !== in24(time[2]!, time[3] ?? time[5]) ||
      clock(end) !== in24(time[4]!, time[5])
    )
      return false;
    return [from, until - 1].every((minute) =>
      members.every((member) => isFree(member, monday.add({ minutes: minute }))),
    );
  });
}

/** '19:00' of '7:00' and ' PM'; without a half of the day it is that already. */
function in24(time: string, half: string | undefined): string {
  const [hour, minute] = time.split(':');
  if (!half) return `${hour!.padStart(2, '0')}:${minute}`;
  return `${String((Number(hour) % 12) + (half === ' PM' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

function isFree(player: PoolPlayer, at: Temporal.Instant): boolean {
  const local = at.toZonedDateTimeISO(player.timezone);
  const now = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const today = WEEKDAYS[local.dayOfWeek - 1]!;
  const yesterday = WEEKDAYS[(local.dayOfWeek + 5) % 7]!;
  return player.windows.some(({ days, start, end }) => {
    if (end > start) return days.includes(today) && now >= start && now < end;
    return (days.includes(today) && now >= start) || (days.includes(yesterday) && now < end);
  });
}

describe('the explanation of a proposal', () => {
  test('can be derived from the data again, every line of it', () => {
    let lines = 0;
    fc.assert(
      fc.property(poolArbitrary(5, 5, false), fc.boolean(), ({ players, weekOf }, asPair) => {
        // As many as possible are made to fit, so that there is something to explain.
        const members = players.slice(0, asPair ? 2 : 5).map((player, i) => ({
          ...player,
          region: 'NA-East',
          crossplay: true,
          languages: [...new Set([...player.languages, 'English'])],
          modes: [...new Set([...player.modes, 'Rec'])],
          positions: asPair ? player.positions : [...new Set([...player.positions, ['PG', 'SG', 'SF', 'PF', 'C'][i]!])],
        }));
        const proposal = (asPair ? scorePair : scoreSquad)(members, defaultRules, weekOf);
        if (!proposal.valid) return;
        const zone = commonZone(members);
        const inOrder = proposal.members.map((id) => members.find((member) => member.id === id)!);
        for (const line of explain(proposal, inOrder, defaultRules, weekOf)) {
          lines++;
          expect(holds(line, { squad: proposal, members: inOrder, weekOf, zone }), line).toBe(true);
        }
      }),
      { numRuns: 900 },
    );
    expect(lines).toBeGreaterThan(1000);
  });
});
