import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { type CreatedUser, makeUser } from '../accounts/accounts.factory.ts';
import { isAccessDenied, requireAccess } from './access-policy.commands.ts';
import { ACCESS_POLICY } from './access-policy.rules.ts';
import type { Surface } from './access-policy.schema.ts';
import { setAdmin } from './admins.commands.ts';
import { isAdmin } from './admins.queries.ts';
import { appealBan, decideAppeal } from './ban-appeals.commands.ts';
import { appealDecided, appealFiled } from './ban-appeals.events.ts';
import { banUser, liftBan, type NewBan } from './bans.commands.ts';
import { banEnded, userBanned } from './bans.events.ts';
import { type FlaggedListing, flagRefusedListing, reportListing } from './flags.commands.ts';
import { makeAdmin } from './moderation.factory.ts';
import { computeQueueRank, computeReporterWeight } from './moderation.rules.ts';
import type { OwnBan } from './moderation.schema.ts';

let context: TestContext;
let admin: CreatedUser;
let other: CreatedUser;
let player: CreatedUser;

beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: 'en,fr' });
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow('2026-03-02T12:00:00Z');
  other = await makeUser(context.deps);
  player = await makeUser(context.deps);
});

type Caller = { accessToken: string; language?: string };

async function call(caller: Caller | undefined, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: {
      'Accept-Language': caller?.language ?? 'en',
      ...(caller ? { Authorization: `Bearer ${caller.accessToken}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
/** Builds dependencies that record certain events and the after-commit callbacks, for this test only. */
const withListeners = (events: { name: string }[], receivedEvents: unknown[], due: string[] = []): Deps => {
  const createHandler = (name: string) => async (_tx: unknown, _deps: unknown, what: unknown) => {
    receivedEvents.push(what);
    return async () => void due.push(name);
  };
  const handlers = new Map(events.map(({ name }) => [name, [createHandler(name)]]));
  return { ...context.deps, wiring: { ...context.deps.wiring, handlers } };
};
const withListener = (event: { name: string }, receivedEvents: unknown[], due: string[] = []) =>
  withListeners([event], receivedEvents, due);
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const ban = (change: Partial<NewBan> = {}, deps = context.deps) =>
  context.deps.db.transaction((tx) =>
    banUser(tx, deps, admin, { userId: player.userId, reason: 'Spam', days: 30, scope: 'all', ...change }),
  );
const listAudits = async (id: string) =>
  (await context.deps.database.pool.query('select * from admin_audit_logs where target_id = $1', [id])).rows;

describe('a ban', () => {
  it('closes only the surfaces in its scope', async () => {
    const listDenied = async () =>
      Promise.all(
        (['lfg-owner', 'lfg-applicant', 'proposals'] as const).map((surface) =>
          isAccessDenied(context.deps.db, context.deps, player.userId, surface),
        ),
      );
    await ban({ scope: 'listing' });
    expect(await listDenied()).toEqual([true, false, false]);
    await ban({ scope: 'applying' });
    expect(await listDenied()).toEqual([true, true, false]);
    await ban({ scope: 'matching' });
    expect(await listDenied()).toEqual([true, true, true]);
  });

  it('ends after its number of days, or never', async () => {
    await ban({ days: 30 });
    context.setNow(new Date(Date.parse('2026-03-02T12:00:00Z') + 30 * DAY_MS - 1));
    expect(await isAccessDenied(context.deps.db, context.deps, player.userId, 'lfg-owner')).toBe(true);
    context.setNow(new Date(Date.parse('2026-03-02T12:00:00Z') + 30 * DAY_MS));
    expect(await isAccessDenied(context.deps.db, context.deps, player.userId, 'lfg-owner')).toBe(false);
    await ban({ days: null });
    context.setNow('2099-01-01T00:00:00Z');
    expect(await isAccessDenied(context.deps.db, context.deps, player.userId, 'lfg-owner')).toBe(true);
  });

  it('publishes its reason and end and records the state before and after', async () => {
    const receivedEvents: unknown[] = [];
    const result = await ban({ reason: 'Spam in listings' }, withListener(userBanned, receivedEvents));
    const { userId } = player;
    const expiresAt = new Date('2026-04-01T12:00:00Z');
    expect(receivedEvents).toEqual([
      { banId: result.ban.id, userId, scope: 'all', reason: 'Spam in listings', expiresAt },
    ]);
    expect((await listAudits(player.userId)).at(-1)).toMatchObject({
      admin_id: admin.userId,
      action: 'ban_user',
      target_type: 'user',
      target_id: player.userId,
      before: { activeBans: 0 },
      after: { scope: 'all', reason: 'Spam in listings', expiresAt: '2026-04-01T12:00:00.000Z' },
    });
  });

  it('is refused for oneself, admins, unknown users and when it adds nothing', async () => {
    await expect(ban({ userId: admin.userId })).rejects.toThrow("You can't ban yourself.");
    const other = await makeAdmin(context.deps);
    await expect(ban({ userId: other.userId })).rejects.toThrow(
      'This player is an admin. Remove the admin role first.',
    );
    await expect(ban({ userId: UNKNOWN_ID })).rejects.toThrow('Player not found.');
    await ban({ days: 30, scope: 'all' });
    await expect(ban({ days: 30, scope: 'listing' })).rejects.toThrow(
      'This player is already banned for at least that long.',
    );
    await expect(ban({ days: 60, scope: 'listing' })).resolves.toBeDefined();
  });

  it('is created once when two admins click at the same moment', async () => {
    const results = await Promise.allSettled([ban(), ban()]);
    expect(results.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('can be lifted only once', async () => {
    const result = await ban();
    await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, result.ban.id));
    expect(await isAccessDenied(context.deps.db, context.deps, player.userId, 'lfg-owner')).toBe(false);
    await expect(context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, result.ban.id))).rejects.toThrow(
      'This ban has already ended.',
    );
  });

  it('publishes an event when lifted and records its earlier state', async () => {
    const receivedEvents: unknown[] = [];
    const due: string[] = [];
    const deps = withListener(banEnded, receivedEvents, due);
    const result = await ban({ scope: 'listing', flagIds: [UNKNOWN_ID] });
    const liftResult = await context.deps.db.transaction((tx) => liftBan(tx, deps, admin, result.ban.id));
    expect(receivedEvents).toEqual([
      { banId: result.ban.id, userId: player.userId, scope: 'listing', how: 'lifted', at: context.deps.now() },
    ]);
    await liftResult.after();
    expect(due).toEqual([banEnded.name]);
    expect(await listAudits(result.ban.id)).toMatchObject([
      {
        id: liftResult.auditId,
        admin_id: admin.userId,
        action: 'lift_ban',
        target_type: 'ban',
        before: { userId: player.userId, scope: 'listing', expiresAt: '2026-04-01T12:00:00.000Z' },
        after: { liftedAt: '2026-03-02T12:00:00.000Z' },
      },
    ]);
    expect(await listAudits(player.userId)).toMatchObject([{ id: result.auditId, before: { flags: [UNKNOWN_ID] } }]);
  });

  it("can't be lifted when it doesn't exist or is over", async () => {
    const liftBanById = (id: string) => context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, id));
    await expect(liftBanById(UNKNOWN_ID)).rejects.toMatchObject({ code: 'not_found', message: 'Ban not found.' });
    const result = await ban({ days: 1 });
    context.setNow('2026-03-03T12:00:00Z');
    await expect(liftBanById(result.ban.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await listAudits(result.ban.id)).toEqual([]);
  });

  it('refuses only the banned user, with the message of each surface', async () => {
    await ban({ scope: 'applying' });
    const checkAccess = (userId: string, surface: 'lfg-applicant' | 'lfg-owner') =>
      requireAccess(context.deps.db, context.deps, userId, surface);
    await expect(checkAccess(player.userId, 'lfg-applicant')).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You are banned from applying to listings',
    });
    await expect(checkAccess(player.userId, 'lfg-owner')).resolves.toBeUndefined();
    await expect(checkAccess(other.userId, 'lfg-applicant')).resolves.toBeUndefined();
  });
});

const SURFACES = Object.keys(ACCESS_POLICY) as Surface[];

describe('a user whose account deletion is scheduled', () => {
  it.each(SURFACES.filter((surface) => ACCESS_POLICY[surface].deniedBy.includes('leaving')))(
    'sees the deletion message instead of the ban message at %s',
    async (surface) => {
      await context.deps.database.pool.query(`update auth.users set delete_after = now() where id = $1`, [
        player.userId,
      ]);
      await expect(requireAccess(context.deps.db, context.deps, player.userId, surface)).rejects.toMatchObject({
        code: 'leaving',
        message: expect.stringContaining('keep your account at /protocol/leaving'),
      });
    },
  );
});

describe('the admin role', () => {
  it('writes an audit entry when granted and when revoked', async () => {
    const set = (isAdmin: boolean) =>
      context.deps.db.transaction((tx) => setAdmin(tx, context.deps, player.userId, isAdmin));
    await set(true);
    expect(await isAdmin(context.deps.db, player.userId)).toBe(true);
    context.setNow('2026-03-02T12:00:01Z');
    await set(false);
    expect(await isAdmin(context.deps.db, player.userId)).toBe(false);
    const entries = (await listAudits(player.userId)).sort((a, b) => a.created_at - b.created_at);
    const entry = { admin_id: null, target_type: 'user', before: null, after: null };
    expect(entries).toMatchObject([
      { ...entry, action: 'admin_grant' },
      { ...entry, action: 'admin_revoke' },
    ]);
  });

  it("doesn't allow calls reserved for the operator", async () => {
    const { status, body } = await call(admin, 'GET', '/auth/v1/admin/users');
    expect([status, body.code]).toEqual([403, 'not_admin']);
  });
});

describe('a flag', () => {
  // Listings belong to a higher-level feature, so this drops the foreign key to allow any ID.
  beforeAll(() =>
    context.deps.database.pool.query('alter table content_flags drop constraint content_flags_listing_id_fkey'),
  );
  const createListing = (change: Partial<FlaggedListing> = {}): FlaggedListing => ({
    id: null,
    ownerId: player.userId,
    title: 'A run',
    notes: null,
    role: 'N/A',
    platform: 'PS5',
    ...change,
  });
  const listFlags = async () =>
    (await context.deps.database.pool.query('select * from content_flags where owner_id = $1', [player.userId])).rows;
  const report = (about: FlaggedListing, reporterId = other.userId) =>
    reportListing(context.deps.db, context.deps, about, { reporterId, reason: 'spam', details: 'Ads' });

  it("keeps the listing's content from the time of the report", async () => {
    const id = randomUUID();
    await report(createListing({ id, notes: 'Buy here' }));
    expect(await listFlags()).toMatchObject([
      {
        kind: 'report',
        status: 'open',
        listing_id: id,
        reporter_id: other.userId,
        reason: 'spam',
        details: 'Ads',
        subject: { title: 'A run', notes: 'Buy here', role: 'N/A', platform: 'PS5' },
        created_at: context.deps.now(),
      },
    ]);
  });

  it("is refused for the reporter's own listing and while their earlier report is open", async () => {
    const about = createListing({ id: randomUUID() });
    await expect(report(about, player.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This is your own listing. Close it instead.',
    });
    await report(about);
    await expect(report(about)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You already reported this listing. A moderator will review it.',
    });
    expect(await listFlags()).toHaveLength(1);
    await context.deps.database.pool.query(`update content_flags set status = 'dismissed'`);
    await report(about);
    expect(await listFlags()).toHaveLength(2);
  });

  it("doesn't report other failures as a duplicate report", async () => {
    await expect(report(createListing(), UNKNOWN_ID)).rejects.not.toHaveProperty('code', 'conflict');
  });

  it('is created for at most ten unreviewed refused listings per user', async () => {
    const keep = (ownerId = player.userId) =>
      flagRefusedListing(context.deps.db, context.deps, createListing({ ownerId }), 'silly');
    for (let n = 0; n < 11; n++) await keep();
    const items = await listFlags();
    expect(items).toHaveLength(10);
    expect(items[0]).toMatchObject({
      kind: 'blocked_word',
      listing_id: null,
      reporter_id: null,
      reason: 'blocked_word',
      details: 'Refused because of "silly"',
      subject: { title: 'A run', notes: null, role: 'N/A', platform: 'PS5' },
    });
    await keep(other.userId);
    await context.deps.database.pool.query(`update content_flags set status = 'upheld' where id = $1`, [items[0].id]);
    await keep();
    expect(await listFlags()).toHaveLength(11);
  });
});

describe('a banned user', () => {
  const listBans = async (user = player) => (await call(user, 'GET', '/api/moderation/me')).body.bans as OwnBan[];

  it('sees the reason, scope and end, but not which moderator decided', async () => {
    expect(await listBans()).toEqual([]);
    await ban({ reason: 'Insults' });
    const [own] = await listBans();
    expect(own).toMatchObject({
      reason: 'Insults',
      scope: 'all',
      expires_at: '2026-04-01T12:00:00.000Z',
      appeal: null,
    });
    expect(JSON.stringify(own)).not.toContain(admin.userId);
    expect(await listBans(other)).toEqual([]);
  });

  it('can file one appeal', async () => {
    await ban();
    const [own] = await listBans();
    const send = (message: unknown, user = player) =>
      call(user, 'POST', '/api/moderation/appeals', { ban_id: own!.id, message });
    expect((await send('  ')).body.error.message).toBe('Say why the ban should be lifted.');
    expect((await send('x'.repeat(1001))).body.error.message).toBe('Keep your appeal to 1,000 characters.');
    expect((await send('\u0007\u3164')).body.error.message).toBe('Say why the ban should be lifted.');
    expect((await send('I was not me', other)).status).toBe(404);
    expect((await send('It was my brother.')).status).toBe(200);
    expect((await send('Again')).body.error.message).toBe('You already appealed this ban.');
    expect((await listBans())[0]!.appeal).toMatchObject({ message: 'It was my brother.', status: 'open' });
  });

  it("gets answers in the request's language", async () => {
    await ban();
    const [own] = await listBans();
    const reader = { ...player, language: 'fr-CA, en;q=0.5' };
    const send = () => call(reader, 'POST', '/api/moderation/appeals', { ban_id: own!.id, message: 'Please' });
    expect((await send()).body.message).toBe('Recours envoyé. La modération va le lire.');
    expect((await send()).body.error.message).toBe('Tu as déjà fait un recours contre ce ban.');
  });

  it('sees each ban with its own appeal, and permanent bans as permanent', async () => {
    await ban({ scope: 'listing', days: null });
    await ban({ scope: 'applying' });
    const [lasting] = await listBans();
    await appealBan(context.deps, player, { ban_id: lasting!.id, message: 'Please' });
    const activeBans = await listBans();
    expect(activeBans).toMatchObject([
      { scope: 'listing', expires_at: null, appeal: { message: 'Please', answer: null, decided_at: null } },
      { scope: 'applying', expires_at: '2026-04-01T12:00:00.000Z', appeal: null },
    ]);
    const decision = { appealId: activeBans[0]!.appeal!.id, decision: 'rejected', answer: 'No.' } as const;
    await context.deps.db.transaction((tx) => decideAppeal(tx, context.deps, admin, decision));
    expect((await listBans())[0]!.appeal).toMatchObject({
      status: 'rejected',
      answer: 'No.',
      decided_at: '2026-03-02T12:00:00.000Z',
    });
  });

  it('triggers the event and runs the after-commit callback when appealing', async () => {
    const receivedEvents: unknown[] = [];
    const due: string[] = [];
    await ban();
    const [own] = await listBans();
    await appealBan(withListener(appealFiled, receivedEvents, due), player, { ban_id: own!.id, message: 'Please' });
    const appealId = (await listBans())[0]!.appeal!.id;
    expect(receivedEvents).toEqual([{ appealId, banId: own!.id, userId: player.userId }]);
    expect(due).toEqual([appealFiled.name]);
  });

  it('sees no duplicate-appeal message when a different error occurs', async () => {
    await ban();
    const [own] = await listBans();
    const tooLongAppeal = appealBan(context.deps, player, { ban_id: own!.id, message: 'x'.repeat(1001) });
    await expect(tooLongAppeal).rejects.not.toHaveProperty('code', 'conflict');
  });

  it("can't appeal a ban that is over", async () => {
    await ban({ days: 1 });
    const [own] = await listBans();
    context.setNow('2026-03-05T12:00:00Z');
    await expect(appealBan(context.deps, player, { ban_id: own!.id, message: 'x' })).rejects.toThrow(
      'This ban has already ended.',
    );
  });

  it.each(['granted', 'rejected'] as const)('triggers an event when an appeal is %s', async (decision) => {
    await ban();
    const [own] = await listBans();
    await call(player, 'POST', '/api/moderation/appeals', { ban_id: own!.id, message: 'Please' });
    const appealId = (await listBans())[0]!.appeal!.id;
    const receivedEvents: unknown[] = [];
    const due: string[] = [];
    const deps = withListener(appealDecided, receivedEvents, due);
    const decide = () =>
      context.deps.db.transaction((tx) => decideAppeal(tx, deps, admin, { appealId, decision, answer: 'We looked.' }));
    const after = await decide();
    expect(due).toEqual([]);
    await after();
    expect(due).toEqual([appealDecided.name]);
    await expect(decide()).rejects.toThrow('This appeal has already been decided.');
    expect(await isAccessDenied(context.deps.db, context.deps, player.userId, 'lfg-owner')).toBe(
      decision === 'rejected',
    );
    expect(receivedEvents).toEqual([
      { appealId, banId: own!.id, userId: player.userId, decision, answer: 'We looked.' },
    ]);
    expect(await listAudits(appealId)).toMatchObject([
      {
        admin_id: admin.userId,
        action: 'decide_appeal',
        target_type: 'appeal',
        before: { status: 'open' },
        after: { status: decision, answer: 'We looked.' },
      },
    ]);
  });

  it('has the ban lifted when the appeal is granted, with both events after the commit', async () => {
    await ban();
    const [own] = await listBans();
    await appealBan(context.deps, player, { ban_id: own!.id, message: 'Please' });
    const appealId = (await listBans())[0]!.appeal!.id;
    const receivedEvents: unknown[] = [];
    const due: string[] = [];
    const deps = withListeners([banEnded, appealDecided], receivedEvents, due);
    const decision = { appealId, decision: 'granted', answer: null } as const;
    await (await context.deps.db.transaction((tx) => decideAppeal(tx, deps, admin, decision)))();
    expect(receivedEvents[0]).toEqual({
      banId: own!.id,
      userId: player.userId,
      scope: own!.scope,
      how: 'lifted',
      at: context.deps.now(),
    });
    expect(due).toEqual([banEnded.name, appealDecided.name]);
  });

  it('gets a decision on an appeal even after the ban ended', async () => {
    await ban({ days: 1 });
    const [own] = await listBans();
    await appealBan(context.deps, player, { ban_id: own!.id, message: 'Please' });
    const appealId = (await listBans())[0]!.appeal!.id;
    context.setNow('2026-03-04T12:00:00Z');
    const decide = (appealId: string) =>
      context.deps.db.transaction((tx) =>
        decideAppeal(tx, context.deps, admin, { appealId, decision: 'granted', answer: null }),
      );
    await expect(decide(UNKNOWN_ID)).rejects.toMatchObject({ code: 'not_found', message: 'Appeal not found.' });
    await decide(appealId);
    const { rows } = await context.deps.database.pool.query('select status from ban_appeals where id = $1', [appealId]);
    expect(rows).toEqual([{ status: 'granted' }]);
    expect(await listAudits(own!.id)).toEqual([]);
  });
});

describe('reporter weights', () => {
  it('are full for new reporters and lower for those who are mostly wrong', () => {
    expect(computeReporterWeight(0, 0)).toBe(1);
    expect(computeReporterWeight(10, 0)).toBe(1);
    expect(computeReporterWeight(0, 8)).toBeCloseTo(0.2);
    expect(computeReporterWeight(8, 8)).toBeGreaterThan(computeReporterWeight(0, 8));
  });

  it("rank a reliable reporter's day-old report above an unreliable one's new report", () => {
    const now = Date.parse('2026-03-02T12:00:00Z');
    const newRank = computeQueueRank(new Date(now), 1);
    const dayOld = computeQueueRank(new Date(now - DAY_MS), 1);
    const freshButDoubtful = computeQueueRank(new Date(now), computeReporterWeight(0, 8));
    expect(newRank).toBeGreaterThan(dayOld);
    expect(dayOld).toBeGreaterThan(freshButDoubtful);
  });
});
