import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../../content/paths.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { requestDeletion } from '../../accounts/account-deletion.commands.ts';
import { makeUser, toActor } from '../../accounts/accounts.factory.ts';
import { listEverythingAbout } from '../../accounts/own-data/test-own-data.ts';
import { setAdmin } from '../../moderation/admins.commands.ts';
import { banUser } from '../../moderation/bans.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { upsertEntitlement } from '../../payments/entitlements.queries.ts';
import { makePlayer } from '../../profiles/profiles.factory.ts';
import { processDueCalls } from './phone-call-processing.commands.ts';
import { bookCall, cancelOwnCall, readConcierge } from './phone-calls.commands.ts';
import {
  cancelDeskCall,
  closeDeskCall,
  readCallAccount,
  readCallDesk,
  releaseDeskCall,
  saveDeskNotes,
  takeDeskCall,
} from './phone-desk.commands.ts';

type Who = { userId: string; accessToken: string };
const NUMBER = '+12125550100';
let context: TestContext;
let admin: Who;
let monday = Date.parse('2026-03-02T12:00:00Z');

beforeAll(async () => {
  context = await openTestContext({ CONCIERGE_PHONE: '+12025550142' });
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());
// Each test gets its own month, which begins on a Monday morning in New York.
beforeEach(() => {
  monday += 28 * DAY_MS;
  context.setNow(new Date(monday));
});

const advanceTo = (ms: number) => context.setNow(new Date(context.deps.now().getTime() + ms));

async function makeMember(until = 365 * DAY_MS): Promise<Who> {
  const player = await makePlayer(context.deps);
  const now = context.deps.now();
  const foundersExpiresAt = new Date(now.getTime() + until);
  await upsertEntitlement(context.deps.db, { userId: player.userId, foundersExpiresAt, updatedAt: now });
  return player;
}
const listSlots = async (user: Who) => (await readConcierge(context.deps, user)).slots.map((slot) => slot.startsAt);
const bookFor = async (user: Who, startsAt?: string) =>
  bookCall(context.deps, user, {
    startsAt: startsAt ?? (await listSlots(user))[0]!,
    phone: NUMBER,
    topic: 'Finding a center',
  });
const getStatus = async (user: Who) => {
  const { call, past } = await readConcierge(context.deps, user);
  const one = call ?? past[0]!;
  return one.cancelledFor ? `${one.status} for ${one.cancelledFor}` : one.status;
};
const listNotifications = async (user: { userId: string }, title: string) =>
  (await listOutbox(context.deps.db, user.userId)).filter((one) => one.title === title).map((one) => one.lines);
const ask = (user: Who, method: string, path: string, body?: object) =>
  context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${user.accessToken}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

describe('concierge call', () => {
  test('takes a free half hour and notifies the desk', async () => {
    const one = await makeMember();
    const [first, second] = await listSlots(one);
    const call = await bookFor(one, first);
    expect(await readConcierge(context.deps, one)).toMatchObject({
      offered: true,
      included: true,
      callsFrom: '+12025550142',
      call: { id: call.id, startsAt: first, phone: NUMBER, status: 'booked' },
      slots: [],
    });
    await expect(bookFor(one, second)).rejects.toMatchObject({
      code: 'conflict',
      message: /You already have a call booked\. Cancel it first to pick another time\./,
    });
    const other = await makeMember();
    expect(await listSlots(other)).not.toContain(first);
    await expect(bookFor(other, first)).rejects.toMatchObject({ code: 'conflict', field: 'startsAt' });
    expect((await listNotifications(admin, 'A call is booked')).flat()).toContain('Finding a center');
  });

  test('is given to only one of two members who book at the same moment', async () => {
    const people = await Promise.all([makeMember(), makeMember(), makeMember()]);
    const [startsAt] = await listSlots(people[0]!);
    const results = await Promise.allSettled(people.map((user) => bookFor(user, startsAt)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of results)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict', field: 'startsAt' });
  });

  test('is booked only once when a member books twice at the same moment', async () => {
    const one = await makeMember();
    const [first, second] = await listSlots(one);
    const results = await Promise.allSettled([bookFor(one, first), bookFor(one, second)]);
    expect(results.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('requires a plan that includes it and is valid until the call', async () => {
    const free = await makeUser(context.deps);
    expect(await readConcierge(context.deps, free)).toMatchObject({ included: false, slots: [] });
    const startsAt = (await listSlots(await makeMember())).at(-1)!;
    await expect(bookFor(free, startsAt)).rejects.toMatchObject({ code: 'forbidden', message: /Premium/ });
    const endingMember = await makeMember(2 * DAY_MS);
    await expect(bookFor(endingMember, startsAt)).rejects.toMatchObject({ code: 'invalid', field: 'startsAt' });
    await bookFor(endingMember);
  });

  test('is not offered when there is no concierge', async () => {
    const one = await makeMember();
    const [startsAt] = await listSlots(one);
    const closedDeps = { ...context.deps, env: { ...context.deps.env, CONCIERGE_PHONE: undefined } };
    expect(await readConcierge(closedDeps, one)).toMatchObject({ offered: false, slots: [] });
    const input = { startsAt: startsAt!, phone: NUMBER, topic: 'x' };
    await expect(bookCall(closedDeps, one, input)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await readCallDesk(closedDeps)).toMatchObject({ offered: false });
  });

  test.each([
    ['startsAt', 'at night', { startsAt: '2026-04-05T09:00:00Z' }, 409],
    ['phone', 'too short', { phone: '555' }, 422],
    ['phone', 'without a country', { phone: '2125550100' }, 422],
    ['topic', 'blank', { topic: '  ' }, 422],
    ['topic', 'too long', { topic: 'x'.repeat(301) }, 422],
  ])('is refused with an invalid %s, naming the field: %s', async (field, _what, value, status) => {
    const one = await makeMember();
    const [startsAt] = await listSlots(one);
    const response = await ask(one, 'POST', '/api/calls', { startsAt, phone: NUMBER, topic: 'Help', ...value });
    expect(response.status).toBe(status);
    expect(((await response.json()) as { error: { field: string } }).error.field).toBe(field);
  });

  test('can be canceled only by its member, which frees the half hour', async () => {
    const one = await makeMember();
    const call = await bookFor(one);
    await expect(cancelOwnCall(context.deps, await makeMember(), call.id)).rejects.toMatchObject({ code: 'not_found' });
    await cancelOwnCall(context.deps, one, call.id);
    expect(await getStatus(one)).toBe('cancelled for member');
    expect(await listSlots(one)).toContain(call.startsAt);
    expect((await listNotifications(admin, 'A call was canceled')).flat()).toContain('The member canceled it.');
    await bookFor(await makeMember(), call.startsAt);
    await expect(cancelOwnCall(context.deps, one, call.id)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('concierge desk', () => {
  test('is limited to admins', async () => {
    const one = await makeMember();
    const { id } = await bookFor(one);
    for (const path of ['/api/admin/calls', `/api/admin/calls/${id}`])
      expect((await ask(one, 'GET', path)).status).toBe(403);
    expect((await ask(one, 'POST', `/api/admin/calls/${id}/take`)).status).toBe(403);
  });

  test("shows the queue, the member's account and earlier notes", async () => {
    const one = await makeMember();
    const first = await bookFor(one);
    await takeDeskCall(context.deps, admin, first.id);
    await closeDeskCall(context.deps, admin, first.id, { outcome: 'done', notes: 'Wants to play on Tuesdays.' });
    advanceTo(DAY_MS);
    const second = await bookFor(one);
    const desk = await readCallDesk(context.deps);
    expect(desk.open.at(-1)).toMatchObject({ id: second.id, phone: NUMBER, status: 'booked', takenBy: null });
    expect(desk.closed[0]).toMatchObject({ id: first.id, status: 'done', takenBy: { id: admin.userId } });
    expect(await readCallAccount(context.deps, second.id)).toMatchObject({
      call: { id: second.id },
      plan: 'Founders Premium',
      published: true,
      earlier: [{ id: first.id, notes: 'Wants to play on Tuesdays.' }],
    });
    await expect(readCallAccount(context.deps, one.userId)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('assigns a call to only one of two admins who take it at the same moment', async () => {
    const second = await makeAdmin(context.deps);
    const { id } = await bookFor(await makeMember());
    const results = await Promise.allSettled([admin, second].map((user) => takeDeskCall(context.deps, user, id)));
    expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    const [winner, loser] = results[0]!.status === 'fulfilled' ? [admin, second] : [second, admin];
    expect((await readCallAccount(context.deps, id)).call.takenBy?.id).toBe(winner.userId);
    const outcome = { outcome: 'done' as const, notes: '' };
    await expect(closeDeskCall(context.deps, loser, id, outcome)).rejects.toThrow('Someone else took this call.');
    await releaseDeskCall(context.deps, loser, id);
    await takeDeskCall(context.deps, loser, id);
    await closeDeskCall(context.deps, loser, id, outcome);
    const { rows } = await context.deps.db.execute<{ action: string }>(
      sql`select action from admin_audit_logs where target_id = ${id} order by created_at, id`,
    );
    expect(rows.map((row) => row.action).sort()).toEqual(['close_call', 'release_call', 'take_call', 'take_call']);
  });

  test('saves notes and notifies the member of a missed or canceled call', async () => {
    const one = await makeMember();
    const call = await bookFor(one);
    await takeDeskCall(context.deps, admin, call.id);
    await saveDeskNotes(context.deps, admin, call.id, 'Ringing.');
    context.setNow(call.startsAt);
    await closeDeskCall(context.deps, admin, call.id, { outcome: 'missed', notes: 'No answer.' });
    expect(await getStatus(one)).toBe('missed');
    expect(await listNotifications(one, 'You missed our call')).toHaveLength(1);
    const secondResponse = await bookFor(one);
    await cancelDeskCall(context.deps, admin, secondResponse.id);
    expect(await listNotifications(one, 'Your call is canceled')).toEqual([
      [expect.stringMatching(/^Your call: /), "The concierge can't make it. Pick another time."],
    ]);
    await expect(takeDeskCall(context.deps, admin, secondResponse.id)).rejects.toThrow('This call is over.');
  });
});

describe('account changes', () => {
  const ban = (user: Who, scope: 'all' | 'listing') =>
    context.deps.db.transaction((tx) =>
      banUser(tx, context.deps, admin, { userId: user.userId, reason: 'Test', days: 30, scope }),
    );

  test('cancel the call on a ban, unless it covers only listings', async () => {
    const one = await makeMember();
    await bookFor(one);
    await ban(one, 'listing');
    expect(await getStatus(one)).toBe('booked');
    await ban(one, 'all');
    expect(await getStatus(one)).toBe('cancelled for banned');
    expect((await listNotifications(admin, 'A call was canceled')).flat()).toContain('A moderator banned them.');
    const refusal = await ask(one, 'POST', '/api/calls', {
      startsAt: '2026-04-06T20:00:00Z',
      phone: NUMBER,
      topic: 'x',
    });
    expect([refusal.status, await refusal.text()]).toEqual([403, expect.stringContaining(paths.accountStatus)]);
  });

  test('cancel the call on a deletion request and erase calls with the account', async () => {
    const one = await makeMember();
    const { id } = await bookFor(one);
    await saveDeskNotes(context.deps, admin, id, 'About tryouts.');
    const exportedData = await listEverythingAbout(context.deps.db, one.userId);
    expect(exportedData.phone_calls).toMatchObject([{ phone: NUMBER, notes: 'About tryouts.' }]);
    expect((await listEverythingAbout(context.deps.db, admin.userId)).phone_calls).toBeUndefined();
    expect((await ask(one, 'POST', '/api/account/deletion')).status).toBe(200);
    expect((await readCallAccount(context.deps, id)).call).toMatchObject({ cancelledFor: 'leaving' });
    await context.deps.db.execute(sql`delete from auth.users where id = ${one.userId}`);
    await expect(readCallAccount(context.deps, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('cancel the call when the plan ends and notify both sides of the reason', async () => {
    const [endingMember, stayingMember] = [await makeMember(), await makeMember()];
    await bookFor(endingMember);
    await bookFor(stayingMember);
    const entitlement = {
      userId: endingMember.userId,
      foundersExpiresAt: context.deps.now(),
      updatedAt: context.deps.now(),
    };
    await upsertEntitlement(context.deps.db, entitlement);
    await processDueCalls(context.deps);
    expect([await getStatus(endingMember), await getStatus(stayingMember)]).toEqual(['cancelled for plan', 'booked']);
    expect((await listNotifications(endingMember, 'Your call is canceled'))[0]![1]).toMatch(/Your Premium plan ended/);
    expect((await listNotifications(admin, 'A call was canceled')).flat()).toContain('Their plan has ended.');
  });

  test('return a call to the queue when its admin deletes their account', async () => {
    const leavingAdmin = await makeAdmin(context.deps);
    const call = await bookFor(await makeMember());
    await takeDeskCall(context.deps, leavingAdmin, call.id);
    await context.deps.db.execute(sql`delete from auth.users where id = ${leavingAdmin.userId}`);
    await closeDeskCall(context.deps, admin, call.id, { outcome: 'done', notes: '' });
  });
});

describe('the scheduled call job', () => {
  test('reminds the member a day and an hour before, and reminds the desk of untaken calls', async () => {
    const one = await makeMember();
    await context.deps.db.execute(sql`update protocol_profiles set timezone = 'Europe/Paris' where id = ${one.userId}`);
    const startsAt = (await listSlots(one)).find(
      (slot) => Date.parse(slot) > context.deps.now().getTime() + 2 * DAY_MS,
    )!;
    await bookFor(one, startsAt);
    const start = Date.parse(startsAt);
    for (const ms of [-25 * HOUR_MS, -24 * HOUR_MS, -23.9 * HOUR_MS, -HOUR_MS, -55 * MINUTE_MS]) {
      context.setNow(new Date(start + ms));
      await processDueCalls(context.deps);
    }
    for (const title of ["We'll call you tomorrow", "We'll call you within the hour"]) {
      const lines = await listNotifications(one, title);
      expect(lines).toHaveLength(1);
      expect(lines[0]![0]).toMatch(/20:00–20:30 GMT\+2/);
      expect(lines[0]![1]).toContain(`We'll call ${NUMBER} from +12025550142.`);
    }
    const due = (await listNotifications(admin, 'A call is due, and no one has taken it')).at(-1)!;
    expect(due[0]).toMatch(/2:00–2:30 PM EDT/);
  });

  test('cancels a call that no one took an hour after its start, and closes forgotten calls', async () => {
    const [waitingMember, forgottenMember] = [await makeMember(), await makeMember()];
    const first = await bookFor(waitingMember);
    const second = await bookFor(forgottenMember);
    await takeDeskCall(context.deps, admin, second.id);
    context.setNow(new Date(Date.parse(first.startsAt) + HOUR_MS - 1));
    await processDueCalls(context.deps);
    expect(await getStatus(waitingMember)).toBe('booked');
    advanceTo(1);
    await processDueCalls(context.deps);
    expect([await getStatus(waitingMember), await getStatus(forgottenMember)]).toEqual([
      'cancelled for nobody',
      'taken',
    ]);
    expect((await listNotifications(waitingMember, 'Your call is canceled'))[0]![1]).toMatch(/sorry/);
    advanceTo(2 * DAY_MS);
    await processDueCalls(context.deps);
    expect(await getStatus(forgottenMember)).toBe('done');
  });
});

// Keep this last: each test advances the clock by months, which also decides whether daylight saving time applies.
describe('taken call', () => {
  test.each(['is no longer an admin', 'requests account deletion'] as const)(
    'returns to the queue when the admin who took it %s',
    async (how) => {
      const { deps } = context;
      const [one, other] = [await makeMember(), await makeAdmin(deps)];
      const { id } = await bookFor(one);
      await takeDeskCall(deps, other, id);
      await processDueCalls(deps);
      expect(await getStatus(one)).toBe('taken');
      if (how === 'requests account deletion') await requestDeletion(deps, toActor(other));
      else await deps.db.transaction((tx) => setAdmin(tx, deps, other.userId, false));
      await processDueCalls(deps);
      expect(await getStatus(one)).toBe('booked');
      expect(await listNotifications(admin, 'A call is waiting again')).toHaveLength(1);
      await takeDeskCall(deps, admin, id);
      await deps.db.execute(sql`delete from notification_outbox where user_id = ${admin.userId}`);
    },
  );
});
