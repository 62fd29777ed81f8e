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

async function call(player: Player, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

async function matchFive(): Promise<Player[]> {
  const players = await people.five();
  for (const one of players) await people.join(one);
  await people.tick();
  for (const one of players) await people.shown(one);
  return players;
}

const block = (one: Player, other: Player) =>
  call(one, 'PUT', `/api/profiles/${other.userId}/block`, { kind: 'block' });
const ban = (player: Player) =>
  context.deps.db.transaction((tx) =>
    banUser(tx, context.deps, admin, { userId: player.userId, scope: 'matching', reason: 'Test', days: 1 }),
  );

describe('a ban in the queue', () => {
  test('removes the player without a penalty and requeues the others if there is no replacement', async () => {
    const players = await matchFive();
    for (const one of players.slice(1)) await people.answer(one, 'ready');
    await ban(players[0]!);
    expect((await people.state(players[1]!)).check!.seats[0]).toMatchObject({ state: 'empty', player: null });
    people.later(21);
    await people.tick();
    expect(await people.state(players[1]!)).toMatchObject({
      mark: null,
      ticket: { since: '2026-11-24T18:00:00.000Z' },
      outcome: { kind: 'requeued', sentence: expect.stringContaining('A player dropped out') },
    });
    expect(await people.state(players[0]!)).toMatchObject({
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
    const players = await matchFive();
    expect((await block(players[0]!, players[1]!)).status).toBe(200);
    const other = await people.state(players[1]!);
    expect(other.check!.seats[0]!.state).toBe('empty');
    expect(JSON.stringify(other)).not.toMatch(/block/i);
    expect((await people.state(players[0]!)).mark).toBeNull();
  });

  test('keeps both players out of the same match while they wait', async () => {
    const players = await people.five();
    for (const one of players.slice(0, 4)) await people.join(one);
    await people.tick();
    await block(players[0]!, players[4]!);
    await people.join(players[4]!);
    await people.tick();
    expect((await people.state(players[4]!)).check).toBeNull();
    expect((await people.state(players[4]!)).ticket).not.toBeNull();
  });
});

describe('a party in the queue', () => {
  async function makeParty(): Promise<Player[]> {
    const players = await people.five();
    await call(players[0]!, 'POST', '/api/party/invitations', { user_id: players[1]!.userId });
    const { body } = await call(players[1]!, 'GET', '/api/party');
    const { invitations } = body as unknown as { invitations: { party_id: string }[] };
    expect(
      (await call(players[1]!, 'POST', `/api/party/${invitations[0]!.party_id}/answer`, { action: 'accept' })).status,
    ).toBe(200);
    return players;
  }

  test('joins and leaves as a whole and shows who left', async () => {
    const [leader, mate] = await makeParty();
    const state = await people.join(leader!, { with_party: true });
    expect(state.ticket!.members.map(({ id }) => id)).toEqual([leader!.userId, mate!.userId]);
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
    const players = await makeParty();
    const [leader, mate, joiner] = players as [Player, Player, Player];
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
    const players = await makeParty();
    await people.join(players[0]!, { with_party: true });
    for (const one of players.slice(3)) await people.join(one);
    const sixth = await people.another(players[0]!, 'SF');
    await people.join(sixth);
    await joinLink(players[0]!, players[2]!);
    await people.tick();
    const { check } = await people.state(players[2]!);
    expect(new Set(check!.seats.map(({ player }) => player!.id))).toEqual(new Set(players.map(({ userId }) => userId)));
  });

  test("shows why a new member can't wait with the party", async () => {
    const players = await makeParty();
    const [leader, , joiner] = players as [Player, Player, Player];
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
    const players = await makeParty();
    const latePlayer = await people.another(players[0]!, 'PG');
    await people.join(players[0]!, { with_party: true });
    for (const one of players.slice(2)) await people.join(one);
    await people.tick();
    expect(await joinLink(players[0]!, latePlayer)).toBe(200);
    expect((await people.state(latePlayer)).outcome!.sentence).toContain('in a ready check right now');
    expect((await people.state(players[0]!)).check).not.toBeNull();
  });

  test("doesn't include a new member when the leader queues alone", async () => {
    const players = await makeParty();
    await people.join(players[0]!);
    await joinLink(players[0]!, players[2]!);
    expect((await people.state(players[2]!)).ticket).toBeNull();
    expect((await people.state(players[0]!)).ticket!.members).toHaveLength(1);
  });

  test('can be queued only by its leader', async () => {
    const [, mate] = await makeParty();
    expect((await people.ask(mate!, 'POST', '/api/queue', { kind: 'now', with_party: true })).status).toBe(403);
  });

  test('leaves the queue when a member leaves the party', async () => {
    const [leader, mate] = await makeParty();
    await people.join(leader!, { with_party: true });
    expect((await call(mate!, 'POST', '/api/party/leave')).status).toBe(200);
    expect((await people.state(mate!)).outcome!.sentence).toMatch(/^You left your party/);
    expect((await people.state(leader!)).outcome!.sentence).toMatch(/left the queue, so you’re out too\./);
    expect(await people.state(leader!)).toMatchObject({ ticket: null, mark: null });
  });

  test("doesn't affect a member's own ticket when it ends", async () => {
    const [other, alone] = await makeParty();
    await people.join(alone!);
    expect((await call(other!, 'DELETE', '/api/party')).status).toBe(200);
    expect((await people.state(alone!)).ticket).not.toBeNull();
  });

  test('leaves a ready check without penalty when the party ends', async () => {
    const players = await makeParty();
    await people.join(players[0]!, { with_party: true });
    for (const one of players.slice(2)) await people.join(one);
    await people.tick();
    for (const one of players) await people.shown(one);
    await call(players[0]!, 'DELETE', '/api/party');
    expect(await people.state(players[0]!)).toMatchObject({ ticket: null, mark: null, outcome: { kind: 'out' } });
    expect(await people.state(players[1]!)).toMatchObject({ ticket: null, mark: null });
    expect(await people.state(players[2]!)).toMatchObject({ outcome: { kind: 'requeued' }, mark: null });
  });

  test('leaves a ready check when a member declines and penalizes only that member', async () => {
    const players = await makeParty();
    await people.join(players[0]!, { with_party: true });
    for (const one of players.slice(2)) await people.join(one);
    await people.tick();
    for (const one of players) await people.shown(one);
    await people.answer(players[1]!, 'not_now');
    expect(await people.state(players[0]!)).toMatchObject({ ticket: null, mark: null, outcome: { kind: 'out' } });
    expect(await people.state(players[1]!)).toMatchObject({ ticket: null, mark: { until: null } });
    expect(await people.state(players[2]!)).toMatchObject({ outcome: { kind: 'requeued' }, mark: null });
  });
});

test('schedules a session tonight at a time that all five players share', async () => {
  const players = await people.five();
  for (const [index, one] of players.entries()) {
    const from = `2026-11-24T${index < 3 ? '19' : '20'}:00:00Z`;
    await people.join(one, { kind: 'tonight', from, until: '2026-11-24T23:00:00Z' });
  }
  await people.tick();
  const { check } = await people.state(players[0]!);
  expect(check).toMatchObject({ kind: 'tonight', seconds: 600, starts_at: '2026-11-24T20:00:00.000Z' });
  for (const one of players) await people.answer(one, 'ready');
  const { outcome } = await people.state(players[0]!);
  const room = await call(players[0]!, 'GET', `/api/squads/${outcome!.squad_id}`);
  expect(room.body).toMatchObject({ sessions: [{ state: 'stands', starts_at: '2026-11-24T20:00:00.000Z' }] });
});

test('refuses an accept for an outdated lineup and asks the player to refresh', async () => {
  const players = await matchFive();
  const { check } = await people.state(players[0]!);
  const sixth = await people.another(players[0]!, 'C');
  await people.join(sixth);
  await people.answer(players[4]!, 'not_now');
  people.later(1);
  await people.tick();
  const path = `/api/queue/checks/${check!.id}/answer`;
  const lateResponse = await people.ask(players[0]!, 'POST', path, { version: check!.version, answer: 'ready' });
  expect(lateResponse.status).toBe(409);
  expect((await people.ask(players[0]!, 'POST', path, { version: 9_999, answer: 'ready' })).status).toBe(409);
  expect((await people.state(players[0]!)).check!.my_answer).toBeNull();
  expect((await people.answer(players[0]!, 'ready')).status).toBe(200);
});

test('emails a match for tonight to players without an open page', async () => {
  const players = await people.five();
  const hours = { kind: 'tonight', from: '2026-11-24T19:00:00Z', until: '2026-11-24T23:00:00Z' };
  for (const one of players.slice(0, 4)) await people.join(one, hours);
  people.later(20 * 60);
  await people.tick();
  await people.join(players[4]!, hours);
  await people.tick();
  const { rows } = await context.deps.db.execute(
    sql`select user_id from notification_outbox where kind = 'session' and title = 'Match found for tonight'`,
  );
  expect(rows.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(players.map(({ userId }) => userId)));
});

test('penalizes nobody when most checks fail in the same minute', async () => {
  const silentPlayers: Player[] = [];
  for (let times = 0; times < 5; times += 1) {
    const players = await matchFive();
    for (const one of players.slice(1)) await people.answer(one, 'ready');
    silentPlayers.push(players[0]!);
  }
  people.later(33);
  await people.tick();
  people.later(21);
  await people.tick();
  const marks = await Promise.all(silentPlayers.map(async (one) => (await people.state(one)).mark));
  expect(marks).toEqual([null, null, null, null, null]);
});

test('accepts a notification token only for its own check and only until it closes', async () => {
  const players = await matchFive();
  const { check } = await people.state(players[0]!);
  const { rows } = await context.deps.db.execute<{ word: string }>(
    sql`select word from queue_seats where check_id = ${check!.id} and user_id = ${players[0]!.userId}`,
  );
  const answer = (token: string) =>
    context.app.request(`/api/queue/checks/${check!.id}/answer-by-token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, answer: 'ready' }),
    });
  expect((await answer(crypto.randomUUID())).status).toBe(403);
  expect((await answer(rows[0]!.word)).status).toBe(200);
  expect((await people.state(players[0]!)).check!.my_answer).toBe('ready');
  people.later(40);
  await people.tick();
  expect((await answer(rows[0]!.word)).status).toBe(409);
});

test('lets an admin view the queue and pause it without penalties', async () => {
  const players = await matchFive();
  const otherPlayer = await people.another(players[0]!, 'PG');
  await people.join(otherPlayer);
  const before = await call(admin, 'GET', '/api/admin/live-queue');
  expect(before.body).toMatchObject({
    stopped: null,
    checks: [{ state: 'open', ready: 0 }],
    leaders: [{ alive: true }],
  });
  const stopResponse = await call(admin, 'POST', '/api/admin/live-queue/switch', {
    stopped: true,
    reason: 'The game is down',
  });
  expect(stopResponse.body).toMatchObject({ stopped: { reason: 'The game is down' }, waiting: [] });
  for (const one of [...players, otherPlayer]) {
    expect(await people.state(one)).toMatchObject({ ticket: null, check: null, mark: null, outcome: { kind: 'out' } });
  }
  expect((await people.ask(players[0]!, 'POST', '/api/queue', { kind: 'now' })).status).toBe(409);
  await call(admin, 'POST', '/api/admin/live-queue/switch', { stopped: false });
  expect((await people.join(players[0]!)).ticket).not.toBeNull();
});

test('lets only one of two leaders match until its lease expires', async () => {
  const players = await people.five();
  const [one, other] = [people.leader(), people.leader()];
  for (const each of players.slice(0, 4)) await people.join(each);
  await one.tick();
  await people.join(players[4]!);
  await other.tick();
  expect((await people.state(players[0]!)).check).toBeNull();
  people.later(7);
  await other.tick();
  expect((await people.state(players[0]!)).check).not.toBeNull();
  // The previous leader notices that it no longer leads.
  await one.tick();
});

test("reloads a profile for matching after it's saved", async () => {
  const players = await people.five();
  for (const one of players.slice(0, 4)) await people.join(one);
  const other = await people.another(players[0]!, 'PG');
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
