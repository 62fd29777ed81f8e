import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import type { CreatedUser } from '../accounts/accounts.factory.ts';
import { banUser, liftBan } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { makeListing } from './lfg.factory.ts';
import { lfgJobs } from './lfg.jobs.ts';

let context: TestContext;
let admin: CreatedUser;
let owner: Player;
let player: Player;

beforeAll(async () => {
  context = await openTestContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow('2026-03-02T12:00:00Z');
  owner = await makePlayer(context.deps);
  player = await makePlayer(context.deps);
});

async function call(caller: { accessToken: string } | undefined, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: {
      ...(caller ? { Authorization: `Bearer ${caller.accessToken}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
const listing = { title: 'A run', needed_positions: ['C'], modes: ['Rec'] };

describe('reports by one person', () => {
  const unknownId = crypto.randomUUID();
  const surfaces: Record<string, () => ReturnType<typeof call>> = {
    'on players': () => call(player, 'POST', `/api/profiles/${unknownId}/reports`, { reason: 'spam' }),
    'on listings': () => call(player, 'POST', '/api/lfg/reports', { listing_id: unknownId, reason: 'spam' }),
    'on messages': () => call(player, 'POST', `/api/lfg/applications/${unknownId}/report`, { reason: 'spam' }),
  };

  it.each(Object.keys(surfaces))('are limited to 20 an hour %s, across all kinds of reports', async (name) => {
    const makers = Object.values(surfaces);
    for (let n = 0; n < 20; n += 1) expect((await makers[n % makers.length]!()).status).toBe(404);
    expect(await surfaces[name]!()).toMatchObject({
      status: 429,
      body: { error: { message: expect.stringMatching(/You've sent a lot of reports in the past hour\. Wait/) } },
    });
  });
});

describe('banned person', () => {
  it('gets the specified message when creating a listing or applying', async () => {
    const id = await makeListing(context.deps, owner);
    await context.deps.db.transaction((tx) =>
      banUser(tx, context.deps, admin, { userId: player.userId, reason: 'Spam', days: 30, scope: 'all' }),
    );
    const createResponse = await call(player, 'POST', '/api/lfg/listings', listing);
    expect(createResponse).toMatchObject({
      status: 403,
      body: { error: { message: 'You are banned from creating listings' } },
    });
    const applyResponse = await call(player, 'POST', `/api/lfg/listings/${id}/apply`, {});
    expect(applyResponse).toMatchObject({
      status: 403,
      body: { error: { message: 'You are banned from applying to listings' } },
    });
    const { rows } = await context.deps.database.pool.query(
      'select (select count(*) from lfg_listings where user_id = $1) + (select count(*) from lfg_applications where applicant_id = $1) as n',
      [player.userId],
    );
    expect(rows[0].n).toBe(0);
  });

  it('gets no applications until the ban is lifted, even from an open page', async () => {
    const id = await makeListing(context.deps, owner);
    const { ban } = await context.deps.db.transaction((tx) =>
      banUser(tx, context.deps, admin, { userId: owner.userId, reason: 'Spam', days: 30, scope: 'listing' }),
    );
    expect(await call(player, 'POST', `/api/lfg/listings/${id}/apply`, {})).toMatchObject({
      status: 409,
      body: { error: { message: 'This listing is closed. Browse for another one.' } },
    });
    await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, ban.id));
    expect((await call(player, 'POST', `/api/lfg/listings/${id}/apply`, {})).status).toBe(200);
  });
});

describe('listing hidden by a ban', () => {
  let id: string;
  let banId: string;
  const ownSide = async (player: Player) => (await call(player, 'GET', `/api/lfg/listings/${id}/mine`)).body;
  const getOwnLfg = async (player: Player) => (await call(player, 'GET', '/api/lfg/mine')).body;
  beforeEach(async () => {
    id = await makeListing(context.deps, owner, { title: 'A hidden run' });
    await call(player, 'POST', `/api/lfg/listings/${id}/apply`, {});
    expect(await getOwnLfg(player)).toMatchObject({ applications: [{ hidden: false }] });
    const { ban } = await context.deps.db.transaction((tx) =>
      banUser(tx, context.deps, admin, { userId: owner.userId, reason: 'Spam', days: 60, scope: 'listing' }),
    );
    banId = ban.id;
  });

  it('is explained only to its owner and applicants', async () => {
    const hiddenListing = { title: 'A hidden run', status: 'active' };
    expect(await getOwnLfg(owner)).toMatchObject({ hidden: true });
    expect(await getOwnLfg(player)).toMatchObject({ hidden: false, applications: [{ hidden: true }] });
    expect(await ownSide(owner)).toMatchObject({ mine: true, hidden: hiddenListing, browsable: false });
    expect(await ownSide(player)).toMatchObject({ hidden: hiddenListing, browsable: false });
    expect(await ownSide(await makePlayer(context.deps))).toMatchObject({ hidden: null, browsable: false });
    await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, banId));
    expect(await ownSide(player)).toMatchObject({ hidden: null, browsable: true });
  });

  it('still lets applicants withdraw', async () => {
    const { application } = await ownSide(player);
    expect((await call(player, 'POST', `/api/lfg/applications/${application.id}/withdraw`)).status).toBe(200);
  });

  it('does not offer renewal to its owner when it expires', async () => {
    context.setNow('2026-04-02T12:00:00Z');
    await lfgJobs[0]!.run(context.deps, {}, new AbortController().signal);
    const message = (await listOutbox(context.deps.db, owner.userId)).find(
      ({ title }) => title === 'Your listing expired',
    );
    expect(message?.lines).toEqual(['"A hidden run" was up for 30 days. You can renew it when your ban is over.']);
    expect(message?.actions).toMatchObject([{ label: 'See your ban', path: '/protocol/standing' }]);
  });
});

describe('reports on listings', () => {
  const listFlags = async () =>
    (await context.deps.database.pool.query('select * from content_flags order by created_at')).rows;
  const report = (player: Player | undefined, body: unknown) => call(player, 'POST', '/api/lfg/reports', body);
  beforeEach(() => context.deps.database.pool.query('delete from content_flags'));

  it('keep reason, details, reporter and a snapshot of the listing', async () => {
    const id = await makeListing(context.deps, owner, { title: 'Odd listing', notes: 'odd notes' });
    expect(await report(player, { listing_id: id })).toEqual({
      status: 200,
      body: { message: 'Listing reported for review' },
    });
    expect(await listFlags()).toMatchObject([
      {
        kind: 'report',
        listing_id: id,
        reporter_id: player.userId,
        owner_id: owner.userId,
        reason: 'inappropriate',
        details: 'User reported via LFG interface',
        status: 'open',
        subject: { title: 'Odd listing', notes: 'odd notes', role: 'N/A', platform: 'PS5' },
      },
    ]);
  });

  it("store the reporter's text if there is one", async () => {
    const id = await makeListing(context.deps, owner);
    await report(player, { listing_id: id, reason: 'spam', details: '  ' });
    await report(await makePlayer(context.deps), { listing_id: id, details: 'Sells coins' });
    expect((await listFlags()).map(({ reason, details }) => [reason, details]).sort()).toEqual([
      ['inappropriate', 'Sells coins'],
      ['spam', null],
    ]);
  });

  it('are limited to one open report per reporter and listing, even on a double click', async () => {
    const id = await makeListing(context.deps, owner);
    const responses = await Promise.all([report(player, { listing_id: id }), report(player, { listing_id: id })]);
    expect(responses.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect((await report(await makePlayer(context.deps), { listing_id: id })).status).toBe(200);
    expect(await listFlags()).toHaveLength(2);
  });

  it("are refused for the user's own or missing listings, invalid input and visitors", async () => {
    const id = await makeListing(context.deps, owner);
    expect((await report(owner, { listing_id: id })).status).toBe(409);
    expect((await report(player, { listing_id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect((await report(player, { listing_id: id, reason: 'ugly' })).body.error.message).toBe(
      'Choose one of the reasons.',
    );
    expect((await report(player, { listing_id: id, details: 'x'.repeat(501) })).status).toBe(422);
    expect((await report(player, { listing_id: id, reporter_id: owner.userId })).status).toBe(422);
    expect((await report(undefined, { listing_id: id })).status).toBe(401);
    expect(await listFlags()).toEqual([]);
  });

  it('are created automatically for refused listings, with their text', async () => {
    const { status, body } = await call(player, 'POST', '/api/lfg/listings', { ...listing, notes: 'you r3tard' });
    expect(status).toBe(422);
    expect(body.error.message).toBe('Your listing contains inappropriate content and has been flagged for review');
    expect(await listFlags()).toMatchObject([
      {
        kind: 'blocked_word',
        listing_id: null,
        reporter_id: null,
        owner_id: player.userId,
        subject: { notes: 'you r3tard' },
      },
    ]);
    expect(
      (await context.deps.database.pool.query('select 1 from lfg_listings where user_id = $1', [player.userId])).rows,
    ).toEqual([]);
    for (let n = 0; n < 12; n += 1)
      await call(player, 'POST', '/api/lfg/listings', { ...listing, notes: 'you r3tard' });
    expect(await listFlags()).toHaveLength(10);
  });
});
