import { describe, expect, test } from 'vitest';
import { FILTER_REGIONS } from '../../features/profiles/directory/directory-filters.schema.ts';
import { MODES, PLATFORMS, POSITIONS } from '../../features/profiles/game.schema.ts';
import { defaultRules } from '../../matcher/default-rules.ts';
import { listDemoCards } from '../../server/demonstration-players.ts';
import { chooseFour, isSquad, type PlayerCard, rankByFit, scoreLineup } from './sample-fit.ts';

const samples = listDemoCards({}, 400);

/** Returns a profile with the defaults that onboarding suggests. */
const newcomer = (change: Partial<PlayerCard> = {}): PlayerCard => ({
  id: 'a-newcomer',
  role: 'PG',
  flex_positions: [],
  platform: 'PS5',
  crossplay: true,
  region: 'NA-East',
  modes: [...MODES],
  languages: ['English'],
  overall_rating: 80,
  competitive_level: 'casual',
  playstyle: [],
  archetypes: [],
  mic: true,
  ...change,
});

describe('chooseFour', () => {
  // Skips the smallest region, which the directory doesn't list, because too few demo players live there.
  test.each(FILTER_REGIONS)('finds a squad for a newcomer of any role on any platform in %s', (region) => {
    for (const role of POSITIONS)
      for (const platform of PLATFORMS) {
        const person = newcomer({ role, platform, region });
        const four = chooseFour(samples, [person]);
        expect(new Set(four?.map(({ id }) => id)).size, `${role} ${platform}`).toBe(4);
        // The squad must be good enough for the queue after at most one minute of waiting.
        expect(scoreLineup([person, ...four!])).toBeGreaterThanOrEqual(defaultRules.queue.minScores[1]!);
      }
  });

  test('fits as many people at once as possible, always including the first', () => {
    const people = POSITIONS.map((role) => newcomer({ id: role, role }));
    const four = chooseFour(samples, people)!;
    expect(isSquad([people[0]!, ...four])).toBe(true);
    const served = (some: readonly PlayerCard[]) => people.filter((person) => isSquad([person, ...some])).length;
    expect(served(four)).toBe(people.length);
  });

  test('returns undefined when no sample player may play with the person', () => {
    expect(chooseFour(samples, [newcomer({ languages: ['Klingon'] })])).toBeUndefined();
    expect(chooseFour([], [newcomer()])).toBeUndefined();
    expect(chooseFour(samples, [])).toBeUndefined();
  });
});

describe('isSquad', () => {
  const five = POSITIONS.map((role) => newcomer({ id: role, role }));

  test('accepts five players who cover all positions, including as flex', () => {
    expect(isSquad(five)).toBe(true);
    expect(isSquad(five.slice(1))).toBe(false);
    const twoGuards = five.map((one) => (one.role === 'C' ? { ...one, role: 'PG' } : one));
    expect(isSquad(twoGuards)).toBe(false);
    expect(isSquad(twoGuards.map((one) => ({ ...one, flex_positions: ['C'] })))).toBe(true);
  });

  test.each<[string, Partial<PlayerCard>]>([
    ['another region', { region: 'EU' }],
    ['another platform and no crossplay', { platform: 'PC', crossplay: false }],
    ['another language', { languages: ['Greek'] }],
    ['another mode', { modes: ['Mini games'] }],
  ])('rejects a player with %s', (_, change) => {
    expect(isSquad([...five.slice(1), { ...five[0]!, ...change }])).toBe(false);
    expect(rankByFit([{ ...five[0]!, ...change }], five[1]!)).toEqual([]);
  });

  test('requires one language that all five speak, not just one per pair', () => {
    const languages = [
      ['English', 'Greek'],
      ['English', 'Thai'],
      ['Thai', 'Greek'],
      ['English', 'Greek', 'Thai'],
    ];
    expect(isSquad(five.map((one, at) => ({ ...one, languages: languages[at % 4]! })))).toBe(false);
  });
});

test("ranks the best fit first and leaves out players who can't play together", () => {
  const person = newcomer({ region: 'EU', platform: 'PC' });
  const likely = rankByFit(samples, person);
  expect(likely.length).toBeGreaterThan(20);
  expect(likely.every(({ region }) => region === 'EU')).toBe(true);
  expect(rankByFit(likely.toReversed(), person)).toEqual(likely);
  expect(likely.length).toBe(samples.filter((sample) => rankByFit([sample], person).length > 0).length);
  const [far, close] = [60, 80].map((overall_rating) =>
    newcomer({ id: `${overall_rating}`, role: 'C', overall_rating }),
  );
  expect(rankByFit([far!, close!], newcomer()).map(({ id }) => id)).toEqual(['80', '60']);
});
