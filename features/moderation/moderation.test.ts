import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS } from '../../time/units.ts';
import type { MadeUser } from '../accounts/accounts.factory.ts';
import { makeListing } from '../lfg/lfg.factory.ts';
import { outboxOf } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { appeal, decideAppeal } from './ban-appeals.commands.ts';
import { banUser, isBanned, liftBan, type NewBan } from './bans.commands.ts';
import { makeAdmin } from './moderation.factory.ts';
import { queueRank, reporterWeight } from './moderation.rules.ts';
import type { OwnBan } from './moderation.schema.ts';

let context: TestContext;
let admin: MadeUser;
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

async function call(who: { accessToken: string } | undefined, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: {
      ...(who ? { Authorization: `Bearer ${who.accessToken}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
const ban = (change: Partial<NewBan> = {}) =>
  context.deps.db.transaction((tx) =>
    banUser(tx, context.deps, admin, { userId: player.userId, reason: 'Spam', days: 30, scope: 'all', ...change }),
  );
const listing = { title: 'A run', needed_positions: ['C'], modes: ['Rec'] };
const auditsOf = async (id: string) =>
  (await context.deps.database.pool.query('select * from admin_audit_logs where target_id = $1', [id])).rows;

describe('a ban', () => {
  it('keeps a person from listing and applying with the sentences of the product', async () => {
    const id = await makeListing(context.deps, owner);
    await ban();
    const created = await call(player, 'POST', '/api/lfg/listings', listing);
    expect(created).toMatchObject({
      status: 403,
      body: { error: { message: 'You are banned from creating listings' } },
    });
    const applied = await call(player, 'POST', `/api/lfg/listings/${id}/apply`, {});
    expect(applied).toMatchObject({
      status: 403,
      body: { error: { message: 'You are banned from applying to listings' } },
    });
    const { rows } = await context.deps.database.pool.query(
      'select (select count(*) from lfg_listings where user_id = $1) + (select count(*) from lfg_applications where applicant_id = $1) as n',
      [player.userId],
    );
    expect(rows[0].n).toBe(0);
  });

  it('shuts only the doors of its scope', async () => {
    const shut = async () =>
      Promise.all(
        (['listing', 'applying', 'matching'] as const).map((door) =>
          isBanned(context.deps.db, context.deps, player.userId, door),
        ),
      );
    await ban({ scope: 'listing' });
    expect(await shut()).toEqual([true, false, false]);
    await ban({ scope: 'applying' });
    expect(await shut()).toEqual([true, true, false]);
    await ban({ scope: 'matching' });
    expect(await shut()).toEqual([true, true, true]);
  });

  it('with the scope all takes the profile out of the directory', async () => {
    expect((await call(undefined, 'GET', `/api/profiles/${player.userId}`)).status).toBe(200);
    // The view asks the database's clock.
    context.setNow(new Date());
    await ban();
    expect((await call(undefined, 'GET', `/api/profiles/${player.userId}`)).status).toBe(404);
  });

  it('ends by itself after its days, or never', async () => {
    await ban({ days: 30 });
    context.setNow(new Date(Date.parse('2026-03-02T12:00:00Z') + 30 * DAY_MS - 1));
    expect(await isBanned(context.deps.db, context.deps, player.userId, 'listing')).toBe(true);
    context.setNow(new Date(Date.parse('2026-03-02T12:00:00Z') + 30 * DAY_MS));
    expect(await isBanned(context.deps.db, context.deps, player.userId, 'listing')).toBe(false);
    await ban({ days: null });
    context.setNow('2099-01-01T00:00:00Z');
    expect(await isBanned(context.deps.db, context.deps, player.userId, 'listing')).toBe(true);
  });

  it('is told to the person with reason and end, and written down with before and after', async () => {
    await ban({ reason: 'Spam in listings' });
    const [message] = await outboxOf(context.deps.db, player.userId);
    expect(message).toMatchObject({ kind: 'moderation', title: 'You are banned for a while' });
    expect(message!.lines.join(' ')).toMatch(/Reason: Spam in listings\. The ban ends by itself on 2026-04-01\./);
    expect((await auditsOf(player.userId)).at(-1)).toMatchObject({
      admin_id: admin.userId,
      action: 'ban_user',
      target_type: 'user',
      target_id: player.userId,
      before: { activeBans: 0 },
      after: { scope: 'all', reason: 'Spam in listings', expiresAt: '2026-04-01T12:00:00.000Z' },
    });
  });

  it('is refused for oneself, for admins, for nobody, and when it adds nothing', async () => {
    await expect(ban({ userId: admin.userId })).rejects.toThrow('You cannot ban yourself.');
    const other = await makeAdmin(context.deps);
    await expect(ban({ userId: other.userId })).rejects.toThrow('Take the admin role away first.');
    await expect(ban({ userId: '00000000-0000-4000-8000-000000000000' })).rejects.toThrow('There is no such player.');
    await ban({ days: 30, scope: 'all' });
    await expect(ban({ days: 30, scope: 'listing' })).rejects.toThrow('already banned for at least as long');
    await expect(ban({ days: 60, scope: 'listing' })).resolves.toBeDefined();
  });

  it('is one when two admins click at the same moment', async () => {
    const answers = await Promise.allSettled([ban(), ban()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('can be lifted once', async () => {
    const made = await ban();
    await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, made.ban.id));
    expect(await isBanned(context.deps.db, context.deps, player.userId, 'listing')).toBe(false);
    await expect(context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, made.ban.id))).rejects.toThrow(
      'This ban has already ended.',
    );
  });
});

describe('the banned person', () => {
  const bans = async (who = player) => (await call(who, 'GET', '/api/moderation/me')).body.bans as OwnBan[];

  it('sees reason, scope and end, and nothing of who decided', async () => {
    expect(await bans()).toEqual([]);
    await ban({ reason: 'Insults' });
    const [own] = await bans();
    expect(own).toMatchObject({
      reason: 'Insults',
      scope: 'all',
      expires_at: '2026-04-01T12:00:00.000Z',
      appeal: null,
    });
    expect(JSON.stringify(own)).not.toContain(admin.userId);
    expect(await bans(owner)).toEqual([]);
  });

  it('writes one appeal, which the admins hear of', async () => {
    await ban();
    const [own] = await bans();
    const send = (message: unknown, who = player) =>
      call(who, 'POST', '/api/moderation/appeals', { ban_id: own!.id, message });
    expect((await send('  ')).body.error.message).toBe('Please write why the ban should be lifted.');
    expect((await send('x'.repeat(1001))).body.error.message).toBe('Your appeal may have at most 1000 characters.');
    expect((await send('bell\u0007')).status).toBe(422);
    expect((await send('I was not me', owner)).status).toBe(404);
    expect((await send('It was my brother.')).status).toBe(200);
    expect((await send('Again')).body.error.message).toBe('You have already appealed this ban.');
    expect((await bans())[0]!.appeal).toMatchObject({ message: 'It was my brother.', status: 'open' });
    expect((await outboxOf(context.deps.db, admin.userId)).map((message) => message.title)).toContain(
      'A player appeals a ban',
    );
  });

  it('cannot appeal a ban that is over', async () => {
    await ban({ days: 1 });
    const [own] = await bans();
    context.setNow('2026-03-05T12:00:00Z');
    await expect(appeal(context.deps, player, { ban_id: own!.id, message: 'x' })).rejects.toThrow(
      'This ban has already ended.',
    );
  });

  it.each(['granted', 'rejected'] as const)('hears when the appeal is %s', async (decision) => {
    await ban();
    const [own] = await bans();
    await call(player, 'POST', '/api/moderation/appeals', { ban_id: own!.id, message: 'Please' });
    const appealId = (await bans())[0]!.appeal!.id;
    const decide = () =>
      context.deps.db.transaction((tx) =>
        decideAppeal(tx, context.deps, admin, { appealId, decision, answer: 'We looked.' }),
      );
    await decide();
    await expect(decide()).rejects.toThrow('This appeal has already been decided.');
    expect(await isBanned(context.deps.db, context.deps, player.userId, 'listing')).toBe(decision === 'rejected');
    const titles = (await outboxOf(context.deps.db, player.userId)).map((message) => message.title);
    expect(titles).toContain(decision === 'granted' ? 'Your ban was lifted' : 'Your appeal was turned down');
  });
});

describe('reports', () => {
  const flags = async () =>
    (await context.deps.database.pool.query('select * from content_flags order by created_at')).rows;
  const report = (who: Player | undefined, body: unknown) => call(who, 'POST', '/api/lfg/reports', body);
  beforeEach(() => context.deps.database.pool.query('delete from content_flags'));

  it('keep reason, details, reporter and the listing as it was', async () => {
    const id = await makeListing(context.deps, owner, { title: 'Odd listing', notes: 'odd notes' });
    expect(await report(player, { listing_id: id })).toEqual({
      status: 200,
      body: { message: 'Listing reported for review' },
    });
    expect(await flags()).toMatchObject([
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

  it('are one open one a reporter and listing, also when clicked twice', async () => {
    const id = await makeListing(context.deps, owner);
    const answers = await Promise.all([report(player, { listing_id: id }), report(player, { listing_id: id })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect((await report(await makePlayer(context.deps), { listing_id: id })).status).toBe(200);
    expect(await flags()).toHaveLength(2);
  });

  it('are refused for one’s own listing, a missing one, unknown reasons, long details, forged reporters, visitors', async () => {
    const id = await makeListing(context.deps, owner);
    expect((await report(owner, { listing_id: id })).status).toBe(409);
    expect((await report(player, { listing_id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect((await report(player, { listing_id: id, reason: 'ugly' })).body.error.message).toBe(
      'Please choose one of the reasons.',
    );
    expect((await report(player, { listing_id: id, details: 'x'.repeat(501) })).status).toBe(422);
    expect((await report(player, { listing_id: id, reporter_id: owner.userId })).status).toBe(422);
    expect((await report(undefined, { listing_id: id })).status).toBe(401);
    expect(await flags()).toEqual([]);
  });

  it('are made by the context for refused listings, with the text for review', async () => {
    const { status, body } = await call(player, 'POST', '/api/lfg/listings', { ...listing, notes: 'you r3tard' });
    expect(status).toBe(422);
    expect(body.error.message).toBe('Your listing contains inappropriate content and has been flagged for review');
    expect(await flags()).toMatchObject([
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
    expect(await flags()).toHaveLength(10);
  });
});

describe('weighing reporters', () => {
  it('trusts new reporters fully and those who are mostly wrong less', () => {
    expect(reporterWeight(0, 0)).toBe(1);
    expect(reporterWeight(10, 0)).toBe(1);
    expect(reporterWeight(0, 8)).toBeCloseTo(0.2);
    expect(reporterWeight(8, 8)).toBeGreaterThan(reporterWeight(0, 8));
  });

  it('orders newest first, but a day-old report of a good reporter before a fresh one of a bad one', () => {
    const now = Date.parse('2026-03-02T12:00:00Z');
    const fresh = queueRank(new Date(now), 1);
    const dayOld = queueRank(new Date(now - DAY_MS), 1);
    const freshButDoubtful = queueRank(new Date(now), reporterWeight(0, 8));
    expect(fresh).toBeGreaterThan(dayOld);
    expect(dayOld).toBeGreaterThan(freshButDoubtful);
  });
});
