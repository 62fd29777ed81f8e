import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps, DomainEvent } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { type MadeUser, makeUser } from '../accounts/accounts.factory.ts';
import { appeal, decideAppeal } from './ban-appeals.commands.ts';
import { appealDecided } from './ban-appeals.events.ts';
import { banUser, isBanned, liftBan, type NewBan } from './bans.commands.ts';
import { banned } from './bans.events.ts';
import { makeAdmin } from './moderation.factory.ts';
import { queueRank, reporterWeight } from './moderation.rules.ts';
import type { OwnBan } from './moderation.schema.ts';

let context: TestContext;
let admin: MadeUser;
let other: MadeUser;
let player: MadeUser;

beforeAll(async () => {
  context = await openTestContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow('2026-03-02T12:00:00Z');
  other = await makeUser(context.deps);
  player = await makeUser(context.deps);
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
/** Dependencies in which only this test hears of one kind of event. */
const listening = <T>(event: DomainEvent<T>, heard: unknown[]): Deps => ({
  ...context.deps,
  wiring: {
    ...context.deps.wiring,
    handlers: new Map([[event.name, [async (_tx, _deps, what) => void heard.push(what)]]]),
  },
});
const ban = (change: Partial<NewBan> = {}, deps = context.deps) =>
  context.deps.db.transaction((tx) =>
    banUser(tx, deps, admin, { userId: player.userId, reason: 'Spam', days: 30, scope: 'all', ...change }),
  );
const auditsOf = async (id: string) =>
  (await context.deps.database.pool.query('select * from admin_audit_logs where target_id = $1', [id])).rows;

describe('a ban', () => {
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

  it('is announced with reason and end, and written down with before and after', async () => {
    const heard: unknown[] = [];
    const made = await ban({ reason: 'Spam in listings' }, listening(banned, heard));
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
    expect(await bans(other)).toEqual([]);
  });

  it('writes one appeal', async () => {
    await ban();
    const [own] = await bans();
    const send = (message: unknown, who = player) =>
      call(who, 'POST', '/api/moderation/appeals', { ban_id: own!.id, message });
    expect((await send('  ')).body.error.message).toBe('Please write why the ban should be lifted.');
    expect((await send('x'.repeat(1001))).body.error.message).toBe('Your appeal may have at most 1000 characters.');
    expect((await send('bell\u0007')).status).toBe(422);
    expect((await send('I was not me', other)).status).toBe(404);
    expect((await send('It was my brother.')).status).toBe(200);
    expect((await send('Again')).body.error.message).toBe('You have already appealed this ban.');
    expect((await bans())[0]!.appeal).toMatchObject({ message: 'It was my brother.', status: 'open' });
  });

  it('cannot appeal a ban that is over', async () => {
    await ban({ days: 1 });
    const [own] = await bans();
    context.setNow('2026-03-05T12:00:00Z');
    await expect(appeal(context.deps, player, { ban_id: own!.id, message: 'x' })).rejects.toThrow(
      'This ban has already ended.',
    );
  });

  it.each(['granted', 'rejected'] as const)('is announced to have an appeal that is %s', async (decision) => {
    await ban();
    const [own] = await bans();
    await call(player, 'POST', '/api/moderation/appeals', { ban_id: own!.id, message: 'Please' });
    const appealId = (await bans())[0]!.appeal!.id;
    const heard: unknown[] = [];
    const deps = listening(appealDecided, heard);
    const decide = () =>
      context.deps.db.transaction((tx) => decideAppeal(tx, deps, admin, { appealId, decision, answer: 'We looked.' }));
    await decide();
    await expect(decide()).rejects.toThrow('This appeal has already been decided.');
    expect(await isBanned(context.deps.db, context.deps, player.userId, 'listing')).toBe(decision === 'rejected');
    expect(heard).toEqual([{ appealId, banId: own!.id, userId: player.userId, decision, answer: 'We looked.' }]);
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
