import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { seedCommunity } from '../player-seeding/player-seeding.factory.ts';
import { generatePlayers, type SeedPlayer } from '../player-seeding/player-seeding.generator.ts';
import { saveProfile } from '../profiles.commands.ts';
import { makePlayer } from '../profiles.factory.ts';
import { toStoredPlatform } from './directory.rules.ts';
import type { DirectoryPage } from './directory.schema.ts';

const PLAYER_COUNT = 400;
let context: TestContext;
let community: SeedPlayer[];

beforeAll(async () => {
  context = await openTestContext();
  context.setNow('2026-03-02T12:00:00Z');
  await seedCommunity(context.deps, { players: PLAYER_COUNT, seed: 7 });
  community = generatePlayers({ players: PLAYER_COUNT, seed: 7 }).sort((a, b) => a.ageMinutes - b.ageMinutes);
});
afterAll(() => context.close());

async function fetchPage(search: Record<string, string> = {}): Promise<DirectoryPage> {
  const response = await context.app.request(`/api/profiles?${new URLSearchParams(search)}`);
  expect(response.status).toBe(200);
  return (await response.json()) as DirectoryPage;
}

async function allPages(search: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const found = await fetchPage({ ...search, cursor });
    expect(found.profiles.length).toBeLessThanOrEqual(50);
    ids.push(...found.profiles.map(({ id }) => id));
    cursor = found.nextCursor;
  }
  return ids;
}

const PLATFORMS = ['', 'PSN', 'Xbox', 'PC', 'Switch'] as const;
const ROLES = ['', 'PG', 'SG', 'SF', 'PF', 'C'];
const REGIONS = ['', 'NA-East', 'NA-West', 'EU', 'Asia', 'SA', 'Oceania'];
const MICS = ['', 'any', 'yes', 'no'];

describe('directory', () => {
  test('returns exactly the matching players for every combination of filters, newest first', async () => {
    for (const platform of PLATFORMS)
      for (const role of ROLES)
        for (const region of REGIONS)
          for (const mic of MICS) {
            const fits = community.filter(
              (player) =>
                (platform === '' || player.platform === toStoredPlatform(platform)) &&
                (role === '' || player.role === role) &&
                (region === '' || player.region === region) &&
                (mic === '' || mic === 'any' || player.mic === (mic === 'yes')),
            );
            const found = await fetchPage({ platform, role, region, mic });
            const ages = found.profiles.map(({ created_at }) => Date.parse(created_at));
            expect(ages).toEqual([...ages].sort((a, b) => b - a));
            expect(found.profiles.length).toBe(Math.min(50, fits.length));
            expect(new Set(fits.map(({ id }) => id)).isSupersetOf(new Set(found.profiles.map(({ id }) => id)))).toBe(
              true,
            );
            expect(found.nextCursor === null).toBe(fits.length <= 50);
          }
  });

  test('returns as many players as a page asks for, 50 at most', async () => {
    expect((await fetchPage()).profiles).toHaveLength(50);
    expect((await fetchPage({ limit: '25' })).profiles).toHaveLength(25);
    expect((await allPages({ limit: '25', role: 'C' })).sort()).toEqual((await allPages({ role: 'C' })).sort());
    for (const limit of ['0', '51', '1.5', 'all'])
      expect((await context.app.request(`/api/profiles?limit=${limit}`)).status).toBe(422);
  });

  test('shows everyone exactly once across pages, even when many joined at the same moment', async () => {
    await context.deps.db.execute(
      sql`update protocol_profiles set created_at = '2025-01-01T00:00:00.123456Z' where role = 'PG'`,
    );
    expect((await allPages({})).sort()).toEqual(community.map(({ id }) => id).sort());
    const guards = community.filter(({ role }) => role === 'PG').map(({ id }) => id);
    expect((await allPages({ role: 'PG' })).sort()).toEqual(guards.sort());
  });

  test('shows the newest first and updates immediately after publishing, saving or a ban', async () => {
    const count = async () => (await (await context.app.request('/api/profiles/count')).json()) as { count: number };
    expect(await count()).toEqual({ count: PLAYER_COUNT });
    const player = await makePlayer(context.deps, { display_name: 'Just Joined' });
    expect((await fetchPage()).profiles[0]?.display_name).toBe('Just Joined');
    expect(await count()).toEqual({ count: PLAYER_COUNT + 1 });
    await context.deps.db.execute(sql`insert into ban_list (user_id, reason) values (${player.userId}, 'test')`);
    await context.deps.bus.publish('public-pages', {});
    await expect.poll(count).toEqual({ count: PLAYER_COUNT });
    expect((await fetchPage()).profiles[0]?.display_name).not.toBe('Just Joined');
    await context.deps.db.execute(sql`update ban_list set lifted_at = now()`);
    expect((await fetchPage()).profiles[0]?.display_name).toBe('Just Joined');
    await saveProfile(context.deps, player, player.profile);
    expect(await count()).toEqual({ count: PLAYER_COUNT });
    expect((await fetchPage()).profiles[0]?.display_name).not.toBe('Just Joined');
  });

  test('contains no private fields', async () => {
    const text = JSON.stringify(await fetchPage());
    expect(text).not.toMatch(/players\.example|"email"|"phone"|"psn"|"availability"/);
  });

  test.each([
    ['platform=PS9', 'Choose a platform: PSN, Xbox, PC or Switch.'],
    ['role=Coach', 'Choose a role: PG, SG, SF, PF or C.'],
    ['mic=maybe', 'Choose a mic option: any, yes or no.'],
    ['cursor=abc', "We couldn't find that page. Start from the first one."],
  ])('refuses %s with a message', async (search, message) => {
    const response = await context.app.request(`/api/profiles?${search}`);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { message } });
  });
});
