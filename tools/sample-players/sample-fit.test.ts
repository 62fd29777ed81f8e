import { describe, expect, test } from 'vitest';
import { FILTER_REGIONS } from '../../features/profiles/directory/directory-filters.schema.ts';
import { MODES, PLATFORMS, POSITIONS } from '../../features/profiles/game.schema.ts';
import { defaultRules } from '../../matcher/default-rules.ts';
import { listDemoCards } from '../../server/demonstration-players.ts';
import { chooseFour, isSquad, type PlayerCard, rankByFit, scoreLineup } from './sample-fit.ts';

const samples = listDemoCards({}, 400);

/** Returns a profile with the defaults that onboarding suggests. */
const createCard = (change: Partial<PlayerCard> = {}): PlayerCard => ({
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
        const person = createCard({ role, platform, region });
        const four = chooseFour(samples, [person]);
        expect(new Set(four?.map(({ id }) => id)).size, `${role} ${platform}`).toBe(4);
        // The squad must be good enough for the queue after at most one minute of waiting.
        expect(scoreLineup([person, ...four!])).toBeGreaterThanOrEqual(defaultRules.queue.minScores[1]!);
      }
  });

  test('includes as many people as possible, and always the first', () => {
    const people = POSITIONS.map((role) => createCard({ id: role, role }));
    const four = chooseFour(samples, people)!;
    expect(isSquad([people[0]!, ...four])).toBe(true);
    const listServed = (players: readonly PlayerCard[]) =>
      people.filter((person) => isSquad([person, ...players])).length;
    expect(listServed(four)).toBe(people.length);
  });

  test('returns undefined when no sample player may play with the person', () => {
    expect(chooseFour(samples, [createCard({ languages: ['Klingon'] })])).toBeUndefined();
    expect(chooseFour([], [createCard()])).toBeUndefined();
    expect(chooseFour(samples, [])).toBeUndefined();
  });
});

describe('isSquad', () => {
  const players = POSITIONS.map((role) => createCard({ id: role, role }));

  test('accepts five players who cover all positions, including as flex', () => {
    expect(isSquad(players)).toBe(true);
    expect(isSquad(players.slice(1))).toBe(false);
    const twoGuards = players.map((one) => (one.role === 'C' ? { ...one, role: 'PG' } : one));
    expect(isSquad(twoGuards)).toBe(false);
    expect(isSquad(twoGuards.map((one) => ({ ...one, flex_positions: ['C'] })))).toBe(true);
  });

  test.each<[string, Partial<PlayerCard>]>([
    ['another region', { region: 'EU' }],
    ['another platform and no crossplay', { platform: 'PC', crossplay: false }],
    ['another language', { languages: ['Greek'] }],
    ['another mode', { modes: ['Mini games'] }],
  ])('rejects a player with %s', (_, change) => {
    expect(isSquad([...players.slice(1), { ...players[0]!, ...change }])).toBe(false);
    expect(rankByFit([{ ...players[0]!, ...change }], players[1]!)).toEqual([]);
  });

  test('requires one language that all five speak, not just one per pair', () => {
    const languages = [
      ['English', 'Greek'],
      ['English', 'Thai'],
      ['Thai', 'Greek'],
      ['English', 'Greek', 'Thai'],
    ];
    expect(isSquad(players.map((one, index) => ({ ...one, languages: languages[index % 4]! })))).toBe(false);
  });
});

test("ranks the best fit first and leaves out players who can't play together", () => {
  const person = createCard({ region: 'EU', platform: 'PC' });
  const likely = rankByFit(samples, person);
  expect(likely.length).toBeGreaterThan(20);
  expect(likely.every(({ region }) => region === 'EU')).toBe(true);
  expect(rankByFit(likely.toReversed(), person)).toEqual(likely);
  expect(likely.length).toBe(samples.filter((sample) => rankByFit([sample], person).length > 0).length);
  const [farPlayer, closePlayer] = [60, 80].map((overall_rating) =>
    createCard({ id: `${overall_rating}`, role: 'C', overall_rating }),
  );
  expect(rankByFit([farPlayer!, closePlayer!], createCard()).map(({ id }) => id)).toEqual(['80', '60']);
});
