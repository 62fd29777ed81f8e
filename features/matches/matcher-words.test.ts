import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../matcher/group-score.ts';
import {
  type ChangeFacts,
  changeSentence,
  type ExplanationFact,
  explanationSentences,
  type Reader,
  type WhyNotFacts,
  whyNotSentences,
} from '../../matcher/run.ts';
import { PAIRWISE } from '../../matcher/why-not-facts.ts';
import { english } from '../../messages/lazy-text.ts';
import { formatMatchReasons } from './match-reasons.wording.ts';
import { COOLDOWN_DAYS } from './matches.rules.ts';
import { formatHelpfulChange, formatWhyNoMatch } from './why-no-match.wording.ts';

const SEATS = ['PG', 'SG', 'SF', 'PF', 'C'];
const NAMES: Record<string, string> = { a: 'Ada', b: 'bo', c: 'Cy', d: 'Dee', e: 'Eli' };
const minutes = fc.integer({ min: 1, max: 40 }).map((quarters) => 15 * quarters);
const count = fc.integer({ min: 1, max: 20 });

/** Splits the members into groups that aren't empty, as the matcher does for regions and platforms. */
const splitMembers = (members: string[], names: string[]) =>
  fc.array(fc.constantFrom(...names), { minLength: members.length, maxLength: members.length }).map((values) =>
    [...Map.groupBy(members, (_, index) => values[index]!)].map(([name, ids]) => ({
      name,
      ids,
    })),
  );

const getFact = (members: string[]): fc.Arbitrary<ExplanationFact> => {
  const someMembers = fc.subarray(members, { minLength: 1 });
  const rating = fc.integer({ min: 60, max: 63 });
  return fc.oneof(
    fc.record({
      about: fc.constant('time' as const),
      weekOf: fc.constantFrom('2026-03-02', '2026-03-23'),
      intervals: fc
        .uniqueArray(fc.integer({ min: 0, max: 55 }), { minLength: 1, maxLength: 6 })
        .map((starts) => starts.sort((x, y) => x - y).map((at): [number, number] => [at * 180, at * 180 + 180])),
      minutes: fc.oneof(minutes, fc.constant(10_080)),
      clocksChange: fc.boolean(),
    }),
    fc.array(fc.boolean(), { minLength: members.length, maxLength: members.length }).map((primary) => ({
      about: 'positions' as const,
      seats: members.map((id, index) => ({ id, position: SEATS[index]!, primary: primary[index]! })),
    })),
    fc.record({
      about: fc.constant('party' as const),
      ids: fc.subarray(members, { minLength: 2, maxLength: Math.min(4, members.length) }),
    }),
    fc
      .array(fc.option(rating, { freq: 3 }), { minLength: members.length, maxLength: members.length })
      .filter((ratings) => ratings.filter((one) => one !== null).length > 1)
      .map((ratings) => {
        const ratedValues = ratings.filter((one) => one !== null);
        const idsWithRating = (value: number | null) => members.filter((_, index) => ratings[index] === value);
        const end = (value: number) => ({ rating: value, ids: idsWithRating(value) });
        return {
          about: 'ratings' as const,
          low: end(Math.min(...ratedValues)),
          high: end(Math.max(...ratedValues)),
          unknown: idsWithRating(null),
        };
      }),
    fc.record({
      about: fc.constant('level' as const),
      level: fc.constantFrom('casual', 'competitive', 'elite', 'new'),
    }),
    fc.record({
      about: fc.constant('jobs' as const),
      jobs: fc.array(fc.record({ name: fc.constantFrom('scoring', 'defending'), ids: someMembers }), { minLength: 1 }),
    }),
    fc.record({
      about: fc.constant('modes' as const),
      modes: fc.subarray(['Rec', 'Pro-Am', 'Park/City'], { minLength: 1 }),
    }),
    fc.record({
      about: fc.constant('talk' as const),
      languages: fc.subarray(['English', 'French', 'German']),
      silent: fc.subarray(members),
    }),
    fc.record({
      about: fc.constant('place' as const),
      regions: splitMembers(members, ['EU', 'NA-East', 'Other']),
      platforms: splitMembers(members, ['PC', 'PS5', 'Other']),
      crossplay: fc.boolean(),
    }),
    fc.record({ about: fc.constant('waited' as const), runs: count, ids: someMembers }),
    fc.record({ about: fc.constant('relaxed' as const), minutes, usual: minutes }),
    fc.record({ about: fc.constant('problem' as const), problem: fc.constantFrom(...FAULTS) }),
  );
};

const explainedFact = fc.constantFrom(2, 5).chain((size) => {
  const members = Object.keys(NAMES).slice(0, size);
  return fc.record({
    members: fc.constant(members),
    fact: getFact(members),
    id: fc.constantFrom(null, ...members),
    nameless: fc.subarray(members),
    clock: fc.constantFrom(12 as const, 24 as const),
  });
});

const company = fc
  .record({ others: fc.nat(20), fitting: fc.nat(6), free: fc.nat(6), needed: fc.constantFrom(1, 4) })
  .map((one) => ({ ...one, free: Math.min(one.free, one.fitting), others: Math.max(one.others, one.fitting) }));
const seats = fc.subarray(SEATS, { minLength: 1 });

const whyNotFacts: fc.Arbitrary<WhyNotFacts> = fc.oneof(
  fc.record({
    constraint: fc.constantFrom(
      ...(['unknown', 'placed', 'chance', 'missed', 'wants-nothing', 'no-language', 'no-mode'] as const),
    ),
  }),
  fc.record({ constraint: fc.constant('unknown-position' as const), seats }),
  fc.record({
    constraint: fc.constant('too-little-time' as const),
    free: fc.oneof(minutes, fc.constant(0)),
    needed: minutes,
  }),
  fc.record({ constraint: fc.constant('party' as const), members: count }),
  fc.record({
    constraint: fc.constant('party-impossible' as const),
    members: count,
    // Advice stored by older versions doesn't include this number.
    lacking: fc.option(fc.nat(3), { nil: undefined as unknown as number }),
    most: count,
  }),
  fc.record({ constraint: fc.constant('rest' as const), groups: count }),
  fc
    .tuple(company, seats, fc.option(fc.nat(3), { nil: undefined as unknown as number }))
    .map(([{ fitting, ...rest }, missingSeats, able]) => ({
      ...{ constraint: 'seat-missing' as const, missing: missingSeats, able, ...rest },
      fitting: Math.max(1, fitting),
    })),
  fc
    .record({
      constraint: fc.constantFrom('position-crowded' as const, 'plan-precedence' as const),
      positions: seats,
      ...{ plan: fc.nat(3), waited: fc.nat(3), others: fc.nat(3) },
    })
    .filter(({ plan, waited, others }) => plan + waited + others > 0)
    .map(({ others, ...rest }) => ({ ...rest, places: rest.plan + rest.waited + others })),
  fc.tuple(company, fc.constantFrom('too-few' as const, 'no-group' as const)).map(([numbers, constraint]) => ({
    constraint,
    ...numbers,
  })),
  // The matcher gives this reason only if enough players fit, but too few of them are free.
  company
    .filter(({ fitting, free, needed }) => fitting >= needed && free < needed)
    .map((numbers) => ({ constraint: 'nobody-free' as const, ...numbers })),
  fc
    .tuple(company, fc.constantFrom(...PAIRWISE), fc.constantFrom(0, 0, 1, 7), fc.nat(4), fc.boolean())
    .map(([numbers, constraint, liftedCount, passingCount, aloneCount]) => ({
      constraint,
      lifted: liftedCount,
      passing: passingCount,
      alone: aloneCount,
      ...numbers,
    })),
);

const changes: fc.Arbitrary<ChangeFacts> = fc.oneof(
  fc.record({ kind: fc.constantFrom('crossplay' as const, 'party' as const) }),
  fc.record({ kind: fc.constant('wants' as const), wants: fc.constantFrom('squad' as const, 'pair' as const) }),
  fc.record({ kind: fc.constant('mode' as const), mode: fc.constant('Rec') }),
  fc.record({
    kind: fc.constant('time' as const),
    day: fc.constantFrom('Mon', 'Sun'),
    start: fc.constant('20:00'),
    end: fc.constantFrom('23:00', '00:30'),
  }),
  fc.record({ kind: fc.constant('position' as const), position: fc.constantFrom(...SEATS), first: fc.boolean() }),
  fc.record({ kind: fc.constant('language' as const), language: fc.constant('French') }),
);

/** The matcher is also a separate package, and its English sentences must match the product's. */
describe("the product's English text", () => {
  it('explains matches with the same text as the matcher', () => {
    fc.assert(
      fc.property(explainedFact, ({ members, fact, id, nameless, clock }) => {
        const getName = (other: string) => (nameless.includes(other) ? undefined : NAMES[other]);
        const reader: Reader = { id, times: { zone: 'America/New_York', clock }, nameOf: getName };
        const explanation = { members, facts: [fact] };
        expect(formatMatchReasons(english, explanation, reader)).toEqual(explanationSentences(explanation, reader));
      }),
      { numRuns: 3_000 },
    );
  });

  it("explains why there's no match with the same text as the matcher", () => {
    fc.assert(
      fc.property(whyNotFacts, fc.boolean(), (facts, helped) => {
        const expected = whyNotSentences(facts, { restDays: COOLDOWN_DAYS, helped });
        expect(formatWhyNoMatch(english, facts, { hasHelped: helped })).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  it('suggests changes with the same text as the matcher', () => {
    fc.assert(
      fc.property(
        fc.array(changes, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(12 as const, 24 as const),
        (all, clock) => {
          expect(formatHelpfulChange(english, all, { zone: 'UTC', clock })).toBe(changeSentence(all, { clock }));
        },
      ),
      { numRuns: 300 },
    );
  });
});
