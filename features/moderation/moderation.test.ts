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

async function call(who: Caller | undefined, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: {
      'Accept-Language': who?.language ?? 'en',
      ...(who ? { Authorization: `Bearer ${who.accessToken}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
/** Builds dependencies that record certain events and the after-commit callbacks, for this test only. */
const withListeners = (events: { name: string }[], received: unknown[], due: string[] = []): Deps => {
  const createHandler = (name: string) => async (_tx: unknown, _deps: unknown, what: unknown) => {
    received.push(what);
    return async () => void due.push(name);
  };
  const handlers = new Map(events.map(({ name }) => [name, [createHandler(name)]]));
  return { ...context.deps, wiring: { ...context.deps.wiring, handlers } };
};
const withListener = (event: { name: string }, heard: unknown[], due: string[] = []) =>
  withListeners([event], heard, due);
const NOBODY = '00000000-0000-4000-8000-000000000000';
const ban = (change: Partial<NewBan> = {}, deps = context.deps) =>
  context.deps.db.transaction((tx) =>
    banUser(tx, deps, admin, { userId: player.userId, reason: 'Spam', days: 30, scope: 'all', ...change }),
  );
const auditsOf = async (id: string) =>
  (await context.deps.database.pool.query('select * from admin_audit_logs where target_id = $1', [id])).rows;

describe('a ban', () => {
  it('closes only the surfaces in its scope', async () => {
    const listDenied = async () =>
      Promise.all(
        (['lfg-owner', 'lfg-applicant', 'proposals'] as const).map((door) =>
          isAccessDenied(context.deps.db, context.deps, player.userId, door),
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
    const heard: unknown[] = [];
    const made = await ban({ reason: 'Spam in listings' }, withListener(userBanned, heard));
    const { userId } = player;
    const expiresAt = new Date('2026-04-01T12:00:00Z');
    expect(heard).toEqual([{ banId: made.ban.id, userId, scope: 'all', reason: 'Spam in listings', expiresAt }]);
    expect((await auditsOf(player.userId)).at(-1)).toMatchObject({
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
    await expect(ban({ userId: NOBODY })).rejects.toThrow('Player not found.');
    await ban({ days: 30, scope: 'all' });
    await expect(ban({ days: 30, scope: 'listing' })).rejects.toThrow(
      'This player is already banned for at least that long.',
    );
    await expect(ban({ days: 60, scope: 'listing' })).resolves.toBeDefined();
  });

  it('is created once when two admins click at the same moment', async () => {
    const answers = await Promise.allSettled([ban(), ban()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('can be lifted only once', async () => {
    const made = await ban();
    await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, made.ban.id));
    expect(await isAccessDenied(context.deps.db, context.deps, player.userId, 'lfg-owner')).toBe(false);
    await expect(context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, made.ban.id))).rejects.toThrow(
      'This ban has already ended.',
    );
  });

  it('publishes an event when lifted and records its earlier state', async () => {
    const heard: unknown[] = [];
    const due: string[] = [];
    const deps = withListener(banEnded, heard, due);
    const made = await ban({ scope: 'listing', flagIds: [NOBODY] });
    const lifted = await context.deps.db.transaction((tx) => liftBan(tx, deps, admin, made.ban.id));
    expect(heard).toEqual([
      { banId: made.ban.id, userId: player.userId, scope: 'listing', how: 'lifted', at: context.deps.now() },
    ]);
    await lifted.after();
    expect(due).toEqual([banEnded.name]);
    expect(await auditsOf(made.ban.id)).toMatchObject([
      {
        id: lifted.auditId,
        admin_id: admin.userId,
        action: 'lift_ban',
        target_type: 'ban',
        before: { userId: player.userId, scope: 'listing', expiresAt: '2026-04-01T12:00:00.000Z' },
        after: { liftedAt: '2026-03-02T12:00:00.000Z' },
      },
    ]);
    expect(await auditsOf(player.userId)).toMatchObject([{ id: made.auditId, before: { flags: [NOBODY] } }]);
  });

  it("can't be lifted when it doesn't exist or is over", async () => {
    const lift = (id: string) => context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, id));
    await expect(lift(NOBODY)).rejects.toMatchObject({ code: 'not_found', message: 'Ban not found.' });
    const made = await ban({ days: 1 });
    context.setNow('2026-03-03T12:00:00Z');
    await expect(lift(made.ban.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await auditsOf(made.ban.id)).toEqual([]);
  });

  it("refuses only the banned user, with the surface's message", async () => {
    await ban({ scope: 'applying' });
    const at = (userId: string, surface: 'lfg-applicant' | 'lfg-owner') =>
      requireAccess(context.deps.db, context.deps, userId, surface);
    await expect(at(player.userId, 'lfg-applicant')).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You are banned from applying to listings',
    });
    await expect(at(player.userId, 'lfg-owner')).resolves.toBeUndefined();
    await expect(at(other.userId, 'lfg-applicant')).resolves.toBeUndefined();
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
    const set = (admin: boolean) =>
      context.deps.db.transaction((tx) => setAdmin(tx, context.deps, player.userId, admin));
    await set(true);
    expect(await isAdmin(context.deps.db, player.userId)).toBe(true);
    context.setNow('2026-03-02T12:00:01Z');
    await set(false);
    expect(await isAdmin(context.deps.db, player.userId)).toBe(false);
    const entries = (await auditsOf(player.userId)).sort((a, b) => a.created_at - b.created_at);
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
  const listing = (change: Partial<FlaggedListing> = {}): FlaggedListing => ({
    id: null,
    ownerId: player.userId,
    title: 'A run',
    notes: null,
    role: 'N/A',
    platform: 'PS5',
    ...change,
  });
  const flags = async () =>
    (await context.deps.database.pool.query('select * from content_flags where owner_id = $1', [player.userId])).rows;
  const report = (about: FlaggedListing, reporterId = other.userId) =>
    reportListing(context.deps.db, context.deps, about, { reporterId, reason: 'spam', details: 'Ads' });

  it("keeps the listing's content from the time of the report", async () => {
    const id = randomUUID();
    await report(listing({ id, notes: 'Buy here' }));
    expect(await flags()).toMatchObject([
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
    const about = listing({ id: randomUUID() });
    await expect(report(about, player.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This is your own listing. Close it instead.',
    });
    await report(about);
    await expect(report(about)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You already reported this listing. A moderator will review it.',
    });
    expect(await flags()).toHaveLength(1);
    await context.deps.database.pool.query(`update content_flags set status = 'dismissed'`);
    await report(about);
    expect(await flags()).toHaveLength(2);
  });

  it("doesn't treat other failures as a duplicate report", async () => {
    await expect(report(listing(), NOBODY)).rejects.not.toHaveProperty('code', 'conflict');
  });

  it("keeps a user's first ten refused listings until they are reviewed", async () => {
    const keep = (ownerId = player.userId) =>
      flagRefusedListing(context.deps.db, context.deps, listing({ ownerId }), 'silly');
    for (let n = 0; n < 11; n++) await keep();
    const kept = await flags();
    expect(kept).toHaveLength(10);
    expect(kept[0]).toMatchObject({
      kind: 'blocked_word',
      listing_id: null,
      reporter_id: null,
      reason: 'blocked_word',
      details: 'Refused because of "silly"',
      subject: { title: 'A run', notes: null, role: 'N/A', platform: 'PS5' },
    });
    await keep(other.userId);
    await context.deps.database.pool.query(`update content_flags set status = 'upheld' where id = $1`, [kept[0].id]);
    await keep();
    expect(await flags()).toHaveLength(11);
  });
});

describe('a banned user', () => {
  const bans = async (who = player) => (await call(who, 'GET', '/api/moderation/me')).body.bans as OwnBan[];

  it('sees the reason, scope and end, but not which moderator decided', async () => {
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
    expect(await bans(other)).toEqual([]);
  });

  it('can file one appeal', async () => {
    await ban();
    const [own] = await bans();
    const send = (message: unknown, who = player) =>
      call(who, 'POST', '/api/moderation/appeals', { ban_id: own!.id, message });
    expect((await send('  ')).body.error.message).toBe('Say why the ban should be lifted.');
    expect((await send('x'.repeat(1001))).body.error.message).toBe('Keep your appeal to 1,000 characters.');
    expect((await send('\u0007\u3164')).body.error.message).toBe('Say why the ban should be lifted.');
    expect((await send('I was not me', other)).status).toBe(404);
    expect((await send('It was my brother.')).status).toBe(200);
    expect((await send('Again')).body.error.message).toBe('You already appealed this ban.');
    expect((await bans())[0]!.appeal).toMatchObject({ message: 'It was my brother.', status: 'open' });
  });

  it("gets answers in the request's language", async () => {
    await ban();
    const [own] = await bans();
    const reader = { ...player, language: 'fr-CA, en;q=0.5' };
    const send = () => call(reader, 'POST', '/api/moderation/appeals', { ban_id: own!.id, message: 'Please' });
    expect((await send()).body.message).toBe('Recours envoyé. La modération va le lire.');
    expect((await send()).body.error.message).toBe('Tu as déjà fait un recours contre ce ban.');
  });

  it('sees each ban with its own appeal, and permanent bans as permanent', async () => {
    await ban({ scope: 'listing', days: null });
    await ban({ scope: 'applying' });
    const [lasting] = await bans();
    await appealBan(context.deps, player, { ban_id: lasting!.id, message: 'Please' });
    const both = await bans();
    expect(both).toMatchObject([
      { scope: 'listing', expires_at: null, appeal: { message: 'Please', answer: null, decided_at: null } },
      { scope: 'applying', expires_at: '2026-04-01T12:00:00.000Z', appeal: null },
    ]);
    const decision = { appealId: both[0]!.appeal!.id, decision: 'rejected', answer: 'No.' } as const;
    await context.deps.db.transaction((tx) => decideAppeal(tx, context.deps, admin, decision));
    expect((await bans())[0]!.appeal).toMatchObject({
      status: 'rejected',
      answer: 'No.',
      decided_at: '2026-03-02T12:00:00.000Z',
    });
  });

  it('triggers the event and runs the after-commit callback when appealing', async () => {
    const heard: unknown[] = [];
    const due: string[] = [];
    await ban();
    const [own] = await bans();
    await appealBan(withListener(appealFiled, heard, due), player, { ban_id: own!.id, message: 'Please' });
    const appealId = (await bans())[0]!.appeal!.id;
    expect(heard).toEqual([{ appealId, banId: own!.id, userId: player.userId }]);
    expect(due).toEqual([appealFiled.name]);
  });

  it('sees no duplicate-appeal message when a different error occurs', async () => {
    await ban();
    const [own] = await bans();
    const failing = appealBan(context.deps, player, { ban_id: own!.id, message: 'x'.repeat(1001) });
    await expect(failing).rejects.not.toHaveProperty('code', 'conflict');
  });

  it("can't appeal a ban that is over", async () => {
    await ban({ days: 1 });
    const [own] = await bans();
    context.setNow('2026-03-05T12:00:00Z');
    await expect(appealBan(context.deps, player, { ban_id: own!.id, message: 'x' })).rejects.toThrow(
      'This ban has already ended.',
    );
  });

  it.each(['granted', 'rejected'] as const)('triggers an event when an appeal is %s', async (decision) => {
    await ban();
    const [own] = await bans();
    await call(player, 'POST', '/api/moderation/appeals', { ban_id: own!.id, message: 'Please' });
    const appealId = (await bans())[0]!.appeal!.id;
    const heard: unknown[] = [];
    const due: string[] = [];
    const deps = withListener(appealDecided, heard, due);
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
    expect(heard).toEqual([{ appealId, banId: own!.id, userId: player.userId, decision, answer: 'We looked.' }]);
    expect(await auditsOf(appealId)).toMatchObject([
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
    const [own] = await bans();
    await appealBan(context.deps, player, { ban_id: own!.id, message: 'Please' });
    const appealId = (await bans())[0]!.appeal!.id;
    const heard: unknown[] = [];
    const due: string[] = [];
    const deps = withListeners([banEnded, appealDecided], heard, due);
    const decision = { appealId, decision: 'granted', answer: null } as const;
    await (await context.deps.db.transaction((tx) => decideAppeal(tx, deps, admin, decision)))();
    expect(heard[0]).toEqual({
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
    const [own] = await bans();
    await appealBan(context.deps, player, { ban_id: own!.id, message: 'Please' });
    const appealId = (await bans())[0]!.appeal!.id;
    context.setNow('2026-03-04T12:00:00Z');
    const decide = (appealId: string) =>
      context.deps.db.transaction((tx) =>
        decideAppeal(tx, context.deps, admin, { appealId, decision: 'granted', answer: null }),
      );
    await expect(decide(NOBODY)).rejects.toMatchObject({ code: 'not_found', message: 'Appeal not found.' });
    await decide(appealId);
    const { rows } = await context.deps.database.pool.query('select status from ban_appeals where id = $1', [appealId]);
    expect(rows).toEqual([{ status: 'granted' }]);
    expect(await auditsOf(own!.id)).toEqual([]);
  });
});

describe('reporter weights', () => {
  it('trusts new reporters fully and those who are mostly wrong less', () => {
    expect(computeReporterWeight(0, 0)).toBe(1);
    expect(computeReporterWeight(10, 0)).toBe(1);
    expect(computeReporterWeight(0, 8)).toBeCloseTo(0.2);
    expect(computeReporterWeight(8, 8)).toBeGreaterThan(computeReporterWeight(0, 8));
  });

  it("ranks a reliable reporter's day-old report above an unreliable one's new report", () => {
    const now = Date.parse('2026-03-02T12:00:00Z');
    const fresh = computeQueueRank(new Date(now), 1);
    const dayOld = computeQueueRank(new Date(now - DAY_MS), 1);
    const freshButDoubtful = computeQueueRank(new Date(now), computeReporterWeight(0, 8));
    expect(fresh).toBeGreaterThan(dayOld);
    expect(dayOld).toBeGreaterThan(freshButDoubtful);
  });
});
