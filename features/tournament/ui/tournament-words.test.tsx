import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { categories, getCategoryLabel } from '../../../content/tournament/categories.ts';
import { getTiers } from '../../../content/tournament/tiers.ts';
import { getTournamentTexts } from '../../../content/tournament/tournament-texts.ts';
import { getWarriors } from '../../../content/tournament/warriors.ts';
import { english } from '../../../messages/lazy-text.ts';
import { filterWarriors, groupByTier, readFilters, writeFilters } from './filters.ts';
import type { RankedWarrior } from './ranked-warrior.ts';
import { RosterFilters } from './roster-filters.tsx';
import { TierGroup } from './tier-group.tsx';
import { VoteBar } from './vote-bar.tsx';

const warriors = getWarriors(english).map((warrior) => ({
  ...warrior,
  categoryLabel: getCategoryLabel(english, warrior.category),
}));
const tiers = getTiers(english);
const texts = getTournamentTexts(english);
const ANY = { q: '', tier: '', category: '' };
const listNames = (filters: Partial<typeof ANY>) =>
  filterWarriors(warriors, { ...ANY, ...filters }).map(({ name }) => name);
const [first] = warriors;

describe('tournament filter', () => {
  test('searches name, category label and description, ignoring case', () => {
    const one = {
      name: 'Alpha',
      category: 'Video',
      categoryLabel: 'Vidéo',
      description: 'Cuts films.',
      tier: 'S',
    };
    for (const q of ['alPHA', 'vIdÉo', 'CUTS FILMS', '  alpha '])
      expect(filterWarriors([one], { ...ANY, q })).toEqual([one]);
    expect(filterWarriors([one], { ...ANY, q: 'beta' })).toEqual([]);
  });

  test('requires all filters to match', () => {
    const videos = listNames({ category: 'Video' });
    const best = listNames({ tier: 'S' });
    const matchingNames = listNames({ category: 'Video', tier: 'S' });
    expect(matchingNames).toEqual(videos.filter((name) => best.includes(name)));
    expect(matchingNames.length).toBeGreaterThan(0);
    expect(matchingNames.length).toBeLessThan(Math.min(videos.length, best.length));
    expect(listNames({ category: 'Video', tier: 'S', q: matchingNames[0]! })).toEqual([matchingNames[0]]);
    expect(listNames({ category: 'Video', tier: 'S', q: 'nothing is called this' })).toEqual([]);
    expect(listNames({})).toHaveLength(50);
  });

  test('reads filters from a URL and writes back only those that are set', () => {
    const filters = { q: 'a b', tier: 'S+', category: '' };
    const address = new URLSearchParams(writeFilters(filters));
    expect(address.toString()).toBe('q=a+b&tier=S%2B');
    expect(readFilters(address)).toEqual(filters);
    expect(writeFilters(ANY)).toEqual({});
  });

  test('offers "All" first, then 11 tiers and 16 categories', () => {
    const html = renderToStaticMarkup(
      <RosterFilters
        texts={texts}
        filters={ANY}
        tiers={tiers.map(({ name }) => name)}
        categories={categories.map(({ name }) => ({ value: name, label: getCategoryLabel(english, name) }))}
        shownCount={7}
        total={50}
        onChange={() => {}}
      />,
    );
    const [, tierOptions = '', categoryOptions = ''] = html
      .split('<select')
      .map((part) => part.slice(0, part.indexOf('</select>')));
    const optionsIn = (part: string) => [...part.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label]) => label);
    expect(optionsIn(tierOptions)).toEqual(['All Tiers', ...tiers.map(({ name }) => name)]);
    expect(optionsIn(categoryOptions)).toEqual([
      'All Categories',
      ...categories.map(({ name }) => name.replace('&', '&amp;')),
    ]);
    expect(html).toContain('placeholder="Search AI warriors, categories, or descriptions..."');
    expect(html).toContain('7 of 50 warriors');
  });
});

describe('tournament roster', () => {
  test('groups by tier, best first, without empty tiers', () => {
    const groups = groupByTier(tiers, warriors);
    expect(groups.map(({ tier }) => tier.name)).toEqual(tiers.map(({ name }) => name));
    expect(groups.flatMap(({ members }) => members)).toHaveLength(50);
    expect(groupByTier(tiers, [first!]).map(({ tier }) => tier.name)).toEqual([first!.tier]);
  });

  const community: Record<number, RankedWarrior['community']> = {
    1: { rank: 3, votes: 40, voters: 9, settled: true, best: 2, worst: 5 },
    2: { rank: 2, votes: 0, voters: 0, settled: false, best: 2, worst: 2 },
    3: { rank: 3, votes: 7, voters: 2, settled: false, best: 3, worst: 3 },
  };
  const groupOf = (members: typeof warriors) =>
    renderToStaticMarkup(
      <TierGroup
        tier={{ ...tiers[0]!, tone: 'gold' }}
        warriors={members.map((warrior) => ({ ...warrior, community: community[warrior.rank]! }))}
        texts={texts}
      />,
    );

  test('shows the number of warriors in each tier', () => {
    expect(groupOf(warriors.slice(0, 2))).toContain('10,000+ · 2 warriors');
    expect(groupOf(warriors.slice(0, 1))).toContain('10,000+ · 1 warrior<');
  });

  test('shows rank, name, category, power level, rating, description and a visit link', () => {
    const html = groupOf(warriors.slice(0, 1));
    const pageText = html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('&#x27;', "'");
    for (const text of [
      `#${first!.rank}`,
      first!.name,
      first!.category,
      `Power level ${first!.powerLevel}`,
      `Rating ${first!.rating.toFixed(1)}`,
      first!.description,
    ])
      expect(pageText).toContain(text);
    expect(html).toMatch(new RegExp(`<a href="${first!.website}" target="_blank"[^>]*>Visit<`));
  });

  test('shows the community rank with its range or the number of voters so far', () => {
    const toText = (html: string) => html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
    expect(toText(groupOf(warriors.slice(0, 1)))).toContain('Community rank#3 (somewhere from 2 to 5)');
    expect(groupOf(warriors.slice(1, 2))).toContain('No votes yet');
    expect(toText(groupOf(warriors.slice(2, 3)))).toContain('Community rank2 of 5 voters');
  });
});

test.each([
  [1, 0, 'One 100% 0% Two of 1 vote'],
  [2, 6, 'One 25% 75% Two of 8 votes'],
])("shows each side's share and the number of votes: %d to %d", (one, two, label) => {
  const result = { pair: 'one-vs-two', first: { id: 'One', wins: one }, second: { id: 'Two', wins: two } };
  const html = renderToStaticMarkup(<VoteBar result={result} nameOf={(id) => id} />);
  expect(
    html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ).toBe(label);
});
