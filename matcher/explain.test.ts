import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultRules } from './default-rules.ts';
import { explain } from './explain.ts';
import type { Explanation, ExplanationFact } from './explain-facts.ts';
import type { Reader } from './explain-reader.ts';
import { explanationSentences } from './explain-words.ts';
import type { MatchingRules, PoolPlayer } from './matcher-schema.ts';
import { scorePair, scoreSquad } from './score.ts';
import { createPoolArbitrary } from './test-arbitraries.ts';
import { type ExplainedMatch, isTrueOf, listTopics } from './test-explanations.ts';

const SEATS = ['PG', 'SG', 'SF', 'PF', 'C'];
const NAMES: Record<string, string> = { p0: 'Ada', p1: 'Bo', p2: 'Cy', p3: 'Dee', p4: 'Eli' };

/** Generates a reader and a group that is as compatible as possible, so there's something to explain. */
const explainedArbitrary = fc
  .record({
    pool: createPoolArbitrary(5, 5),
    size: fc.constantFrom(2, 5),
    regions: fc.constantFrom(['NA-East'], ['NA-East', 'NA-West'], ['Other']),
    platforms: fc.constantFrom(['PS5'], ['PC', 'PS5'], ['Other'], ['PC', 'Other', 'PS5']),
    crossplay: fc.boolean(),
    rating: fc.option(fc.integer({ min: 60, max: 99 }), { freq: 3 }),
    reader: fc.constantFrom('p0', 'p1', 'p3', null),
    nameless: fc.constantFrom([], ['p1'], ['p0', 'p2', 'p3'], Object.keys(NAMES)),
    zone: fc.constantFrom(
      'America/New_York',
      'Europe/Paris',
      'Asia/Tokyo',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'UTC',
    ),
    clock: fc.constantFrom(12 as const, 24 as const),
    relaxed: fc.option(fc.constantFrom(60, 90), { freq: 2 }),
  })
  .map(({ pool, size, regions, platforms, crossplay, rating, reader, nameless, zone, clock, relaxed }) => {
    const members = pool.players.slice(0, size).map(
      (player, i): PoolPlayer => ({
        ...player,
        region: regions[i % regions.length]!,
        platform: platforms[i % platforms.length]!,
        crossplay: crossplay || platforms.length > 1,
        // In some groups, all rated players have the same rating.
        rating: player.rating && (rating ?? player.rating),
        languages: [...new Set([...player.languages, 'English'])],
        modes: [...new Set([...player.modes, 'Rec'])],
        positions: size === 2 ? player.positions : [...new Set([...player.positions, SEATS[i]!])],
        blocks: [],
        waiting: player.waiting + (relaxed === null ? 0 : 1),
      }),
    );
    const rules = relaxed === null ? defaultRules : createRelaxed(relaxed);
    const squad = (size === 2 ? scorePair : scoreSquad)(members, rules, pool.weekOf);
    const getName = (id: string) => (nameless.includes(id) ? undefined : NAMES[id]);
    const inOrder = squad.members.map((id) => members.find((member) => member.id === id)!);
    const id = reader !== null && squad.members.includes(reader) ? reader : null;
    return {
      squad,
      members: inOrder,
      rules,
      weekOf: pool.weekOf,
      reader: { id, times: { zone, clock }, nameOf: getName },
    };
  })
  .filter(({ squad }) => squad.valid);

/** Returns rules that require ten common hours, or only the given minutes after one run of waiting. */
function createRelaxed(minCommonMinutes: number): MatchingRules {
  const { limits, relaxation } = defaultRules;
  const steps = [...relaxation, { afterRuns: 1, minCommonMinutes }];
  return { ...defaultRules, limits: { ...limits, minCommonMinutes: 600 }, relaxation: steps };
}

const getExplanation = ({ squad, members, rules, weekOf }: ExplainedMatch) => explain(squad, members, rules, weekOf);
const formatFact = (fact: ExplanationFact, { members }: Explanation, reader: Reader) =>
  explanationSentences({ members, facts: [fact] }, reader)[0];

describe('the explanation of a match', () => {
  test('states every fact about the profiles correctly for each reader', () => {
    const lines = new Map<string, number>();
    fc.assert(
      fc.property(explainedArbitrary, (one) => {
        const explanation = getExplanation(one);
        const seenKinds = new Set<string>();
        for (const fact of explanation.facts) {
          const line = formatFact(fact, explanation, one.reader);
          if (line === undefined) continue;
          seenKinds.add(fact.about);
          lines.set(fact.about, (lines.get(fact.about) ?? 0) + 1);
          expect(isTrueOf(fact.about, line, one), `${fact.about}: ${line}`).toBe(true);
          expect(line).not.toMatch(/undefined|null|\bp\d\b|Other|known/);
        }
        expect([...seenKinds].sort()).toEqual(listTopics(one));
      }),
      { numRuns: 300 },
    );
    for (const about of [
      'time',
      'positions',
      'party',
      'ratings',
      'level',
      'jobs',
      'modes',
      'talk',
      'place',
      'waited',
      'relaxed',
    ])
      expect(lines.get(about) ?? 0, about).toBeGreaterThan(5);
  });

  /** Edits that make a fact of each topic wrong. */
  const WRONG: Record<string, (fact: never, members: string[]) => ExplanationFact> = {
    'time: a quarter of an hour more': (fact: Extract<ExplanationFact, { about: 'time' }>) => ({
      ...fact,
      minutes: fact.minutes + 15,
    }),
    'time: hours that are not common': (fact: Extract<ExplanationFact, { about: 'time' }>) => ({
      ...fact,
      intervals: fact.intervals.map(([from, until]): [number, number] => [(from + 15) % 10_000, (until + 15) % 10_080]),
    }),
    'positions: two have swapped': (fact: Extract<ExplanationFact, { about: 'positions' }>) => ({
      ...fact,
      seats: fact.seats.map((seat, i) => ({ ...seat, position: fact.seats[(i + 1) % fact.seats.length]!.position })),
    }),
    'positions: whose first it is': (fact: Extract<ExplanationFact, { about: 'positions' }>) => ({
      ...fact,
      seats: fact.seats.map((seat, i) => ({ ...seat, primary: i === 0 ? !seat.primary : seat.primary })),
    }),
    // The other members may also be in a party.
    'party: everybody': (fact: Extract<ExplanationFact, { about: 'party' }>, members: string[]) => ({
      ...fact,
      ids: members,
    }),
    'ratings: one lower': (fact: Extract<ExplanationFact, { about: 'ratings' }>) => ({
      ...fact,
      low: { ...fact.low, rating: fact.low.rating - 1 },
    }),
    'ratings: whose it is': (fact: Extract<ExplanationFact, { about: 'ratings' }>) => ({
      ...fact,
      low: { ...fact.low, ids: fact.high.ids },
      high: { ...fact.high, ids: fact.low.ids },
    }),
    'ratings: who has none': (fact: Extract<ExplanationFact, { about: 'ratings' }>) => ({
      ...fact,
      unknown: fact.unknown.slice(1),
    }),
    'level: another': (fact: Extract<ExplanationFact, { about: 'level' }>) => ({
      ...fact,
      level: fact.level === 'elite' ? 'casual' : 'elite',
    }),
    'jobs: one too few': (fact: Extract<ExplanationFact, { about: 'jobs' }>) => ({ ...fact, jobs: fact.jobs.slice(1) }),
    'jobs: who does it': (fact: Extract<ExplanationFact, { about: 'jobs' }>, members: string[]) => ({
      ...fact,
      jobs: fact.jobs.map(({ name, ids }) => ({ name, ids: ids.length === 1 ? members : ids.slice(0, 1) })),
    }),
    'modes: one more': (fact: Extract<ExplanationFact, { about: 'modes' }>) => ({
      ...fact,
      modes: [...fact.modes, 'MyCareer'],
    }),
    'talk: a language': (fact: Extract<ExplanationFact, { about: 'talk' }>) => ({
      ...fact,
      languages: [...fact.languages, 'Dutch'],
    }),
    'talk: who has no microphone': (fact: Extract<ExplanationFact, { about: 'talk' }>, members: string[]) => ({
      ...fact,
      silent: members.filter((id) => !fact.silent.includes(id)),
    }),
    'place: where': (fact: Extract<ExplanationFact, { about: 'place' }>) => ({
      ...fact,
      regions: fact.regions.map(({ name, ids }) => ({ name: name === 'EU' ? 'SA' : 'EU', ids })),
    }),
    'place: on what': (fact: Extract<ExplanationFact, { about: 'place' }>) => ({
      ...fact,
      platforms: fact.platforms.map(({ name, ids }) => ({ name: `${name}X`, ids })),
    }),
    'place: who': (fact: Extract<ExplanationFact, { about: 'place' }>) => ({
      ...fact,
      platforms: fact.platforms.map(({ name }, i) => ({
        name,
        ids: fact.platforms[(i + 1) % fact.platforms.length]!.ids,
      })),
    }),
    'relaxed: a quarter of an hour more': (fact: Extract<ExplanationFact, { about: 'relaxed' }>) => ({
      ...fact,
      minutes: fact.minutes + 15,
    }),
    'relaxed: what is usual': (fact: Extract<ExplanationFact, { about: 'relaxed' }>) => ({
      ...fact,
      usual: fact.usual - 60,
    }),
    'waited: longer': (fact: Extract<ExplanationFact, { about: 'waited' }>) => ({ ...fact, runs: fact.runs + 1 }),
    'waited: who': (fact: Extract<ExplanationFact, { about: 'waited' }>, members: string[]) => ({
      ...fact,
      ids: members.filter((id) => !fact.ids.includes(id)),
    }),
  } as never;

  test('fails the check when a fact is wrong', () => {
    const refusalCounts = new Map<string, number>();
    fc.assert(
      fc.property(explainedArbitrary, (one) => {
        const explanation = getExplanation(one);
        for (const [wrongFact, change] of Object.entries(WRONG)) {
          const right = explanation.facts.find(({ about }) => wrongFact.startsWith(`${about}:`));
          if (!right) continue;
          const line = formatFact(change(right as never, explanation.members), explanation, one.reader);
          // A change that this reader can't see (such as another member's name) isn't wrong for them.
          if (line === undefined || line === formatFact(right, explanation, one.reader)) continue;
          refusalCounts.set(wrongFact, (refusalCounts.get(wrongFact) ?? 0) + 1);
          expect(isTrueOf(right.about, line, one), `${wrongFact}: ${line}`).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
    for (const wrong of Object.keys(WRONG)) expect(refusalCounts.get(wrong) ?? 0, wrong).toBeGreaterThan(1);
  });
});
