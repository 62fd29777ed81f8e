import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN_MINUTES, countBits, toWeekBins, WEEK_WORDS } from '../../../matcher/week.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { seedCommunity } from '../player-seeding/player-seeding.factory.ts';
import { makePlayer, type Player } from '../profiles.factory.ts';
import { listHours } from './directory.queries.ts';
import { countFilters, parseFilters } from './directory.rules.ts';
import type { DirectoryPage } from './directory.schema.ts';

let context: TestContext;
let viewer: Player;
const people = new Map<string, Player>();
const createEvening = (day: string, timezone = 'America/New_York') => ({
  timezone,
  availability: [{ days: [day], start: '19:00', end: '23:00' }],
});

beforeAll(async () => {
  context = await openTestContext();
  context.setNow('2026-03-03T12:00:00Z');
  viewer = await makePlayer(context.deps, { display_name: 'Viewer', ...createEvening('Wed'), overall_rating: 75 });
  const add = async (display_name: string, more: object) => {
    people.set(display_name, await makePlayer(context.deps, { display_name, ...more }));
  };
  await add('Gravity', {
    ...createEvening('Wed'),
    overall_rating: 91,
    competitive_level: 'elite',
    modes: ['Pro-Am 5v5'],
  });
  await add('gravel_100%', { ...createEvening('Sun'), overall_rating: null, languages: ['French'] });
  await add('Granite', { ...createEvening('Wed', 'America/Los_Angeles'), overall_rating: 80, modes: ['Park/City'] });
  await add('Comet', { availability: [], overall_rating: 91, competitive_level: 'casual' });
});
afterAll(() => context.close());

async function read(search: Record<string, string>, as?: Player): Promise<DirectoryPage> {
  const response = await context.app.request(`/api/profiles?${new URLSearchParams(search)}`, {
    headers: as ? { Authorization: `Bearer ${as.accessToken}` } : {},
  });
  expect(response.status).toBe(200);
  return (await response.json()) as DirectoryPage;
}
const listNames = async (search: Record<string, string>, as?: Player) =>
  (await read(search, as)).profiles.map(({ display_name }) => display_name).sort();
const ask = (method: string, path: string, as = viewer) =>
  context.app.request(path, { method, headers: { Authorization: `Bearer ${as.accessToken}` } });

describe('directory', () => {
  test("returns every player who shares the viewer's availability, across pages", async () => {
    const testContext = await openTestContext();
    try {
      testContext.setNow('2026-03-03T12:00:00Z');
      // This viewer rarely shares hours with anyone, so one page takes several scans and a request may end without a
      // full page.
      const me = await makePlayer(testContext.deps, {
        timezone: 'America/New_York',
        availability: [{ days: ['Wed'], start: '05:00', end: '06:00' }],
      });
      await seedCommunity(testContext.deps, { players: 1_300, seed: 7 });
      const walk = async (free: string) => {
        const found: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const search = new URLSearchParams({ free, ...(cursor ? { cursor } : {}) });
          const response = await testContext.app.request(`/api/profiles?${search}`, {
            headers: { Authorization: `Bearer ${me.accessToken}` },
          });
          const page = (await response.json()) as DirectoryPage;
          found.push(...page.profiles.map(({ id }) => id));
          cursor = page.nextCursor;
        }
        return found;
      };
      const all = await walk('no');
      const hours = await listHours(testContext.deps.reads, all);
      const bins = toWeekBins('2026-03-02', 20_000);
      const toBits = (id: string) => {
        const weekBits = new Int32Array(WEEK_WORDS);
        bins.fill(weekBits, 0, hours.get(id)!);
        return weekBits;
      };
      const own = toBits(me.userId);
      const isFree = (id: string) =>
        toBits(id).reduce((sum, word, index) => sum + countBits(word & own[index]!), 0) * BIN_MINUTES >= 60;
      const expected = all.filter((id) => hours.has(id) && isFree(id));
      expect(all.length).toBeGreaterThan(1_300);
      expect(expected.length).toBeGreaterThan(1);
      expect(await walk('auto')).toEqual(expected);
    } finally {
      await testContext.close();
    }
  });

  test.each([
    [{ name: 'GRA' }, ['Granite', 'Gravity', 'gravel_100%']],
    [{ name: 'gravel_100%' }, ['gravel_100%']],
    [{ name: 'gr%' }, []],
    [{ mode: 'Park/City' }, ['Comet', 'Granite', 'Viewer', 'gravel_100%']],
    [{ mode: 'Pro-Am 5v5' }, ['Gravity']],
    [{ level: 'casual' }, ['Comet']],
    [{ rating: '85' }, ['Comet', 'Gravity']],
    [{ language: 'French' }, ['gravel_100%']],
    [{ rating: '85', level: 'elite', name: 'g' }, ['Gravity']],
  ])('finds players by %j', async (search, found) => {
    expect(await listNames(search as Record<string, string>)).toEqual(found);
  });

  test('orders by rating with unrated players last and rejects an invalid cursor', async () => {
    const { profiles } = await read({ sort: 'rating' });
    expect(profiles.map(({ overall_rating }) => overall_rating)).toEqual([91, 91, 80, 75, null]);
    const badResponse = await context.app.request('/api/profiles?sort=rating&cursor=abc');
    expect(badResponse.status).toBe(422);
  });

  test("shows a published viewer only players with shared availability, plus the viewer's own card", async () => {
    const ownSearch = await read({ free: 'auto' }, viewer);
    expect(ownSearch.free_when_i_am).toBe(true);
    expect(ownSearch.profiles.map(({ display_name }) => display_name).sort()).toEqual(['Granite', 'Gravity', 'Viewer']);
    for (const [search, as] of [
      [{ free: 'no' }, viewer],
      [{ free: 'auto' }, undefined],
      [{ free: 'auto' }, people.get('Comet')],
    ] as const) {
      const all = await read(search, as);
      expect(all.free_when_i_am).toBe(false);
      expect(all.profiles).toHaveLength(5);
    }
    const hiddenPlayer = await makePlayer(context.deps, createEvening('Wed'));
    await ask('DELETE', '/api/profiles/me/publication', hiddenPlayer);
    expect((await read({ free: 'auto' }, hiddenPlayer)).free_when_i_am).toBe(false);
  });

  test('filters by followed players without revealing follows to others', async () => {
    await ask('PUT', `/api/profiles/${people.get('Comet')!.userId}/follow`);
    expect(await listNames({ followed: 'yes' }, viewer)).toEqual(['Comet']);
    expect(await listNames({ followed: 'yes' }, people.get('Comet'))).toEqual([]);
    expect(await listNames({ followed: 'yes' })).toHaveLength(5);
  });
});

test("parses filters from the URL and doesn't count the sort order as a filter", () => {
  const search = 'name=+Gra+&mode=Rec&level=elite&rating=90&language=French&sort=rating&followed=yes&free=no';
  const filters = parseFilters(new URLSearchParams(search));
  expect(filters).toEqual({
    name: 'Gra',
    mode: 'Rec',
    level: 'elite',
    rating: '90',
    language: 'French',
    sort: 'rating',
    followed: 'yes',
    free: 'no',
  });
  expect(countFilters(filters)).toBe(6);
  expect(parseFilters(new URLSearchParams('mode=x&level=&rating=1&language=Elvish&sort=newest&name=++'))).toEqual({});
});
