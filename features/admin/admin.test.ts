import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '../../server/env.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import type { CreatedUser } from '../accounts/accounts.factory.ts';
import { limits } from '../accounts/rate-limits.rules.ts';
import { makeListing } from '../lfg/lfg.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import type { AdminAnswer, PlayerFile, QueueItem } from './admin.schema.ts';
import { runAdminAction } from './admin-actions.commands.ts';
import { sendTest } from './admin-testing.commands.ts';

const SMS = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a token', TWILIO_FROM: '+15005550006' };

let context: TestContext;
let admin: CreatedUser;
let owner: Player;
let reporter: Player;

beforeAll(async () => {
  context = await openTestContext({ SMTP_URL: 'smtp://localhost:2525', ...SMS });
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.deps.database.pool.query('delete from content_flags');
  await context.deps.database.pool.query('delete from admin_audit_logs');
  await context.deps.database.pool.query('delete from ban_list');
  context.setNow('2026-03-02T12:00:00Z');
  admin = await makeAdmin(context.deps);
  owner = await makePlayer(context.deps);
  reporter = await makePlayer(context.deps);
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
  const text = await response.text();
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
}
const post = (body: unknown, caller: { accessToken: string } | undefined = admin) =>
  call(caller, 'POST', '/functions/v1/admin-actions', body);
const readQueue = async () => (await call(admin, 'GET', '/api/admin/queue')).body.items as QueueItem[];
const readRow = async (statement: string, values: unknown[] = []) =>
  (await context.deps.database.pool.query(statement, values)).rows[0];
const listAudits = async () =>
  (await context.deps.database.pool.query('select * from admin_audit_logs order by created_at, id')).rows;

/** Creates a listing with an open flag reported by another user. */
async function createFlaggedListing(by = reporter, of = owner) {
  const listingId = await makeListing(context.deps, of);
  const { status } = await call(by, 'POST', '/api/lfg/reports', { listing_id: listingId, details: 'Look at this' });
  expect(status).toBe(200);
  const { id } = await readRow('select id from content_flags where listing_id = $1', [listingId]);
  return { listingId, flagId: id as string };
}
const listingStatus = async (id: string) =>
  (await call(undefined, 'GET', `/api/lfg/listings/${id}`)).body?.status ?? 'gone';
const flagStatus = async (id: string) => (await readRow('select status from content_flags where id = $1', [id])).status;

describe('console access', () => {
  it('is limited to admins on every console page, with the specified message', async () => {
    for (const path of [
      'overview',
      'queue',
      'appeals',
      'listings',
      'payments',
      'payments.csv',
      'audit',
      'audit.csv',
      'players?q=ab',
      `players/${owner.userId}`,
    ]) {
      expect((await call(undefined, 'GET', `/api/admin/${path}`)).status).toBe(401);
      const refusal = await call(owner, 'GET', `/api/admin/${path}`);
      expect(refusal.status).toBe(403);
      expect(refusal.body.error.message).toBe('Access denied: Admin privileges required');
      expect((await call(admin, 'GET', `/api/admin/${path}`)).status).toBe(200);
    }
  });

  it('refuses every action by non-admins and changes nothing', async () => {
    const { listingId, flagId } = await createFlaggedListing();
    for (const action of [
      { action: 'ban_user', userId: owner.userId, reason: 'x', days: 1 },
      { action: 'close_listing', listingId, flagId },
      { action: 'delete_listing', listingId, flagId },
      { action: 'dismiss_flag', flagId },
      { action: 'run_matcher' },
      { action: 'seed_data' },
    ]) {
      expect((await post(action, reporter)).status).toBe(403);
      expect(
        (
          await context.app.request('/functions/v1/admin-actions', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(action),
          })
        ).status,
      ).toBe(401);
    }
    expect(await flagStatus(flagId)).toBe('open');
    expect(await listingStatus(listingId)).toBe('active');
    expect(await listAudits()).toEqual([]);
  });

  it('requires two-factor authentication from admins who have set it up', async () => {
    await context.deps.database.pool.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, friendly_name)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), '')`,
      [admin.userId],
    );
    expect((await post({ action: 'run_matcher' })).status).toBe(403);
  });
});

describe('moderation queue', () => {
  it('shows each flag with its listing, owner and reporter', async () => {
    const { listingId } = await createFlaggedListing();
    expect(await readQueue()).toMatchObject([
      {
        kind: 'report',
        reason: 'inappropriate',
        details: 'Look at this',
        created_at: '2026-03-02T12:00:00.000Z',
        listing_id: listingId,
        listing_status: 'active',
        role: 'N/A',
        platform: 'PS5',
        notes: null,
        owner_id: owner.userId,
        owner_name: owner.profile.display_name,
        reporter_name: reporter.profile.display_name,
        weight: 1,
        reports: 1,
      },
    ]);
  });

  it('lists the newest flags first, with those from unreliable reporters at the end', async () => {
    const doubtful = await makePlayer(context.deps);
    await context.deps.database.pool.query(
      `insert into content_flags (reporter_id, reason, status) select $1, 'spam', 'dismissed' from generate_series(1, 8)`,
      [doubtful.userId],
    );
    const first = await createFlaggedListing();
    context.setNow('2026-03-02T12:10:00Z');
    const second = await createFlaggedListing();
    context.setNow('2026-03-02T12:20:00Z');
    const third = await createFlaggedListing(doubtful);
    expect((await readQueue()).map((item) => item.id)).toEqual([second.flagId, first.flagId, third.flagId]);
  });

  it('counts open flags, active bans, listings, matches and appeals', async () => {
    const before = (await call(admin, 'GET', '/api/admin/overview')).body;
    await createFlaggedListing();
    await post({ action: 'ban_user', userId: owner.userId, reason: 'Flagged content', days: 30 });
    const after = (await call(admin, 'GET', '/api/admin/overview')).body;
    expect(after).toEqual({
      open_flags: before.open_flags + 1,
      active_bans: before.active_bans + 1,
      total_listings: before.total_listings + 1,
      total_matches: before.total_matches,
      open_appeals: 0,
      open_support: 0,
    });
  });
});

describe('moderation decision', () => {
  it('dismisses the flag and leaves the listing unchanged on Dismiss', async () => {
    const { listingId, flagId } = await createFlaggedListing();
    expect((await post({ action: 'dismiss_flag', flagId })).body.message).toBe('Flag dismissed');
    expect(await flagStatus(flagId)).toBe('dismissed');
    expect(await listingStatus(listingId)).toBe('active');
  });

  it('closes the listing and upholds all its open flags on Close', async () => {
    const { listingId, flagId } = await createFlaggedListing();
    await call(await makePlayer(context.deps), 'POST', '/api/lfg/reports', { listing_id: listingId });
    expect((await post({ action: 'close_listing', listingId, flagId })).body.message).toBe('Listing closed');
    expect(await listingStatus(listingId)).toBe('closed');
    expect(await readQueue()).toEqual([]);
    expect(await flagStatus(flagId)).toBe('upheld');
  });

  it('removes the listing for everyone on Delete', async () => {
    const { listingId, flagId } = await createFlaggedListing();
    expect((await post({ action: 'delete_listing', listingId, flagId })).body.message).toBe('Listing deleted');
    expect(await listingStatus(listingId)).toBe('gone');
    expect((await call(owner, 'GET', '/api/lfg/mine')).body.listings).toEqual([]);
    expect(await flagStatus(flagId)).toBe('upheld');
  });

  it('bans the user for 30 days and upholds the flag on Ban User', async () => {
    const { flagId } = await createFlaggedListing();
    const { body } = await post({
      action: 'ban_user',
      userId: owner.userId,
      reason: 'Flagged content',
      days: 30,
      flagId,
    });
    expect(body.message).toBe('User banned');
    expect(await readRow('select reason, scope, expires_at from ban_list where user_id = $1', [owner.userId])).toEqual({
      reason: 'Flagged content',
      scope: 'all',
      expires_at: new Date('2026-04-01T12:00:00Z'),
    });
    expect(await flagStatus(flagId)).toBe('upheld');
  });

  it('upholds or dismisses the flag of a refused listing, which cannot be closed', async () => {
    const refuse = async (title: string) => {
      await call(owner, 'POST', '/api/lfg/listings', { title, needed_positions: ['C'], modes: ['Rec'] });
      return (
        await readRow('select id from content_flags where kind = $1 order by created_at desc limit 1', ['blocked_word'])
      ).id;
    };
    const flag = await refuse('retard one');
    expect((await readQueue())[0]).toMatchObject({
      kind: 'blocked_word',
      title: 'retard one',
      listing_id: null,
      reporter_name: null,
    });
    expect((await post({ action: 'close_listing', listingId: null, flagId: flag })).status).toBe(200);
    expect(await flagStatus(flag)).toBe('upheld');
  });

  it('refuses a second decision and says why', async () => {
    const { listingId, flagId } = await createFlaggedListing();
    const responses = await Promise.all([
      post({ action: 'dismiss_flag', flagId }),
      post({ action: 'delete_listing', listingId, flagId }),
    ]);
    expect(responses.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect((await post({ action: 'dismiss_flag', flagId })).body.error.message).toBe(
      'This flag has already been handled.',
    );
  });

  it("refuses a listing or user that the report isn't about, or that doesn't exist", async () => {
    const a = await createFlaggedListing();
    const b = await createFlaggedListing();
    const unknownId = '00000000-0000-4000-8000-000000000000';
    expect((await post({ action: 'close_listing', listingId: a.listingId, flagId: b.flagId })).status).toBe(409);
    expect(
      (await post({ action: 'ban_user', userId: reporter.userId, reason: 'x', days: 1, flagId: a.flagId })).status,
    ).toBe(409);
    expect((await post({ action: 'close_listing', listingId: unknownId })).status).toBe(404);
    expect((await post({ action: 'dismiss_flag', flagId: unknownId })).status).toBe(404);
    expect((await post({ action: 'close_listing', listingId: null })).status).toBe(422);
  });

  it.each([
    [{ action: 'rule_the_world' }, 'Unknown action.'],
    [{}, 'Unknown action.'],
    [{ action: 'dismiss_flag' }, "This isn't the id of a flag."],
    [{ action: 'close_listing', listingId: 'abc' }, "This isn't the id of a listing."],
    [{ action: 'ban_user', userId: 'abc', reason: 'x', days: 1 }, "This isn't the id of a player."],
    [{ action: 'run_matcher', extra: 1 }, 'Unknown fields: extra.'],
    [{ action: 'decide_flags', flagIds: [], decision: 'close' }, 'Select at least one flag.'],
    [{ action: 'decide_flags', flagIds: 'all', decision: 'close' }, 'Send the flags as a list of ids.'],
  ])('refuses %j', async (body, sentence) => {
    const response = await post(body);
    expect(response.status).toBe(422);
    expect(response.body.error.message).toBe(sentence);
  });

  it('requires a reason and a valid length for a ban', async () => {
    const ban = (change: object) => post({ action: 'ban_user', userId: owner.userId, reason: 'x', days: 1, ...change });
    expect((await ban({ reason: ' ' })).body.error.message).toBe('Enter a reason. The player will see it.');
    expect((await ban({ reason: 'x'.repeat(201) })).body.error.message).toBe(
      'The reason can have at most 200 characters.',
    );
    expect((await ban({ days: 0 })).body.error.message).toBe('Enter a ban length of at least one day.');
    expect((await ban({ days: 1.5 })).body.error.message).toBe('Enter the ban length as a whole number of days.');
    expect((await ban({ days: 'long' })).body.error.message).toMatch(/ban length in days/);
    expect((await ban({ days: 4000 })).body.error.message).toMatch(/at most 3650 days/);
    expect((await ban({ scope: 'breathing' })).body.error.message).toMatch(/listing, applying, matching or all/);
    expect((await ban({ days: null, scope: 'matching' })).status).toBe(200);
  });
});

describe('bulk decision', () => {
  it('decides all flags that are still open and returns the count', async () => {
    const flags = [await createFlaggedListing(), await createFlaggedListing(), await createFlaggedListing()];
    await post({ action: 'dismiss_flag', flagId: flags[0]!.flagId });
    const { body } = await post({
      action: 'decide_flags',
      decision: 'close',
      flagIds: flags.map((each) => each.flagId),
    });
    expect(body.message).toBe('2 listings closed');
    expect(body.undo.auditIds).toHaveLength(2);
    expect(await readQueue()).toEqual([]);
    expect(await listingStatus(flags[0]!.listingId)).toBe('active');
  });

  it('bans an owner of several flagged listings once', async () => {
    const flags = [await createFlaggedListing(), await createFlaggedListing()];
    const { body } = await post({ action: 'decide_flags', decision: 'ban', flagIds: flags.map((each) => each.flagId) });
    const name = (await readRow('select display_name from user_profiles where user_id = $1', [owner.userId]))
      .display_name;
    expect(body).toMatchObject({ message: '1 user banned', detail: `${name} is banned from everything for 30 days.` });
    expect(Number((await readRow('select count(*) as n from ban_list where user_id = $1', [owner.userId])).n)).toBe(1);
    expect(await readQueue()).toEqual([]);
    await post({ action: 'undo', auditIds: body.undo.auditIds });
    expect(await readQueue()).toHaveLength(2);
  });
});

it('names the banned users, at most three of them', async () => {
  const flagIds: string[] = [];
  for (const display_name of ['Aa', 'Bb', 'Cc', 'Dd', 'Ee', 'Ff']) {
    flagIds.push((await createFlaggedListing(reporter, await makePlayer(context.deps, { display_name }))).flagId);
  }
  const decide = async (from: number, to: number) =>
    (await post({ action: 'decide_flags', decision: 'ban', flagIds: flagIds.slice(from, to) })).body;
  expect(await decide(0, 2)).toMatchObject({
    message: '2 users banned',
    detail: 'Aa and Bb are banned from everything for 30 days.',
  });
  expect(await decide(2, 6)).toMatchObject({
    message: '4 users banned',
    detail: 'Cc, Dd, Ee and 1 more are banned from everything for 30 days.',
  });
});

it('reports when all selected users were already banned', async () => {
  const flags = [await createFlaggedListing(), await createFlaggedListing()];
  await post({ action: 'ban_user', userId: owner.userId, reason: 'Spam', days: null, scope: 'all' });
  const { body } = await post({ action: 'decide_flags', decision: 'ban', flagIds: flags.map((each) => each.flagId) });
  expect(body).toMatchObject({ message: '0 users banned', detail: 'Everyone selected was already banned.' });
});

describe('undo of an action', () => {
  const undo = (result: AdminAnswer, caller: { accessToken: string } = admin) =>
    post({ action: 'undo', auditIds: result.undo!.auditIds }, caller);

  it.each(['dismiss', 'close', 'delete', 'ban'] as const)(
    'reverts %s and restores the listing, the flag and the ban',
    async (decision) => {
      const { listingId, flagId } = await createFlaggedListing();
      const { body } = await post({ action: 'decide_flags', decision, flagIds: [flagId] });
      expect(await readQueue()).toHaveLength(0);
      expect((await undo(body)).body.message).toBe('Undone');
      expect(await flagStatus(flagId)).toBe('open');
      expect(await listingStatus(listingId)).toBe('active');
      expect((await call(admin, 'GET', '/api/admin/overview')).body.active_bans).toBe(0);
      expect((await listAudits()).map((entry) => entry.action)).toContain('undo');
      expect((await undo(body)).body.error.message).toBe('This has already been undone.');
    },
  );

  it('works for 30 seconds and only for the admin who performed the action', async () => {
    const { flagId } = await createFlaggedListing();
    const { body } = await post({ action: 'dismiss_flag', flagId });
    expect(body.undo.until).toBe('2026-03-02T12:00:30.000Z');
    expect((await undo(body, await makeAdmin(context.deps))).status).toBe(403);
    context.setNow('2026-03-02T12:00:40Z');
    expect((await undo(body)).body.error.message).toBe("It's too late to undo this.");
    expect(await flagStatus(flagId)).toBe('dismissed');
  });

  it('is refused without changes when the target has changed since', async () => {
    const a = await createFlaggedListing();
    const b = await createFlaggedListing();
    const { body } = await post({ action: 'decide_flags', decision: 'close', flagIds: [a.flagId, b.flagId] });
    await post({ action: 'delete_listing', listingId: b.listingId });
    expect((await undo(body)).status).toBe(409);
    expect(await listingStatus(a.listingId)).toBe('closed');
    expect(await readQueue()).toEqual([]);
  });

  const requestDeletion = (caller: { accessToken: string }) => call(caller, 'POST', '/api/account/deletion');
  const cancelDeletion = (caller: { accessToken: string }) => call(caller, 'DELETE', '/api/account/deletion');

  it.each(['close', 'delete'] as const)('restores a listing after %s once its owner cancels deletion', async (how) => {
    const { listingId } = await createFlaggedListing();
    const { body } = await post({ action: `${how}_listing`, listingId });
    await requestDeletion(owner);
    expect((await undo(body)).body.message).toBe('Undone');
    expect(await listingStatus(listingId)).toBe('closed');
    await cancelDeletion(owner);
    expect(await listingStatus(listingId)).toBe('active');
  });

  it('reopens the listing if the owner has already canceled their account deletion', async () => {
    const { listingId } = await createFlaggedListing();
    await requestDeletion(owner);
    const { body } = await post({ action: 'delete_listing', listingId });
    await cancelDeletion(owner);
    await undo(body);
    expect(await listingStatus(listingId)).toBe('active');
  });

  it('keeps the newer of two listings with the same title when the owner returns', async () => {
    const { listingId } = await createFlaggedListing();
    const { body } = await post({ action: 'close_listing', listingId });
    const { title } = await readRow('select title from lfg_listings where id = $1', [listingId]);
    context.setNow('2026-03-02T12:00:05Z');
    const newerListing = await makeListing(context.deps, owner, { title });
    await requestDeletion(owner);
    await undo(body);
    expect((await cancelDeletion(owner)).status).toBe(200);
    expect(await listingStatus(newerListing)).toBe('active');
    expect(await listingStatus(listingId)).toBe('closed');
  });

  it('refuses actions that cannot be undone', async () => {
    await post({ action: 'seed_data' });
    const [entry] = await listAudits();
    expect((await post({ action: 'undo', auditIds: [entry.id] })).body.error.message).toBe(
      "This action can't be undone.",
    );
    expect((await post({ action: 'undo', auditIds: ['00000000-0000-4000-8000-000000000000'] })).status).toBe(404);
  });
});

describe('a system action', () => {
  it('requests a matching round with Run Matcher Now and Rebuild Matches', async () => {
    expect((await post({ action: 'run_matcher' })).status).toBe(200);
    expect((await post({ action: 'rebuild_matches' })).status).toBe(200);
    const { rows } = await context.deps.database.pool.query(
      'select trigger, status, requested_by from matcher_runs order by trigger',
    );
    expect(rows).toEqual([
      { trigger: 'admin', status: 'queued', requested_by: admin.userId },
      { trigger: 'rebuild', status: 'queued', requested_by: admin.userId },
    ]);
  });

  it('creates six published test players with Seed Test Data', async () => {
    const before = Number((await readRow('select count(*) as n from protocol_public_profiles')).n);
    expect((await post({ action: 'seed_data' })).body.message).toBe('6 test profiles created');
    expect(Number((await readRow('select count(*) as n from protocol_public_profiles')).n)).toBe(before + 6);
    await post({ action: 'seed_data' });
    expect(Number((await readRow('select count(*) as n from protocol_public_profiles')).n)).toBe(before + 12);
  });

  it("sends Test Email and Test SMS to the address in the admin's profile", async () => {
    expect((await post({ action: 'test_email' })).body.error.message).toMatch(/no email address/);
    const player = await makePlayer(context.deps, { phone: '+12125550100' }, { admin: true });
    expect((await post({ action: 'test_email' }, player)).status).toBe(200);
    expect((await post({ action: 'test_sms' }, player)).status).toBe(200);
    expect((await listOutbox(context.deps.db, player.userId)).map((message) => message.kind)).toEqual(['test', 'test']);
    const { rows } = await context.deps.database.pool.query(
      'select channels, recipient from notification_outbox where user_id = $1',
      [player.userId],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { channels: ['email'], recipient: { email: player.email } },
        { channels: ['sms'], recipient: { phone: '+12125550100' } },
      ]),
    );
    const silentAdmin = await makePlayer(context.deps, {}, { admin: true });
    expect((await post({ action: 'test_sms' }, silentAdmin)).body.error.message).toMatch(/no phone number/);
  });

  it('reports that the channel for Test Email or Test SMS is not set up', async () => {
    const player = await makePlayer(context.deps, { phone: '+12125550100' }, { admin: true });
    const unconfiguredDeps = { ...context.deps, env: readEnv({ NODE_ENV: 'test', DISCORD_BOT_TOKEN: 'a key' }) };
    await expect(sendTest(unconfiguredDeps, player, 'email')).rejects.toThrow(
      "No mail server is set up, so we can't send a test email. Set SMTP_URL and restart the server.",
    );
    await expect(sendTest(unconfiguredDeps, player, 'sms')).rejects.toThrow(/^No SMS service is set up/);
    expect(await listOutbox(context.deps.db, player.userId)).toEqual([]);
  });

  it('limits Test Email and says when it will be available again', async () => {
    const player = await makePlayer(context.deps, {}, { admin: true });
    for (let time = 0; time < limits.testMessages.points; time++) {
      expect((await post({ action: 'test_email' }, player)).status).toBe(200);
    }
    const refusal = await post({ action: 'test_email' }, player);
    expect(refusal.status).toBe(429);
    expect(refusal.body.error.message).toBe(
      "You've sent a lot of test messages. Wait 10 minutes. The Health tab shows what happened to them.",
    );
  });
});

describe('console', () => {
  it('logs each action with its admin, target and time, and the state before and after', async () => {
    const { listingId, flagId } = await createFlaggedListing();
    await post({ action: 'close_listing', listingId, flagId });
    const { entries, actions } = (await call(admin, 'GET', '/api/admin/audit')).body;
    expect(entries).toMatchObject([
      {
        admin_id: admin.userId,
        action: 'close_listing',
        target_type: 'listing',
        target_id: listingId,
        before: { status: 'active', flags: [flagId] },
        after: { status: 'closed', closedBy: 'admin' },
        created_at: '2026-03-02T12:00:00.000Z',
      },
    ]);
    expect(actions).toEqual(['close_listing']);
  });

  it('filters the audit log by action, target, admin and day', async () => {
    const a = await createFlaggedListing();
    const b = await createFlaggedListing();
    await post({ action: 'dismiss_flag', flagId: a.flagId });
    context.setNow('2026-03-02T12:01:00Z');
    await post({ action: 'close_listing', ...b });
    const count = async (query: string) => (await call(admin, 'GET', `/api/admin/audit?${query}`)).body.entries.length;
    expect(await count('')).toBe(2);
    expect(await count('action=dismiss_flag')).toBe(1);
    expect(await count(`target=${b.listingId}`)).toBe(1);
    expect(await count(`admin=${owner.userId}`)).toBe(0);
    expect(await count('from=2026-03-02&to=2026-03-02')).toBe(2);
    expect(await count('to=2026-03-01')).toBe(0);
    expect((await call(admin, 'GET', '/api/admin/audit?from=yesterday')).status).toBe(422);
    expect((await call(admin, 'GET', '/api/admin/audit?admin=me')).status).toBe(422);
  });

  it("exports the audit log as CSV that spreadsheets don't run as formulas", async () => {
    const { flagId } = await createFlaggedListing();
    await runAdminAction(context.deps, admin, {
      action: 'ban_user',
      userId: owner.userId,
      reason: '=1+1, "quoted"',
      days: 1,
      scope: 'all',
      flagId,
    });
    const file = await call(admin, 'GET', '/api/admin/audit.csv?action=ban_user');
    const [header, line] = file.text.split('\r\n');
    expect(header).toBe('created_at,admin_id,admin_name,action,target_type,target_id,before,after,undone_at');
    expect(line).toMatch(/^2026-03-02T12:00:00\.000Z,/);
    expect(line).toContain('""scope"":""all"",""reason"":""=1+1');
    await context.deps.database.pool.query(
      `insert into payments_audit (event_id, event_type, price_id, payload, processed_at) values ('evt_1', '=cmd', 'PRICE_X', '{}', '2026-03-01T10:00:00Z')`,
    );
    expect((await call(admin, 'GET', '/api/admin/payments.csv')).text).toContain("evt_1,'=cmd,PRICE_X,");
    const { events, types } = (await call(admin, 'GET', '/api/admin/payments?price=PRICE_X')).body;
    expect(events).toMatchObject([
      { event_type: '=cmd', price_id: 'PRICE_X', processed_at: '2026-03-01T10:00:00.000Z' },
    ]);
    expect(types).toEqual(['=cmd']);
    expect((await call(admin, 'GET', '/api/admin/payments?type=other')).body.events).toEqual([]);
  });

  it('shows a listing as hidden while its owner is banned and as expired past its date', async () => {
    const { listingId } = await createFlaggedListing();
    const listShown = async () => [
      (await call(admin, 'GET', '/api/admin/listings')).body.listings.find(
        (row: { id: string }) => row.id === listingId,
      ).status,
      (await readQueue()).find((item) => item.listing_id === listingId)?.listing_status,
    ];
    expect(await listShown()).toEqual(['active', 'active']);
    const ban = { action: 'ban_user', userId: owner.userId, reason: 'spam', days: 1, scope: 'all' } as const;
    await runAdminAction(context.deps, admin, ban);
    expect(await listShown()).toEqual(['hidden', 'hidden']);
    await context.deps.database.pool.query('update lfg_listings set expires_at = $2 where id = $1', [
      listingId,
      context.deps.now(),
    ]);
    expect(await listShown()).toEqual(['expired', 'expired']);
  });

  it('shows the newest 50 listings, 50 payments and 100 audit entries', async () => {
    const pool = context.deps.database.pool;
    await pool.query(
      `insert into lfg_listings (user_id, title, needed_positions, modes, platform, region) select $1, 'bulk ' || n, '{C}', '{Rec}', 'PS5', 'EU' from generate_series(1, 60) n`,
      [owner.userId],
    );
    await pool.query(
      `insert into payments_audit (event_id, event_type, payload, processed_at) select 'bulk' || n, 'x', '{}', now() from generate_series(1, 60) n`,
    );
    await pool.query(
      `insert into admin_audit_logs (action, target_type) select 'bulk', 'x' from generate_series(1, 120)`,
    );
    expect((await call(admin, 'GET', '/api/admin/listings')).body.listings).toHaveLength(50);
    expect((await call(admin, 'GET', '/api/admin/payments')).body.events).toHaveLength(50);
    expect((await call(admin, 'GET', '/api/admin/audit')).body.entries).toHaveLength(100);
    await pool.query(`delete from lfg_listings where title like 'bulk %'`);
  });
});

describe("the console's players tab", () => {
  const search = async (q: string) =>
    ((await call(admin, 'GET', `/api/admin/players?q=${encodeURIComponent(q)}`)).body.players as { id: string }[]).map(
      (each) => each.id,
    );

  it('finds players by part of their name in any spelling, or by login, email or id', async () => {
    const searchedPlayer = await makePlayer(
      context.deps,
      { display_name: '100%_Sniper' },
      { twitch: { login: 'sniper_live', id: '77' } },
    );
    expect(await search('100%_sn')).toEqual([searchedPlayer.userId]);
    expect(await search('100xx')).toEqual([]);
    expect(await search('Sniper_Live')).toEqual([searchedPlayer.userId]);
    expect(await search(searchedPlayer.email.toUpperCase())).toEqual([searchedPlayer.userId]);
    expect(await search(searchedPlayer.userId)).toEqual([searchedPlayer.userId]);
    expect((await call(admin, 'GET', '/api/admin/players?q=a')).status).toBe(422);
    const accented = await makePlayer(context.deps, { display_name: 'Zoë O’Neill' });
    for (const text of ['zoe oneill', "O'NEILL", 'Zoë']) expect(await search(text)).toContain(accented.userId);
  });

  it("shows a player's bans, flags and report record, and lifts bans", async () => {
    const { flagId } = await createFlaggedListing();
    await post({ action: 'dismiss_flag', flagId });
    await post({ action: 'ban_user', userId: owner.userId, reason: 'Griefing', days: null, scope: 'matching' });
    const file = (await call(admin, 'GET', `/api/admin/players/${owner.userId}`)).body as PlayerFile;
    expect(file.reliability).toEqual({ score: null, counted: 0, missed: 0, unreliable_until: null });
    expect(file).toMatchObject({ active_bans: 1, is_admin: false, listings: 1, email: owner.email });
    expect(file.bans).toMatchObject([{ scope: 'matching', reason: 'Griefing', expires_at: null, active: true }]);
    expect(file.flags).toMatchObject([{ status: 'dismissed' }]);
    expect((await call(admin, 'GET', `/api/admin/players/${reporter.userId}`)).body).toMatchObject({
      reports_upheld: 0,
      reports_dismissed: 1,
    });
    expect((await post({ action: 'lift_ban', banId: file.bans[0]!.id })).body.message).toBe('Ban lifted');
    expect(((await call(admin, 'GET', `/api/admin/players/${owner.userId}`)).body as PlayerFile).bans[0]!.active).toBe(
      false,
    );
    expect((await call(admin, 'GET', '/api/admin/players/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('lists appeals in the queue, oldest first, until they are decided', async () => {
    await post({ action: 'ban_user', userId: owner.userId, reason: 'Spam', days: 5 });
    const { id } = await readRow('select id from ban_list where user_id = $1', [owner.userId]);
    await call(owner, 'POST', '/api/moderation/appeals', { ban_id: id, message: 'Sorry' });
    const { appeals } = (await call(admin, 'GET', '/api/admin/appeals')).body;
    expect(appeals).toMatchObject([
      { message: 'Sorry', reason: 'Spam', scope: 'all', display_name: owner.profile.display_name },
    ]);
    const response = await post({
      action: 'decide_appeal',
      appealId: appeals[0].id,
      decision: 'granted',
      answer: ' ok ',
    });
    expect(response.body.message).toBe('Appeal granted, ban lifted');
    expect((await call(admin, 'GET', '/api/admin/appeals')).body.appeals).toEqual([]);
  });
});
