import { describe, expect, it } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { findTournamentProblems } from '../validation/tournament-rules.ts';
import { getCategories, getCategoryLabel } from './categories.ts';
import { getTiers } from './tiers.ts';
import { getTournamentTexts } from './tournament-texts.ts';
import { getPowerScore, getWarriors } from './warriors.ts';

const warriors = getWarriors(english);
const tiers = getTiers(english);
const categories = getCategories(english);
const tournamentTexts = getTournamentTexts(english);

/** Tier bands from the specification: tier, lowest and highest score. */
const bands: [string, number, number][] = [
  ['SSS', 10_000, Number.POSITIVE_INFINITY],
  ['S+', 9_600, 9_999],
  ['S', 8_500, 9_599],
  ['A+', 8_000, 8_499],
  ['A', 7_500, 7_999],
  ['B+', 7_000, 7_499],
  ['B', 6_500, 6_999],
  ['C+', 6_000, 6_499],
  ['C', 5_500, 5_999],
  ['D+', 5_000, 5_499],
  ['D', 4_500, 4_999],
];

describe('tournament roster', () => {
  it('has 50 warriors ranked 1 to 50', () => {
    expect(warriors.map((warrior) => warrior.rank)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('has 11 tiers with the specified score bands, best first', () => {
    expect(tiers.map((tier) => [tier.name, tier.min, tier.max ?? Number.POSITIVE_INFINITY])).toEqual(bands);
  });

  it('labels each tier with its score band', () => {
    const formatThousands = (score: number) => score.toLocaleString('en-US');
    const expectedRanges = tiers.map(({ min, max }) =>
      max === null ? `${formatThousands(min)}+` : `${formatThousands(min)}-${formatThousands(max)}`,
    );
    expect(tiers.map((tier) => tier.band)).toEqual(expectedRanges);
  });

  it('has 16 categories and uses all of them', () => {
    expect(categories).toHaveLength(16);
    expect(new Set(warriors.map((warrior) => warrior.category))).toEqual(new Set(categories.map(({ name }) => name)));
  });

  it('labels each category with its name in English', () => {
    for (const { name } of categories) expect(getCategoryLabel(english, name)).toBe(name);
  });

  it.each(warriors.map((warrior) => [warrior.name, warrior] as const))(
    'keeps %s within the score band of the tier',
    (_, one) => {
      const [, min, max] = bands.find(([name]) => name === one.tier)!;
      expect(one.powerLevel.startsWith(`${one.tier} `)).toBe(true);
      expect(getPowerScore(one.powerLevel)).toBeGreaterThanOrEqual(min);
      expect(getPowerScore(one.powerLevel)).toBeLessThanOrEqual(max);
    },
  );

  it('has a top power level of 10.5K', () => {
    expect(Math.max(...warriors.map((warrior) => getPowerScore(warrior.powerLevel)))).toBe(10_500);
  });

  it('uses each website only once', () => {
    expect(new Set(warriors.map((warrior) => new URL(warrior.website).href)).size).toBe(50);
  });
});

describe('tournament page text', () => {
  it('matches the specification', () => {
    expect(tournamentTexts.counts.map(({ value, label }) => `${value} ${label}`)).toEqual([
      '50 AI Warriors',
      '11 Power Tiers',
      '16 Categories',
    ]);
    expect(tournamentTexts.search).toBe('Search AI warriors, categories, or descriptions...');
    expect([tournamentTexts.allTiers, tournamentTexts.allCategories]).toEqual(['All Tiers', 'All Categories']);
    expect(tournamentTexts.empty).toEqual({
      title: 'No Warriors Found',
      line: 'Try adjusting your search or filter criteria',
      clear: 'Clear All Filters',
    });
    expect(tournamentTexts.visit).toBe('Visit');
    expect(tournamentTexts.statistics.map(({ value }) => value)).toEqual(['50', '11', '16', '10.5K']);
    expect(tournamentTexts.back.href).toBe('/');
  });

  it('says that the ranking is an opinion', () => {
    expect(tournamentTexts.opinion).toMatch(/our editorial opinion/);
  });
});

describe('tournament validator', () => {
  const first = warriors[0]!;
  const withFirst = (change: Partial<typeof first>) => [{ ...first, ...change }, ...warriors.slice(1)];

  it.each([
    ['a score outside the band', { powerLevel: 'SSS 9,999' }, 'chatgpt.powerLevel: 9999 is outside SSS'],
    ['a score above the maximum', { powerLevel: 'SSS 10,501' }, 'chatgpt.powerLevel: 10501 is outside SSS'],
    ["another tier's letter", { powerLevel: 'S+ 10,500' }, 'chatgpt.powerLevel: S+ 10,500 does not name tier SSS'],
    ['a wrong rank', { rank: 2 }, 'chatgpt.rank: 2 at place 1'],
  ])('reports %s', (_, change, sentence) => {
    expect(findTournamentProblems(withFirst(change), tiers, categories).join('\n')).toContain(sentence);
  });

  it('reports a missing warrior', () => {
    expect(findTournamentProblems(warriors.slice(0, 49), tiers, categories)).toEqual([
      'content/tournament/warriors.ts, (whole file): 49 warriors instead of 50',
    ]);
  });
});
