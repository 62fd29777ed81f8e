import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { seedCommunity } from '../profiles/player-seeding/player-seeding.factory.ts';
import { seedPlayer } from '../profiles/player-seeding/player-seeding.generator.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { NewListing } from './lfg.schema.ts';
import { lfgApplications } from './lfg.tables.ts';
import { furnishListings } from './listing-seeding.factory.ts';
import { seedListing } from './listing-seeding.generator.ts';

describe('a made-up listing', () => {
  test('is one that its owner could have put up, whoever that is', () => {
    for (let index = 0; index < 400; index++) {
      const owner = seedPlayer(1, index);
      const listing = NewListing.parse(seedListing(owner, index));
      expect(listing.needed_positions).not.toContain(owner.role);
      expect(listing.needed_positions.length).toBeGreaterThan(0);
      expect(owner.modes).toEqual(expect.arrayContaining(listing.modes));
    }
  });
});

describe('a furnished demonstration', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  test('has listings to browse, and applicants wait for the sample player', async () => {
    const community = { seed: 1, players: 300 };
    await seedCommunity(context.deps, community);
    const sample = await makePlayer(context.deps, { role: 'C' });
    await furnishListings(context.deps, community, sample);
    const browse = await context.app.request('/api/lfg/listings', {
      headers: { authorization: `Bearer ${sample.accessToken}` },
    });
    expect((await browse.json()).items).toHaveLength(20);
    expect(await context.deps.db.$count(lfgApplications, eq(lfgApplications.status, 'pending'))).toBe(3);
  });
});
