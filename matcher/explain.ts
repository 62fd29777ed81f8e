import { resolveLimits } from './compile.ts';
import type { Explanation, ExplanationFact } from './explain-facts.ts';
import type { MatchingRules, PoolPlayer, Squad } from './matcher-schema.ts';
import { parseJobs } from './vocabulary.ts';
import { hasClockChange } from './week.ts';

type Group = { proposal: Squad; members: readonly PoolPlayer[]; rules: MatchingRules };

/**
 * Returns the reasons for a match as facts that are true of the members' data; explain-words.ts turns them into
 * sentences. `members` may be in any order.
 */
export function explain(
  proposal: Squad,
  members: readonly PoolPlayer[],
  rules: MatchingRules,
  weekOf: string,
): Explanation {
  const orderedMembers = proposal.members.map((id) => members.find((member) => member.id === id)!);
  const group = { proposal, members: orderedMembers, rules };
  const { intervals } = proposal;
  return {
    members: [...proposal.members],
    facts: [
      intervals.length > 0 ? explainTime(group, weekOf) : null,
      explainPositions(group),
      ...explainParties(group),
      explainRatings(group),
      explainLevel(group),
      explainJobs(group),
      explainModes(group),
      explainTalk(group),
      explainPlace(group),
      explainWait(group),
      explainRelaxation(group),
    ].filter((fact) => fact !== null),
  };
}

const listIds = (members: readonly PoolPlayer[]) => members.map(({ id }) => id);

function explainTime({ proposal, members }: Group, weekOf: string): ExplanationFact {
  const { intervals, overlapMinutes: minutes } = proposal;
  const haveClocksChanged = members.some(({ timezone }) => hasClockChange(timezone, weekOf));
  return { about: 'time', weekOf, intervals, minutes, ...(haveClocksChanged && { clocksChange: true }) };
}

function explainPositions({ proposal, members }: Group): ExplanationFact {
  const seats = members.map(({ id, positions }) => {
    const position = proposal.positions[id]!;
    return { id, position, primary: positions[0] === position };
  });
  return { about: 'positions', seats };
}

function explainParties({ members }: Group): ExplanationFact[] {
  const parties = Map.groupBy(
    members.filter(({ party }) => party !== null),
    ({ party }) => party,
  );
  return [...parties.values()]
    .filter(({ length }) => length > 1)
    .map((together) => ({ about: 'party', ids: listIds(together) }));
}

function explainRatings({ members }: Group): ExplanationFact | null {
  const ratedMembers = members.flatMap(({ id, rating }) => (rating === null ? [] : [{ id, rating }]));
  if (ratedMembers.length < 2) return null;
  const findExtreme = (rating: number) => ({
    rating,
    ids: ratedMembers.filter((one) => one.rating === rating).map(({ id }) => id),
  });
  const ratings = ratedMembers.map(({ rating }) => rating);
  const unknownIds = listIds(members.filter(({ rating }) => rating === null));
  return {
    about: 'ratings',
    low: findExtreme(Math.min(...ratings)),
    high: findExtreme(Math.max(...ratings)),
    unknown: unknownIds,
  };
}

function explainLevel({ members }: Group): ExplanationFact | null {
  const levels = new Set(members.map((member) => member.competitive_level));
  const [level] = levels;
  return levels.size === 1 && level ? { about: 'level', level } : null;
}

function explainJobs({ members, rules }: Group): ExplanationFact | null {
  const bits = members.map(({ archetypes, playstyle }) =>
    [...archetypes, ...playstyle].reduce((sum, label) => sum | parseJobs(label, rules), 0),
  );
  const jobs = rules.scales.jobs
    .map(({ name }, number) => ({ name, ids: listIds(members.filter((_, k) => (bits[k]! >> number) & 1)) }))
    .filter(({ ids }) => ids.length > 0);
  return jobs.length > 0 ? { about: 'jobs', jobs } : null;
}

function explainModes({ members }: Group): ExplanationFact | null {
  const modes = findCommonWords(members.map((member) => member.modes));
  return modes.length > 0 ? { about: 'modes', modes } : null;
}

function explainTalk({ members }: Group): ExplanationFact {
  const languages = findCommonWords(members.map((member) => member.languages));
  return { about: 'talk', languages, silent: listIds(members.filter(({ mic }) => !mic)) };
}

function explainPlace({ members }: Group): ExplanationFact {
  const groupBy = (word: (member: PoolPlayer) => string) =>
    [...Map.groupBy(members, word)].map(([name, members]) => ({ name, ids: listIds(members) }));
  const hasCrossplay = members.every((member) => member.crossplay);
  return {
    about: 'place',
    regions: groupBy(({ region }) => region),
    platforms: groupBy(({ platform }) => platform),
    crossplay: hasCrossplay,
  };
}

function explainWait({ members }: Group): ExplanationFact | null {
  const runs = Math.max(...members.map(({ waiting }) => waiting));
  return runs > 0 ? { about: 'waited', runs, ids: listIds(members.filter(({ waiting }) => waiting === runs)) } : null;
}

function explainRelaxation({ proposal, members, rules }: Group): ExplanationFact | null {
  const usualMinutes = rules.limits.minCommonMinutes;
  // If they share the usual common time, no limit was relaxed.
  if (proposal.overlapMinutes >= usualMinutes) return null;
  const minutes = Math.max(...members.map(({ waiting }) => resolveLimits(waiting, rules).minCommonMinutes));
  return minutes < usualMinutes ? { about: 'relaxed', minutes, usual: usualMinutes } : null;
}

function findCommonWords(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists[0])].filter((word) => lists.every((list) => list.includes(word)));
}
