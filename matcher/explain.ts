import { type ReaderTimes, usualClock, weekHours, zoneWord } from '../time/reader-times.ts';
import { HOUR_MS, MINUTE_MS } from '../time/units.ts';
import { limitsFor } from './compile.ts';
import type { MatchingRules, PoolPlayer, Squad, UtcSlot } from './matcher-schema.ts';
import { jobsOfLabel } from './vocabulary.ts';

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five'];
const SHOWN_TIMES = 3;
const HALF_DAY_MS = 12 * HOUR_MS;

/**
 * Plain sentences about a proposal, one a line, each of them true of the members' data. `members` may come in any
 * order; times are told in the zone most of them live in.
 */
export function explain(
  proposal: Squad,
  members: readonly PoolPlayer[],
  rules: MatchingRules,
  weekOf: string,
): string[] {
  const zone = commonZone(members);
  const everyone = allOf(members.length);
  return [
    freeLine(proposal, members.length, weekOf, { zone, clock: usualClock(zone) }),
    positionLine(proposal, members, everyone),
    ratingLine(members),
    levelLine(members, everyone),
    jobLine(members, rules),
    modeLine(members, everyone),
    talkLine(members, everyone),
    placeLine(members, everyone),
    waitLine(members),
    ...relaxedLines(members, rules),
  ].filter((line) => line !== null);
}

const allOf = (size: number) => (size === 2 ? 'Both' : `All ${NUMBERS[size] ?? size}`);

/** The zone that most members live in; on a draw the first by name. */
export function commonZone(members: readonly PoolPlayer[]): string {
  return mostFrequent(members.map((member) => member.timezone)) ?? 'UTC';
}

type Common = { intervals: readonly UtcSlot[]; overlapMinutes: number };

/** When all of them are free, by one reader's clock. @param size how many they are @param weekOf Monday of the week meant, as 2026-03-02 */
export function freeLine(common: Common, size: number, weekOf: string, reader: ReaderTimes): string {
  const longest = [...common.intervals].sort((a, b) => b[1] - b[0] - (a[1] - a[0]) || a[0] - b[0]);
  const shown = longest.slice(0, SHOWN_TIMES).sort((a, b) => a[0] - b[0]);
  const monday = Date.parse(`${weekOf}T00:00Z`);
  const times = shown.map(([from, until]) => weekHours(monday + from * MINUTE_MS, monday + until * MINUTE_MS, reader));
  const more = longest.length - shown.length;
  if (more > 0) times.push(`${more} more ${more === 1 ? 'time' : 'times'}`);
  const zone = zoneWord(reader.zone, new Date(monday + HALF_DAY_MS));
  return `${allOf(size)} are free ${listed(times)} ${zone}: ${hours(common.overlapMinutes)} a week together`;
}

/** Whether a sentence of an explanation is the one about hours. */
export const isFreeLine = (line: string): boolean => /^(All \w+|Both) are free .* a week together$/.test(line);

function hours(minutes: number): string {
  const whole = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (rest === 0) return `${whole} h`;
  return whole === 0 ? `${rest} min` : `${whole} h ${rest} min`;
}

function positionLine(proposal: Squad, members: readonly PoolPlayer[], everyone: string): string | null {
  const off = members.filter((member) => member.positions[0] !== proposal.positions[member.id]);
  if (members.length === 2) return off.length === 0 ? `They play ${listed(Object.values(proposal.positions))}` : null;
  if (off.length === 0) return `${everyone} play their primary role`;
  const seats = off.map((member) => proposal.positions[member.id]!);
  const flex = off.length === 1 ? 'a flex position' : 'flex positions';
  return `${capital(NUMBERS[members.length - off.length]!)} play their primary role, ${listed(seats)} ${off.length === 1 ? 'is' : 'are'} filled by ${flex}`;
}

function ratingLine(members: readonly PoolPlayer[]): string | null {
  const ratings = members.flatMap((member) => (member.rating === null ? [] : [member.rating]));
  if (ratings.length < 2) return null;
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const told = low === high ? `Every known rating is ${low}` : `Ratings run from ${low} to ${high}`;
  return ratings.length === members.length ? told : `${told} (${ratings.length} of ${members.length} known)`;
}

function levelLine(members: readonly PoolPlayer[], everyone: string): string | null {
  const levels = new Set(members.map((member) => member.competitive_level));
  const [level] = levels;
  if (levels.size !== 1 || !level) return null;
  return `${everyone} play at the ${level} level`;
}

function jobLine(members: readonly PoolPlayer[], rules: MatchingRules): string | null {
  const labels = members.flatMap((member) => [...member.archetypes, ...member.playstyle]);
  const bits = labels.reduce((sum, label) => sum | jobsOfLabel(label, rules), 0);
  const jobs = rules.scales.jobs.filter((_, number) => (bits >> number) & 1).map((job) => job.name);
  return jobs.length === 0 ? null : `Between them they cover ${listed(jobs)}`;
}

function modeLine(members: readonly PoolPlayer[], everyone: string): string | null {
  const modes = shared(members.map((member) => member.modes));
  return modes.length === 0 ? null : `${everyone} play ${listed(modes)}`;
}

function talkLine(members: readonly PoolPlayer[], everyone: string): string | null {
  const languages = shared(members.map((member) => member.languages));
  const mics = members.filter((member) => member.mic).length;
  const voices =
    mics === members.length ? 'have a microphone' : `${NUMBERS[mics]} of ${NUMBERS[members.length]} have a microphone`;
  if (languages.length === 0) return mics === members.length ? `${everyone} ${voices}` : capital(voices);
  return mics === members.length
    ? `${everyone} speak ${listed(languages)} and ${voices}`
    : `${everyone} speak ${listed(languages)}; ${voices}`;
}

function placeLine(members: readonly PoolPlayer[], everyone: string): string {
  const regions = [...new Set(members.map((member) => member.region))].sort();
  const platforms = [...new Set(members.map((member) => member.platform))].sort();
  const where = regions.length === 1 ? `in ${regions[0]}` : `in ${listed(regions)}`;
  if (platforms.length === 1) return `${everyone} are ${where} on ${platforms[0]}`;
  return members.every((member) => member.crossplay)
    ? `${everyone} are ${where}, on ${listed(platforms)} with crossplay`
    : `${everyone} are ${where}, on ${listed(platforms)}`;
}

function waitLine(members: readonly PoolPlayer[]): string | null {
  const longest = Math.max(...members.map((member) => member.waiting));
  return longest === 0 ? null : `The longest wait among them was ${longest} ${longest === 1 ? 'run' : 'runs'}`;
}

function relaxedLines(members: readonly PoolPlayer[], rules: MatchingRules): string[] {
  const strict = rules.limits.minCommonMinutes;
  const all = members.map((member) => limitsFor(member.waiting, rules).minCommonMinutes);
  return Math.max(...all) < strict ? [`Because all have waited, ${Math.max(...all)} common minutes were enough`] : [];
}

function shared(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists[0])].filter((word) => lists.every((list) => list.includes(word)));
}

function mostFrequent(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
