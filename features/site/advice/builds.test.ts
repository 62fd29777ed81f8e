import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POSITIONS } from '../../profiles/game.schema.ts';
import { BuildCard } from './advice.schema.ts';
import { cardOf, nextOf } from './advice.wording.ts';
import { type Known, NOTHING_KNOWN } from './advice-facts.rules.ts';
import {
  ARCHETYPE_IDS,
  ATTRIBUTE_IDS,
  archetypeOf,
  BASE,
  BUDGET,
  capOf,
  costOf,
  SHORTEST_CM,
  TALLEST_CM,
  usualWeight,
} from './build-facts.rules.ts';
import { milestoneTitles } from './build-milestones.wording.ts';
import { answerOf, type State } from './conversation.rules.ts';
import { LEXICONS } from './informal-language.rules.ts';
import { LANGUAGES_READ } from './lexicon.rules.ts';
import { contradictionsIn } from './test-contradictions.ts';
import { understand } from './understanding.rules.ts';

/**
 * Texts that are half language and half noise: phrases from all our lexicons in random order, with random text in
 * between.
 */
const phrases = LANGUAGES_READ.flatMap((language) =>
  Object.values(LEXICONS[language]).flatMap((list): string[] =>
    Array.isArray(list) ? (list as string[]) : Object.values(list as Record<string, string[]>).flat(),
  ),
);
const texts = fc.oneof(
  fc.string({ maxLength: 200, unit: 'binary' }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...phrases),
        fc.constantFrom(',', '.', '\n', "6'9", '206 cm', '1,98 m', '600 points', '95 kg', '2 cm', '¿?', '(', '*', '\\'),
        fc.integer({ min: 0, max: 9999 }).map(String),
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join(' ')),
);
const known: fc.Arbitrary<Known> = fc.record({
  position: fc.option(fc.constantFrom(...POSITIONS)),
  height: fc.option(fc.integer({ min: 120, max: 245 })),
  archetype: fc.option(fc.constantFrom(...ARCHETYPE_IDS)),
  level: fc.option(fc.constantFrom('casual' as const, 'competitive' as const, 'elite' as const)),
  dna: fc.option(fc.record({ position: fc.constantFrom(...POSITIONS), archetype: fc.constantFrom(...ARCHETYPE_IDS) })),
  squad: fc.option(fc.record({ name: fc.constant('Comets'), has: fc.subarray([...POSITIONS]) })),
});

describe('any conversation', () => {
  test('gives consistent, repeatable answers within budget and caps', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), known, (said, account) => {
        const answered = (): State[] => {
          const states: State[] = [];
          for (const text of said) states.push(answerOf(text, states.at(-1), account));
          return states;
        };
        const states = answered();
        for (const state of states) expect(contradictionsIn(state), said.join(' → ')).toEqual([]);
        expect(answered()).toEqual(states);
        const { build, language } = states.at(-1)!;
        expect(BuildCard.safeParse(cardOf(build, language)).success).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('survives storing and reading unchanged', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const state = answerOf(text, undefined, NOTHING_KNOWN);
        expect(answerOf('more defense', JSON.parse(JSON.stringify(state)) as State, NOTHING_KNOWN)).toEqual(
          answerOf('more defense', state, NOTHING_KNOWN),
        );
      }),
      { numRuns: 100 },
    );
  });

  test('understands every follow-up question it suggests, in its language', () => {
    for (const [question, language] of [
      ['center, no shooting', 'en'],
      ['Ein Center mit 206 cm', 'de'],
      ['base de 188 cm, penetrador', 'es'],
      ['un meneur de 188 cm, organisateur', 'fr'],
    ] as const) {
      const state = answerOf(question, undefined, NOTHING_KNOWN);
      for (const next of nextOf(state.build, language)) {
        const after = answerOf(next, state, NOTHING_KNOWN);
        expect([next, after.language, after.heard.any]).toEqual([next, language, true]);
        expect(after.build.position).toBe(state.build.position);
      }
      const [taller] = nextOf(state.build, language);
      expect(answerOf(taller!, state, NOTHING_KNOWN).build.height).toBeGreaterThan(state.build.height);
    }
  });
});

describe('build rules', () => {
  test('prices ratings in steps and gives the base for free', () => {
    expect([BASE, 60, 80, 90, 99].map(costOf)).toEqual([0, 35, 75, 105, 141]);
  });

  test('lets taller players block and dunk, shorter ones dribble and run, and heavier ones push', () => {
    const cap = (id: Parameters<typeof capOf>[0], cm: number, more = 0) => capOf(id, cm, usualWeight(cm) + more);
    expect(cap('block', 218)).toBeGreaterThan(cap('block', 188));
    expect(cap('handle', 188)).toBeGreaterThan(cap('handle', 213));
    expect(cap('strength', 200, 30)).toBeGreaterThan(cap('strength', 200));
    expect(cap('speed', 200, 30)).toBeLessThan(cap('speed', 200));
    for (let cm = SHORTEST_CM; cm <= TALLEST_CM; cm += 1) {
      for (const id of ATTRIBUTE_IDS) expect(cap(id, cm)).toBeGreaterThanOrEqual(30);
    }
  });

  test('offers an archetype for every position and keeps its core at any budget', () => {
    for (const position of POSITIONS) {
      const here = ARCHETYPE_IDS.filter((id) => archetypeOf(id).positions.includes(position));
      expect(here.length).toBeGreaterThan(1);
    }
    const { build } = answerOf('point guard with 400 points', undefined, NOTHING_KNOWN);
    for (const [id] of archetypeOf(build.archetype).core) expect(build.ratings[id]).toBeGreaterThanOrEqual(70);
  });

  test("spends the whole budget unless the rest isn't wanted", () => {
    const { build } = answerOf('center', undefined, NOTHING_KNOWN);
    expect(build.budget).toBe(BUDGET);
    expect(cardOf(build, 'en').spent).toBe(BUDGET);
    const none = answerOf(
      'point guard, no shooting, no defense, no rebounding, no finishing, no post game, no strength',
      undefined,
      NOTHING_KNOWN,
    );
    expect(cardOf(none.build, 'en').spent).toBeLessThan(BUDGET);
    expect(none.facts.find(({ kind }) => kind === 'budget')).toMatchObject({
      left: BUDGET - cardOf(none.build, 'en').spent,
    });
  });

  test("turns a build's targets into milestones", () => {
    const { build } = answerOf('6\'4" sharpshooter', undefined, NOTHING_KNOWN);
    const titles = milestoneTitles(build);
    expect(titles[0]).toBe(`Three-point shot to ${build.ratings.three}`);
    expect(titles.length).toBeGreaterThanOrEqual(4);
    for (const title of titles) expect(title.length).toBeLessThanOrEqual(80);
  });
});

describe('account data', () => {
  const account: Known = {
    ...NOTHING_KNOWN,
    position: 'PG',
    height: 188,
    archetype: 'general',
    squad: { name: 'Comets', has: ['C', 'SG'] },
  };

  test('applies when the player said nothing else', () => {
    const { build, facts, missing } = answerOf('what should I build?', undefined, account);
    expect([build.position, build.height, build.archetype]).toEqual(['PG', 188, 'general']);
    expect(facts).toContainEqual({ kind: 'position', position: 'PG', source: 'profile' });
    expect(facts).toContainEqual({ kind: 'squad', name: 'Comets', has: ['C', 'SG'], lacks: ['SF', 'PF'] });
    expect(missing).toEqual(['lack']);
  });

  test('yields to what the player says, and fills an open position', () => {
    const { build } = answerOf('7\'0" rim protector', undefined, account);
    expect([build.position, build.height, build.archetype]).toEqual(['PF', 213, 'anchor']);
  });

  test('uses the squad position when the profile has none', () => {
    const { build, facts } = answerOf('what does my squad need?', undefined, {
      ...account,
      position: null,
      height: null,
      archetype: null,
    });
    expect(build.position).toBe('PG');
    expect(facts).toContainEqual({ kind: 'position', position: 'PG', source: 'squad' });
  });

  test('yields to a position nobody else plays when teammates were named', () => {
    const { build, facts } = answerOf('Wir haben zwei Center und einen Point Guard', undefined, {
      ...account,
      squad: null,
    });
    expect(build.position).toBe('SG');
    expect(facts).toContainEqual({ kind: 'mates', positions: ['C', 'PG'] });
  });

  test('falls back to the Crew DNA when the profile says nothing', () => {
    const { build } = answerOf('hello there', undefined, {
      ...NOTHING_KNOWN,
      dna: { position: 'PF', archetype: 'glass' },
    });
    expect([build.position, build.archetype]).toEqual(['PF', 'glass']);
  });
});

describe('text understanding', () => {
  test.each([
    ['Our point guard is great, we need a center', { seats: ['C'], mates: ['PG'] }],
    ["I'm the center of our squad", { positions: ['C'], mates: [] }],
    ['My teammates are terrible at defense', { lack: ['defense'] }],
    ['I am weak at defense', { weak: ['defense'] }],
    ['neither threes nor dunks', { not: ['three', 'dunking'] }],
    ['a forward who can guard, 2 meters', { want: ['defense'], heights: [200] }],
    ['no shooting, slasher', { not: ['shooting'], archetypes: ['slasher'] }],
    ['slasher who does not shoot', { not: ['shooting'], archetypes: ['slasher'] }],
    ['weder Dreier noch Dunks', { not: ['three', 'dunking'] }],
  ])('"%s"', (text, expected) => {
    const heard = understand(text);
    expect({ ...heard, ...heard.skills }).toMatchObject(expected);
  });
});
