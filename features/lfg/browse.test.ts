import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { openPublicLive } from '../live/test-live.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { closeListing } from './lfg.commands.ts';
import { makeListing } from './lfg.factory.ts';
import { ALL_LISTINGS } from './lfg.rules.ts';
import type { BrowseItem, BrowsePage, NewListingInput } from './lfg.schema.ts';

let context: TestContext;
let viewer: Player;

beforeAll(async () => {
  context = await openTestContext();
  viewer = await makePlayer(context.deps);
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.deps.database.pool.query('delete from lfg_listings');
  await context.deps.database.pool.query('delete from player_blocks');
  context.setNow('2026-03-02T12:00:00Z');
});

const get = (path: string, token = viewer.accessToken) =>
  context.app.request(path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });

async function browse(query = '', token = viewer.accessToken): Promise<BrowsePage> {
  const response = await get(`/api/lfg/listings${query}`, token);
  expect(response.status).toBe(200);
  return (await response.json()) as BrowsePage;
}
const listTitles = async (query = '') => (await browse(query)).items.map((item) => item.title);

/** Creates a listing by a new owner, then advances the clock by a minute. */
async function createListing(title: string, overrides: Partial<NewListingInput> = {}) {
  const owner = await makePlayer(context.deps, { display_name: `Owner of ${title}` });
  const id = await makeListing(context.deps, owner, { title, ...overrides });
  context.setNow(new Date(context.deps.now().getTime() + MINUTE_MS));
  return { id, owner };
}

describe('Browse filters', () => {
  beforeEach(async () => {
    await createListing('east ps5 closed', { allows_crossplay: false });
    await createListing('east ps5 cross');
    await createListing('west xbox cross', {
      platform: 'Xbox Series',
      region: 'NA-West',
      modes: ['Pro-Am 5v5', 'Park/City'],
    });
    await createListing('eu switch closed', {
      platform: 'Switch',
      region: 'EU',
      allows_crossplay: false,
      needed_positions: ['PG', 'SG'],
      modes: ['Proving Ground'],
    });
  });

  it('show everything, newest first, when none are set', async () => {
    expect(await listTitles()).toEqual(['eu switch closed', 'west xbox cross', 'east ps5 cross', 'east ps5 closed']);
    expect(await listTitles('?platform=All&region=All')).toHaveLength(4);
  });

  it('match listings by platform, including those that allow crossplay', async () => {
    expect(await listTitles('?platform=PS5')).toEqual(['west xbox cross', 'east ps5 cross', 'east ps5 closed']);
    expect(await listTitles('?platform=Switch')).toEqual(['eu switch closed', 'west xbox cross', 'east ps5 cross']);
    expect(await listTitles('?platform=PC')).toEqual(['west xbox cross', 'east ps5 cross']);
  });

  it('match regions exactly', async () => {
    expect(await listTitles('?region=NA-West')).toEqual(['west xbox cross']);
    expect(await listTitles('?region=SA')).toEqual([]);
  });

  it('match listings with at least one of the chosen modes and positions', async () => {
    expect(await listTitles('?modes=Park/City&modes=Proving%20Ground')).toEqual([
      'eu switch closed',
      'west xbox cross',
    ]);
    expect(await listTitles('?positions=SG,PF')).toEqual(['eu switch closed']);
    expect(await listTitles('?positions=C')).toHaveLength(3);
  });

  it('are combined with AND', async () => {
    expect(await listTitles('?platform=PS5&region=NA-West&modes=Pro-Am%205v5&positions=C')).toEqual([
      'west xbox cross',
    ]);
    expect(await listTitles('?platform=PS5&region=EU')).toEqual([]);
  });

  it('refuse unknown values', async () => {
    for (const query of ['?platform=Dreamcast', '?region=Mars', '?modes=Chess', '?positions=Coach', '?sort=random']) {
      const response = await get(`/api/lfg/listings${query}`);
      expect(response.status).toBe(422);
      expect((await response.json()).error.message).toMatch(/\.$/);
    }
    for (const after of ['nonsense', btoa('|2026-01-01|1'), 'x'.repeat(500)]) {
      expect((await get(`/api/lfg/listings?after=${after}`)).status).toBe(422);
    }
  });
});

describe('Browse results', () => {
  it('include only active listings', async () => {
    const { id, owner } = await createListing('closed');
    await closeListing(context.deps, owner, id);
    await createListing('runs out');
    const deletedListing = await createListing('deleted');
    await context.deps.database.pool.query(
      `update lfg_listings set status = 'closed', deleted_at = now() where id = $1`,
      [deletedListing.id],
    );
    expect(await listTitles()).toEqual(['runs out']);
    context.setNow('2026-04-02T12:00:00Z');
    expect(await listTitles()).toEqual([]);
  });

  it('include only listings of owners with a profile and without a listing ban', async () => {
    const rookie = await makeUser(context.deps);
    await context.deps.database.pool.query(
      `insert into lfg_listings (user_id, title, needed_positions, modes, platform, region, created_at, listed_at, expires_at)
       values ($1, 'nobody', '{C}', '{Rec}', 'PS5', 'EU', $2, $2, '2026-12-01')`,
      [rookie.userId, context.deps.now()],
    );
    const { owner } = await createListing('banned owner');
    await createListing('fine');
    const admin = await makeAdmin(context.deps);
    await context.deps.db.transaction((tx) =>
      banUser(tx, context.deps, admin, { userId: owner.userId, reason: 'Spam', days: 2, scope: 'listing' }),
    );
    expect(await listTitles()).toEqual(['fine']);
    context.setNow('2026-03-06T12:00:00Z');
    expect(await listTitles()).toEqual(['fine', 'banned owner']);
  });

  it('exclude listings when there is a block with the owner', async () => {
    const blockedByMe = await createListing('I blocked them');
    const blocksMe = await createListing('they blocked me');
    const avoidedListing = await createListing('only avoided');
    const block = (from: string, to: string, kind: string) =>
      context.deps.database.pool.query('insert into player_blocks (blocker_id, blocked_id, kind) values ($1, $2, $3)', [
        from,
        to,
        kind,
      ]);
    await block(viewer.userId, blockedByMe.owner.userId, 'block');
    await block(blocksMe.owner.userId, viewer.userId, 'block');
    await block(viewer.userId, avoidedListing.owner.userId, 'avoid');
    expect(await listTitles()).toEqual(['only avoided']);
  });

  it("include the owner's name, or Unknown", async () => {
    const { owner } = await createListing('named');
    await createListing('nameless').then(({ owner: namelessOwner }) =>
      context.deps.database.pool.query('update user_profiles set display_name = null where user_id = $1', [
        namelessOwner.userId,
      ]),
    );
    expect((await browse()).items.map((item) => item.owner.display_name)).toEqual([
      'Unknown',
      owner.profile.display_name,
    ]);
  });

  it("mark the viewer's own listings and the status of their applications", async () => {
    await makeListing(context.deps, viewer, { title: 'my own' });
    context.setNow('2026-03-02T12:05:00Z');
    const { id } = await createListing('applied to');
    await context.app.request(`/api/lfg/listings/${id}/apply`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${viewer.accessToken}` },
      body: '{}',
    });
    const { items } = await browse();
    expect(items.map(({ title, mine, application }) => ({ title, mine, application }))).toEqual([
      { title: 'applied to', mine: false, application: 'pending' },
      { title: 'my own', mine: true, application: null },
    ]);
  });

  it('require completed onboarding', async () => {
    expect((await get('/api/lfg/listings', '')).status).toBe(401);
    const rookie = await makeUser(context.deps);
    expect((await get('/api/lfg/listings', rookie.accessToken)).status).toBe(403);
  });
});

describe('Browse list', () => {
  it('puts boosted listings first, sorted by the end of their boost', async () => {
    await createListing('boosted early', { boost: true });
    await createListing('plain');
    await createListing('boosted late', { boost: true });
    await createListing('newest');
    expect(await listTitles()).toEqual(['boosted late', 'boosted early', 'newest', 'plain']);
    context.setNow('2026-03-09T12:01:00Z');
    expect(await listTitles()).toEqual(['boosted late', 'newest', 'plain', 'boosted early']);
    context.setNow('2026-03-10T12:00:00Z');
    expect(await listTitles()).toEqual(['newest', 'boosted late', 'plain', 'boosted early']);
  });

  it('returns each listing once across pages while new listings arrive', async () => {
    const owners = await Promise.all(Array.from({ length: 3 }, () => makePlayer(context.deps)));
    for (const [n, owner] of owners.entries()) {
      await makeListing(context.deps, owner, { title: `boosted ${n}`, boost: true });
    }
    await context.deps.database.pool.query(
      `insert into lfg_listings (user_id, title, needed_positions, modes, platform, region, created_at, listed_at, expires_at)
       select $1, 'bulk ' || n, '{C}', '{Rec}', 'PS5', 'EU', at, at, $2::timestamptz + interval '30 days'
         from generate_series(1, 50) n, lateral (select $2::timestamptz - (n % 7) * interval '1 minute' as at) t`,
      [owners[0]!.userId, context.deps.now()],
    );
    const items: BrowseItem[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: BrowsePage = await browse(next ? `?after=${next}` : '');
      expect(page.items.length).toBeLessThanOrEqual(25);
      items.push(...page.items);
      next = page.next;
      if (items.length === 25) await makeListing(context.deps, owners[1]!, { title: 'arrived meanwhile' });
    }
    expect(items).toHaveLength(53);
    expect(new Set(items.map((item) => item.id)).size).toBe(53);
    expect(items.slice(0, 3).every((item) => item.title.startsWith('boosted'))).toBe(true);
  });

  it('has no next page after a full last page, and no duplicates when sorted by fit', async () => {
    const owner = await makePlayer(context.deps);
    const insertBulk = (from: number, to: number) =>
      context.deps.database.pool.query(
        `insert into lfg_listings (user_id, title, needed_positions, modes, platform, region, boost_expires_at, created_at, listed_at, expires_at)
         select $1, 'ended ' || n, '{C}', '{Rec}', 'PS5', 'EU', $2, $2::timestamptz - n * interval '1 minute',
                $2::timestamptz - n * interval '1 minute', $2::timestamptz + interval '1 day'
           from generate_series($3::int, $4::int) n`,
        [owner.userId, context.deps.now(), from, to],
      );
    await insertBulk(1, 25);
    expect(await browse()).toMatchObject({ items: { length: 25 }, next: null });
    await insertBulk(26, 26);
    const first = await browse();
    expect(first.items).toHaveLength(25);
    expect((await browse(`?after=${first.next}`)).items.map((item) => item.title)).toEqual(['ended 26']);
    await insertBulk(27, 100);
    const best = await browse('?sort=fit');
    expect(best.items).toHaveLength(25);
    expect(best.items[0]).toMatchObject({ title: 'ended 1', fit: expect.any(Number), mine: false });
    expect(first.items[0]!.fit).toBeNull();
    const second = await browse(`?sort=fit&after=${best.next}`);
    const last = await browse(`?sort=fit&after=${second.next}`);
    expect(last.next).toBeNull();
    const ids = [best, second, last].flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(75);
    // A cursor of another sort order shows the first page.
    expect((await browse(`?sort=fit&after=${first.next}`)).items[0]).toMatchObject({ title: 'ended 1' });
  });

  it("includes the viewer's availability for comparison", async () => {
    const { timezone, availability } = viewer.profile;
    expect((await browse()).viewer).toEqual({ timezone, availability });
  });

  it("can be sorted by fit of position, hours and platform, without the viewer's own listings", async () => {
    await makeListing(context.deps, viewer, { title: 'mine' });
    const ownListing = {
      needed_positions: ['PG' as const],
      availability: [{ day: 'Tue' as const, start: '19:00', end: '23:00' }],
    };
    await createListing('all fits', ownListing);
    await createListing('wrong hours', { ...ownListing, availability: [{ day: 'Sun', start: '05:00', end: '07:00' }] });
    await createListing('wrong seat', { ...ownListing, needed_positions: ['C'] });
    await createListing('wrong everything', {
      platform: 'Switch',
      allows_crossplay: false,
      region: 'EU',
      modes: ['Proving Ground'],
      availability: [],
    });
    const { items, next } = await browse('?sort=fit');
    expect(items.map((item) => item.title)).toEqual(['all fits', 'wrong hours', 'wrong seat', 'wrong everything']);
    expect(items[0]!.fit).toBe(90);
    expect(items[3]!.fit).toBe(0);
    expect(next).toBeNull();
  });
});

describe('single listing page', () => {
  it('is public and the same for every viewer', async () => {
    const { id } = await createListing('public');
    const visitor = await get(`/api/lfg/listings/${id}`, '');
    expect(visitor.status).toBe(200);
    expect(await visitor.json()).toEqual(await (await get(`/api/lfg/listings/${id}`)).json());
  });

  it('shows closed and expired listings but returns 404 for deleted or unknown ones', async () => {
    const { id, owner } = await createListing('to close');
    await closeListing(context.deps, owner, id);
    expect((await (await get(`/api/lfg/listings/${id}`, '')).json()).status).toBe('closed');
    const other = await createListing('to run out');
    context.setNow('2026-04-15T00:00:00Z');
    expect((await (await get(`/api/lfg/listings/${other.id}`, '')).json()).status).toBe('expired');
    await context.deps.database.pool.query('update lfg_listings set deleted_at = now() where id = $1', [id]);
    expect((await get(`/api/lfg/listings/${id}`, '')).status).toBe(404);
    expect((await get('/api/lfg/listings/00000000-0000-4000-8000-000000000000', '')).status).toBe(404);
    expect((await get('/api/lfg/listings/not-an-id', '')).status).toBe(422);
  });

  it('ignores imported availability that is not a list of slots', async () => {
    const { id } = await createListing('imported');
    for (const text of ['nonsense', '{}', '[1, {"day": "Mon"}]', '"x"']) {
      await context.deps.database.pool.query('update lfg_listings set availability = $2 where id = $1', [id, text]);
      expect((await (await get(`/api/lfg/listings/${id}`, '')).json()).availability).toEqual([]);
    }
  });
});

describe('live updates of listings', () => {
  it('reach signed-in users and visitors, for the list and for a single listing', async () => {
    const { id, owner } = await createListing('live');
    const [list, listing, other] = [
      await openPublicLive(context.app, [ALL_LISTINGS]),
      await openPublicLive(context.app, [`listing:${id}`]),
      await openPublicLive(context.app, [`listing:${crypto.randomUUID()}`, ALL_LISTINGS]),
    ];
    const greeting = (await list.next()).data as { topics: Record<string, number> };
    expect(greeting.topics).toEqual({ [ALL_LISTINGS]: expect.any(Number) });
    await listing.next();
    await other.next();
    await createListing('another');
    const first = (await list.next()).data as Record<string, number>;
    expect(first[ALL_LISTINGS]).toBeGreaterThan(greeting.topics[ALL_LISTINGS]!);
    await closeListing(context.deps, owner, id);
    expect((await list.next()).data).toEqual({ [ALL_LISTINGS]: expect.any(Number) });
    expect((await listing.next()).data).toEqual({ [`listing:${id}`]: expect.any(Number) });
    expect(Object.keys((await other.next()).data)).toEqual([ALL_LISTINGS]);
    await Promise.all([list, listing, other].map((live) => live.close()));
  });

  it("are sent when an owner's ban starts or ends and when a seat is taken", async () => {
    const { id, owner } = await createListing('live');
    const listing = await openPublicLive(context.app, [`listing:${id}`]);
    await listing.next();
    const admin = await makeAdmin(context.deps);
    await context.deps.db.transaction((tx) =>
      banUser(tx, context.deps, admin, { userId: owner.userId, reason: 'Test', days: 1, scope: 'listing' }),
    );
    expect(Object.keys((await listing.next()).data)).toEqual([`listing:${id}`]);
    const { pool } = context.deps.database;
    await pool.query('update ban_list set lifted_at = now() where user_id = $1', [owner.userId]);
    expect(Object.keys((await listing.next()).data)).toEqual([`listing:${id}`]);
    const player = await makePlayer(context.deps);
    await pool.query(
      `insert into lfg_applications (listing_id, applicant_id, position, status, created_at)
       values ($1, $2, 'C', 'pending', now())`,
      [id, player.userId],
    );
    const quietRevision = await pool.query(`select rev from live_topics where kind = 'listing' and id = $1`, [id]);
    await pool.query(`update lfg_applications set status = 'accepted' where listing_id = $1`, [id]);
    const body = (await listing.next()).data as Record<string, number>;
    expect(body[`listing:${id}`]).toBeGreaterThan(quietRevision.rows[0].rev);
    await listing.close();
  });

  it('are refused for private topics', async () => {
    for (const topics of [`inbox:${viewer.userId}`, 'listing', 'listing:nothing', '']) {
      expect((await get(`/api/live/public?topics=${topics}`, '')).status).toBe(422);
    }
  });
});
