import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../content/paths.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import type { Player } from '../profiles/profiles.factory.ts';
import { createTestQueue } from './test-queue.ts';

let context: TestContext;
let admin: Player;
const people = createTestQueue(() => context);
beforeAll(async () => {
  context = await openTestContext();
  context.setNow('2026-11-24T18:00:00Z');
  admin = (await makeAdmin(context.deps)) as Player;
});
afterAll(() => context.close());
beforeEach(() => people.begin());

async function call(who: Player, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${who.accessToken}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

async function matchFive(): Promise<Player[]> {
  const five = await people.five();
  for (const one of five) await people.join(one);
  await people.tick();
  for (const one of five) await people.shown(one);
  return five;
}

const block = (one: Player, other: Player) =>
  call(one, 'PUT', `/api/profiles/${other.userId}/block`, { kind: 'block' });
const ban = (who: Player) =>
  context.deps.db.transaction((tx) =>
    banUser(tx, context.deps, admin, { userId: who.userId, scope: 'matching', reason: 'Test', days: 1 }),
  );

describe('a ban in the queue', () => {
  test('removes the player without a penalty and requeues the others if there is no replacement', async () => {
    const five = await matchFive();
    for (const one of five.slice(1)) await people.answer(one, 'ready');
    await ban(five[0]!);
    expect((await people.state(five[1]!)).check!.seats[0]).toMatchObject({ state: 'empty', player: null });
    people.later(21);
    await people.tick();
    expect(await people.state(five[1]!)).toMatchObject({
      mark: null,
      ticket: { since: '2026-11-24T18:00:00.000Z' },
      outcome: { kind: 'requeued', sentence: expect.stringContaining('A player dropped out') },
    });
    expect(await people.state(five[0]!)).toMatchObject({
      mark: null,
      ticket: null,
      obstacle: {
        sentence: expect.stringContaining('You’re banned from matches'),
        action: { path: paths.accountStatus },
      },
    });
  });

  test('removes a waiting player and refuses to let them rejoin', async () => {
    const [one] = await people.five();
    await people.join(one!);
    await ban(one!);
    expect(await people.state(one!)).toMatchObject({
      ticket: null,
      outcome: { sentence: 'A moderator banned you from matches, so you’re out of the queue.' },
    });
    expect((await people.ask(one!, 'POST', '/api/queue', { kind: 'now' })).status).toBe(403);
  });
});

describe('a block in the queue', () => {
  test('silently removes the blocker from a shared check', async () => {
    const five = await matchFive();
    expect((await block(five[0]!, five[1]!)).status).toBe(200);
    const other = await people.state(five[1]!);
    expect(other.check!.seats[0]!.state).toBe('empty');
    expect(JSON.stringify(other)).not.toMatch(/block/i);
    expect((await people.state(five[0]!)).mark).toBeNull();
  });

  test('keeps both players out of the same match while they wait', async () => {
    const five = await people.five();
    for (const one of five.slice(0, 4)) await people.join(one);
    await people.tick();
    await block(five[0]!, five[4]!);
    await people.join(five[4]!);
    await people.tick();
    expect((await people.state(five[4]!)).check).toBeNull();
    expect((await people.state(five[4]!)).ticket).not.toBeNull();
  });
});

describe('a party in the queue', () => {
  async function party(): Promise<Player[]> {
    const five = await people.five();
    await call(five[0]!, 'POST', '/api/party/invitations', { user_id: five[1]!.userId });
    const { body } = await call(five[1]!, 'GET', '/api/party');
    const { invitations } = body as unknown as { invitations: { party_id: string }[] };
    expect(
      (await call(five[1]!, 'POST', `/api/party/${invitations[0]!.party_id}/answer`, { action: 'accept' })).status,
    ).toBe(200);
    return five;
  }

  test('joins and leaves as a whole and shows who left', async () => {
    const [leader, mate] = await party();
    const joined = await people.join(leader!, { with_party: true });
    expect(joined.ticket!.members.map(({ id }) => id)).toEqual([leader!.userId, mate!.userId]);
    expect((await people.state(mate!)).ticket!.members[0]!.id).toBe(mate!.userId);
    await people.leave(mate!);
    expect((await people.state(leader!)).outcome!.sentence).toMatch(/left the queue, so you’re out too\./);
  });

  /** Joins a player's party by its link. */
  async function joinLink(leader: Player, joiner: Player): Promise<number> {
    const { body } = await call(leader, 'GET', '/api/party');
    const { party: own } = body as unknown as { party: { link_path: string } };
    return (await call(joiner, 'POST', `/api/party/links/${own.link_path.split('/').at(-1)}`)).status;
  }

  test('includes a player who joins by link, with the same wait time', async () => {
    const five = await party();
    const [leader, mate, joiner] = five as [Player, Player, Player];
    await people.join(leader, { with_party: true });
    people.later(50);
    expect(await joinLink(leader, joiner)).toBe(200);
    const { ticket } = await people.state(joiner);
    expect(ticket).toMatchObject({ kind: 'now', since: '2026-11-24T18:00:00.000Z' });
    expect(new Set(ticket!.members.map(({ id }) => id))).toEqual(
      new Set([leader, mate, joiner].map((one) => one.userId)),
    );
    expect((await people.state(leader)).ticket!.members).toHaveLength(3);
    await people.leave(joiner);
    expect((await people.state(leader)).ticket).toBeNull();
  });

  test('includes the first player who joins a waiting solo leader', async () => {
    const [leader, joiner] = await people.five();
    await call(leader!, 'POST', '/api/party');
    await people.join(leader!);
    expect(await joinLink(leader!, joiner!)).toBe(200);
    expect((await people.state(joiner!)).ticket!.members).toHaveLength(2);
  });

  test('is matched together with a member who just joined', async () => {
    const five = await party();
    await people.join(five[0]!, { with_party: true });
    for (const one of five.slice(3)) await people.join(one);
    const sixth = await people.another(five[0]!, 'SF');
    await people.join(sixth);
    await joinLink(five[0]!, five[2]!);
    await people.tick();
    const { check } = await people.state(five[2]!);
    expect(new Set(check!.seats.map(({ player }) => player!.id))).toEqual(new Set(five.map(({ userId }) => userId)));
  });

  test("shows why a new member can't wait with the party", async () => {
    const five = await party();
    const [leader, , joiner] = five as [Player, Player, Player];
    await people.join(leader, { with_party: true });
    await people.join(joiner);
    people.later(5);
    expect(await joinLink(leader, joiner)).toBe(200);
    expect(await people.state(joiner)).toMatchObject({
      ticket: { members: { length: 1 } },
      outcome: { sentence: expect.stringContaining('Your party is in the queue without you') },
    });
    expect(await people.state(leader)).toMatchObject({
      ticket: { members: { length: 2 } },
      outcome: { kind: 'requeued', sentence: expect.stringContaining('isn’t in the queue with you') },
    });
  });

  test('shows a new member that the party is in a ready check', async () => {
    const five = await party();
    const late = await people.another(five[0]!, 'PG');
    await people.join(five[0]!, { with_party: true });
    for (const one of five.slice(2)) await people.join(one);
    await people.tick();
    expect(await joinLink(five[0]!, late)).toBe(200);
    expect((await people.state(late)).outcome!.sentence).toContain('in a ready check right now');
    expect((await people.state(five[0]!)).check).not.toBeNull();
  });

  test("doesn't include a new member when the leader queues alone", async () => {
    const five = await party();
    await people.join(five[0]!);
    await joinLink(five[0]!, five[2]!);
    expect((await people.state(five[2]!)).ticket).toBeNull();
    expect((await people.state(five[0]!)).ticket!.members).toHaveLength(1);
  });

  test('can be queued only by its leader', async () => {
    const [, mate] = await party();
    expect((await people.ask(mate!, 'POST', '/api/queue', { kind: 'now', with_party: true })).status).toBe(403);
  });

  test('leaves the queue when a member leaves it, but keeps members who queue alone', async () => {
    const [leader, mate] = await party();
    await people.join(leader!, { with_party: true });
    expect((await call(mate!, 'POST', '/api/party/leave')).status).toBe(200);
    expect((await people.state(mate!)).outcome!.sentence).toMatch(/^You left your party/);
    expect((await people.state(leader!)).outcome!.sentence).toMatch(/left the queue, so you’re out too\./);
    expect(await people.state(leader!)).toMatchObject({ ticket: null, mark: null });

    const [other, alone] = await party();
    await people.join(alone!);
    expect((await call(other!, 'DELETE', '/api/party')).status).toBe(200);
    expect((await people.state(alone!)).ticket).not.toBeNull();
  });

  test('leaves a ready check without penalty when the party ends', async () => {
    const five = await party();
    await people.join(five[0]!, { with_party: true });
    for (const one of five.slice(2)) await people.join(one);
    await people.tick();
    for (const one of five) await people.shown(one);
    await call(five[0]!, 'DELETE', '/api/party');
    expect(await people.state(five[0]!)).toMatchObject({ ticket: null, mark: null, outcome: { kind: 'out' } });
    expect(await people.state(five[1]!)).toMatchObject({ ticket: null, mark: null });
    expect(await people.state(five[2]!)).toMatchObject({ outcome: { kind: 'requeued' }, mark: null });
  });

  test('leaves a ready check when a member declines and penalizes only that member', async () => {
    const five = await party();
    await people.join(five[0]!, { with_party: true });
    for (const one of five.slice(2)) await people.join(one);
    await people.tick();
    for (const one of five) await people.shown(one);
    await people.answer(five[1]!, 'not_now');
    expect(await people.state(five[0]!)).toMatchObject({ ticket: null, mark: null, outcome: { kind: 'out' } });
    expect(await people.state(five[1]!)).toMatchObject({ ticket: null, mark: { until: null } });
    expect(await people.state(five[2]!)).toMatchObject({ outcome: { kind: 'requeued' }, mark: null });
  });
});

test('schedules a session tonight at a time that all five players share', async () => {
  const five = await people.five();
  for (const [at, one] of five.entries()) {
    const from = `2026-11-24T${at < 3 ? '19' : '20'}:00:00Z`;
    await people.join(one, { kind: 'tonight', from, until: '2026-11-24T23:00:00Z' });
  }
  await people.tick();
  const { check } = await people.state(five[0]!);
  expect(check).toMatchObject({ kind: 'tonight', seconds: 600, starts_at: '2026-11-24T20:00:00.000Z' });
  for (const one of five) await people.answer(one, 'ready');
  const { outcome } = await people.state(five[0]!);
  const room = await call(five[0]!, 'GET', `/api/squads/${outcome!.squad_id}`);
  expect(room.body).toMatchObject({ sessions: [{ state: 'stands', starts_at: '2026-11-24T20:00:00.000Z' }] });
});

test('refuses an accept for an outdated lineup and asks the player to refresh', async () => {
  const five = await matchFive();
  const { check } = await people.state(five[0]!);
  const sixth = await people.another(five[0]!, 'C');
  await people.join(sixth);
  await people.answer(five[4]!, 'not_now');
  people.later(1);
  await people.tick();
  const path = `/api/queue/checks/${check!.id}/answer`;
  const late = await people.ask(five[0]!, 'POST', path, { version: check!.version, answer: 'ready' });
  expect(late.status).toBe(409);
  expect((await people.ask(five[0]!, 'POST', path, { version: 9_999, answer: 'ready' })).status).toBe(409);
  expect((await people.state(five[0]!)).check!.my_answer).toBeNull();
  expect((await people.answer(five[0]!, 'ready')).status).toBe(200);
});

test('emails a match for tonight to players without an open page', async () => {
  const five = await people.five();
  const hours = { kind: 'tonight', from: '2026-11-24T19:00:00Z', until: '2026-11-24T23:00:00Z' };
  for (const one of five.slice(0, 4)) await people.join(one, hours);
  people.later(20 * 60);
  await people.tick();
  await people.join(five[4]!, hours);
  await people.tick();
  const { rows } = await context.deps.db.execute(
    sql`select user_id from notification_outbox where kind = 'session' and title = 'Match found for tonight'`,
  );
  expect(rows.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(five.map(({ userId }) => userId)));
});

test('penalizes nobody when most checks fail in the same minute', async () => {
  const silent: Player[] = [];
  for (let times = 0; times < 5; times += 1) {
    const five = await matchFive();
    for (const one of five.slice(1)) await people.answer(one, 'ready');
    silent.push(five[0]!);
  }
  people.later(33);
  await people.tick();
  people.later(21);
  await people.tick();
  const marks = await Promise.all(silent.map(async (one) => (await people.state(one)).mark));
  expect(marks).toEqual([null, null, null, null, null]);
});

test('accepts a notification token only for its own check and only until it closes', async () => {
  const five = await matchFive();
  const { check } = await people.state(five[0]!);
  const { rows } = await context.deps.db.execute<{ word: string }>(
    sql`select word from queue_seats where check_id = ${check!.id} and user_id = ${five[0]!.userId}`,
  );
  const answer = (token: string) =>
    context.app.request(`/api/queue/checks/${check!.id}/answer-by-token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, answer: 'ready' }),
    });
  expect((await answer(crypto.randomUUID())).status).toBe(403);
  expect((await answer(rows[0]!.word)).status).toBe(200);
  expect((await people.state(five[0]!)).check!.my_answer).toBe('ready');
  people.later(40);
  await people.tick();
  expect((await answer(rows[0]!.word)).status).toBe(409);
});

test('lets an admin view the queue and pause it without penalties', async () => {
  const five = await matchFive();
  const another = await people.another(five[0]!, 'PG');
  await people.join(another);
  const before = await call(admin, 'GET', '/api/admin/live-queue');
  expect(before.body).toMatchObject({
    stopped: null,
    checks: [{ state: 'open', ready: 0 }],
    leaders: [{ alive: true }],
  });
  const stopped = await call(admin, 'POST', '/api/admin/live-queue/switch', {
    stopped: true,
    reason: 'The game is down',
  });
  expect(stopped.body).toMatchObject({ stopped: { reason: 'The game is down' }, waiting: [] });
  for (const one of [...five, another]) {
    expect(await people.state(one)).toMatchObject({ ticket: null, check: null, mark: null, outcome: { kind: 'out' } });
  }
  expect((await people.ask(five[0]!, 'POST', '/api/queue', { kind: 'now' })).status).toBe(409);
  await call(admin, 'POST', '/api/admin/live-queue/switch', { stopped: false });
  expect((await people.join(five[0]!)).ticket).not.toBeNull();
});

test('lets only one of two leaders match until its lease expires', async () => {
  const five = await people.five();
  const [one, other] = [people.leader(), people.leader()];
  for (const each of five.slice(0, 4)) await people.join(each);
  await one.tick();
  await people.join(five[4]!);
  await other.tick();
  expect((await people.state(five[0]!)).check).toBeNull();
  people.later(7);
  await other.tick();
  expect((await people.state(five[0]!)).check).not.toBeNull();
  // The previous leader notices that it no longer leads.
  await one.tick();
});

test("reloads a profile for matching after it's saved", async () => {
  const five = await people.five();
  for (const one of five.slice(0, 4)) await people.join(one);
  const other = await people.another(five[0]!, 'PG');
  await people.join(other);
  await people.tick();
  expect((await people.state(other)).check).toBeNull();
  await context.deps.db.execute(
    sql`update protocol_profiles set role = 'C', published = false where id = ${other.userId}`,
  );
  expect((await call(other, 'POST', '/api/profiles/me/publish')).status).toBe(200);
  people.later(1);
  await people.tick();
  expect((await people.state(other)).check!.seats[4]).toMatchObject({ position: 'C', is_you: true });
});
