import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import type { Player } from '../profiles/profiles.factory.ts';
import { QueueLeader } from './queue-leader.commands.ts';
import { createTestQueue } from './test-queue.ts';

let context: TestContext;
const people = createTestQueue(() => context);
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(() => people.begin());

/** Creates five players who have been matched and have seen the check. */
async function matchFive(): Promise<Player[]> {
  const players = await people.five();
  for (const one of players) await people.join(one);
  await people.tick();
  for (const one of players) await people.shown(one);
  return players;
}

describe('joining the queue', () => {
  test('returns the start time and the same ticket when the request is repeated', async () => {
    const [one] = await people.five();
    const first = await people.join(one!);
    people.later(20);
    const secondResponse = await people.join(one!);
    expect(first.ticket).toMatchObject({ kind: 'now', found: 1, since: '2026-11-24T18:00:00.000Z' });
    expect(secondResponse.ticket).toMatchObject({ id: first.ticket!.id, since: first.ticket!.since });
    expect(first.ticket!.relaxed.map(({ sentence, in_force }) => [sentence, in_force])).toEqual([
      ['After 1 minute, also: squads scoring 55 or more out of 100', false],
      [expect.stringMatching(/^After 3 minutes, also: players from .*, squads scoring 40 or more out of 100$/), false],
      ['After 6 minutes, also: squads with any score', false],
    ]);
  });

  test('confirms that the player left and refuses a second leave request', async () => {
    const [one] = await people.five();
    const { ticket } = await people.join(one!);
    const response = await people.leave(one!);
    expect(response.body).toMatchObject({ ticket: null, outcome: { kind: 'out', sentence: 'You left the queue.' } });
    const lateResponse = await people.ask(one!, 'POST', '/api/queue/leave', {
      ticket_id: ticket!.id,
      version: ticket!.version,
    });
    expect(lateResponse.status).toBe(409);
  });

  test('requires a published profile and links to onboarding without one', async () => {
    const newUser = (await makeUser(context.deps)) as Player;
    const read = await people.ask(newUser, 'GET', '/api/queue');
    expect(read).toMatchObject({ status: 200, body: { ticket: null, check: null } });
    expect(read.body).toMatchObject({ obstacle: { action: { path: '/protocol/onboarding' } } });
    expect((await people.ask(newUser, 'POST', '/api/queue', { kind: 'now' })).status).toBe(403);
  });

  test('requires valid availability for tonight', async () => {
    const [one] = await people.five();
    const readRefusal = async (from: string, until: string) =>
      (await people.ask(one!, 'POST', '/api/queue', { kind: 'tonight', from, until })).status;
    expect(await readRefusal('2026-11-24T19:00:00Z', '2026-11-24T20:00:00Z')).toBe(422);
    expect(await readRefusal('2026-11-24T15:00:00Z', '2026-11-24T17:00:00Z')).toBe(422);
    expect(await readRefusal('2026-11-26T15:00:00Z', '2026-11-26T19:00:00Z')).toBe(422);
    expect((await people.ask(one!, 'POST', '/api/queue', { kind: 'tonight' })).status).toBe(422);
  });
});

describe('the join limit', () => {
  test('counts only requests that change something', async () => {
    const limitedContext = await openTestContext({ AUTH_LIMITS_DISABLED: 'false' });
    try {
      const ownQueue = createTestQueue(() => limitedContext);
      await ownQueue.begin();
      const [one] = await ownQueue.five();
      const countUses = async () => {
        const { rows } = await limitedContext.deps.db.execute<{ points: number }>(
          sql`select points from auth.rate_limits where key like 'queueJoins:%'`,
        );
        return rows[0]?.points ?? 0;
      };
      await ownQueue.join(one!);
      for (let press = 0; press < 3; press += 1) await ownQueue.join(one!);
      const refusal = await ownQueue.ask(one!, 'POST', '/api/queue', {
        kind: 'tonight',
        from: '2026-11-24T19:00:00Z',
        until: '2026-11-24T23:00:00Z',
      });
      expect([refusal.status, await countUses()]).toEqual([409, 1]);
      await limitedContext.deps.db.execute(sql`update auth.rate_limits set points = 60 where key like 'queueJoins:%'`);
      expect((await ownQueue.join(one!)).ticket).not.toBeNull();
      await ownQueue.leave(one!);
      expect((await ownQueue.ask(one!, 'POST', '/api/queue', { kind: 'now' })).status).toBe(429);
      expect((await ownQueue.state(one!)).ticket).toBeNull();
    } finally {
      await limitedContext.close();
    }
  });
});

describe("a player who doesn't answer a ready check", () => {
  /** Invites five players. One of them doesn't answer before time is up. */
  async function waitSilently(players: readonly Player[], shouldRead: boolean): Promise<void> {
    for (const one of players) if (!(await people.state(one)).ticket) await people.join(one);
    await people.tick();
    for (const one of players.slice(1)) await people.answer(one, 'ready');
    if (shouldRead) await people.state(players[0]!);
    people.later(33);
    await people.tick();
  }

  test("gets a penalty if they loaded the check, even when the client didn't confirm that it was shown", async () => {
    const players = await people.five();
    await waitSilently(players, true);
    expect(await people.state(players[0]!)).toMatchObject({
      ticket: null,
      outcome: { sentence: expect.stringContaining('You didn’t answer in time') },
      mark: { until: null },
    });
  });

  test("gets no penalty the first time they're unreachable and a pause the second time", async () => {
    const players = await people.five();
    await waitSilently(players, false);
    const first = await people.state(players[0]!);
    expect(first).toMatchObject({ mark: null, obstacle: null });
    expect(first.outcome!.sentence).toContain('couldn’t reach you');
    people.later(2_000);
    await context.deps.db.execute(sql`delete from queue_tickets`);
    // A group that broke up isn't matched again for an hour.
    await context.deps.db.execute(sql`delete from queue_checks`);
    await waitSilently(players, false);
    const second = await people.state(players[0]!);
    expect(second.obstacle).toMatchObject({ sentence: expect.stringContaining('paused'), until: expect.any(String) });
    const refusal = await people.ask(players[0]!, 'POST', '/api/queue', { kind: 'now' });
    expect(refusal.status).toBe(409);
    people.later(15 * 60);
    expect((await people.join(players[0]!)).ticket).not.toBeNull();
  });
});

describe('a ready check', () => {
  test('creates a squad, session and chat once all five players are ready', async () => {
    const players = await matchFive();
    const before = await people.state(players[0]!);
    expect(before.check).toMatchObject({ kind: 'now', seconds: 30, my_answer: null, held_until: null });
    expect(before.check!.seats.map(({ position, state }) => [position, state])).toEqual([
      ['PG', 'asked'],
      ['SG', 'asked'],
      ['SF', 'asked'],
      ['PF', 'asked'],
      ['C', 'asked'],
    ]);
    for (const one of players) expect((await people.answer(one, 'ready')).status).toBe(200);
    const { outcome, check, ticket } = await people.state(players[0]!);
    expect({ check, ticket }).toEqual({ check: null, ticket: null });
    expect(outcome).toMatchObject({ kind: 'squad', squad_id: expect.any(String) });
    const room = await context.app.request(`/api/squads/${outcome!.squad_id}`, {
      headers: { Authorization: `Bearer ${players[4]!.accessToken}` },
    });
    expect(await room.json()).toMatchObject({
      members: { length: 5 },
      live_match: { score: expect.any(Number), explanation: expect.stringMatching(/./) },
      sessions: [{ state: 'stands', starts_at: '2026-11-24T18:00:00.000Z', my_answer: 'yes' }],
    });
  });

  test('fills an empty seat and asks only the replacement', async () => {
    const players = await matchFive();
    const sixth = await people.another(players[0]!, 'C');
    await people.join(sixth);
    for (const one of players.slice(0, 4)) await people.answer(one, 'ready');
    await people.answer(players[4]!, 'not_now');
    expect((await people.state(players[0]!)).check).toMatchObject({ held_until: '2026-11-24T18:00:20.000Z' });
    people.later(1);
    await people.tick();
    const asks = await people.state(sixth);
    expect(asks.check).toMatchObject({ my_answer: null, seconds: 20 });
    await people.shown(sixth);
    await people.answer(sixth, 'ready');
    expect((await people.state(players[1]!)).outcome?.kind).toBe('squad');
    expect((await people.state(sixth)).outcome?.kind).toBe('squad');
    expect((await people.state(players[4]!)).outcome?.kind).toBe('out');
  });

  test('requeues the others with their wait time when no replacement is found', async () => {
    const players = await matchFive();
    for (const one of players.slice(0, 4)) await people.answer(one, 'ready');
    await people.answer(players[4]!, 'not_now');
    people.later(21);
    await people.tick();
    const { ticket, outcome } = await people.state(players[0]!);
    expect(ticket).toMatchObject({ since: '2026-11-24T18:00:00.000Z' });
    expect(outcome).toMatchObject({ kind: 'requeued' });
    expect((await people.state(players[4]!)).ticket).toBeNull();
    // The same five players aren't matched again for an hour.
    await people.join(players[4]!);
    people.later(30);
    await people.tick();
    expect((await people.state(players[0]!)).check).toBeNull();
  });

  test("penalizes only players who saw the check and didn't answer", async () => {
    const players = await people.five();
    for (const one of players) await people.join(one);
    await people.tick();
    for (const one of players.slice(0, 4)) await people.shown(one);
    for (const one of players.slice(0, 3)) await people.answer(one, 'ready');
    people.later(33);
    await people.tick();
    expect(await people.state(players[3]!)).toMatchObject({ outcome: { kind: 'out' }, mark: { until: null } });
    expect(await people.state(players[4]!)).toMatchObject({ outcome: { kind: 'out' }, mark: null });
    expect(await people.state(players[0]!)).toMatchObject({ outcome: { kind: 'requeued' }, mark: null });
  });

  test('locks a player out for 15 minutes after their second decline in a day', async () => {
    for (let times = 0; times < 2; times += 1) {
      const players = times === 0 ? await matchFive() : await matchFive();
      if (times === 0) await people.answer(players[4]!, 'not_now');
      else await people.answer(players[4]!, 'not_now');
    }
    const players = await people.five();
    const [one] = players;
    for (let times = 0; times < 2; times += 1) {
      for (const each of players) await people.ask(each, 'POST', '/api/queue', { kind: 'now' });
      await people.tick();
      await people.answer(one!, 'not_now');
      await context.deps.db.execute(sql`delete from queue_tickets`);
      await context.deps.db.execute(sql`delete from queue_checks`);
    }
    const refusal = await people.ask(one!, 'POST', '/api/queue', { kind: 'now' });
    expect(refusal.status).toBe(409);
    expect((await people.state(one!)).obstacle).toMatchObject({ until: '2026-11-24T18:15:00.000Z' });
    people.later(15 * 60 + 1);
    expect((await people.join(one!)).ticket).not.toBeNull();
  });

  test('refuses a late answer', async () => {
    const players = await matchFive();
    const { check } = await people.state(players[0]!);
    people.later(33);
    const lateResponse = await people.ask(players[0]!, 'POST', `/api/queue/checks/${check!.id}/answer`, {
      version: check!.version,
      answer: 'ready',
    });
    expect(lateResponse.status).toBe(409);
    expect((await people.state(players[0]!)).ticket).toBeNull();
  });

  test('lets a player decline after accepting while the check is open', async () => {
    const players = await matchFive();
    await people.answer(players[0]!, 'ready');
    await people.answer(players[0]!, 'not_now');
    expect((await people.state(players[0]!)).outcome).toMatchObject({ kind: 'out' });
    expect((await people.state(players[1]!)).check!.seats[0]).toMatchObject({ state: 'empty', player: null });
  });
});

describe('an absent player in the queue', () => {
  test('is removed after a minute', async () => {
    const [one] = await people.five();
    await people.join(one!);
    people.later(61);
    await people.tick();
    expect(await people.state(one!)).toMatchObject({ ticket: null, outcome: { kind: 'out' } });
  });

  test('gets the still-there question after 15 minutes', async () => {
    const [one] = await people.five();
    await people.join(one!);
    for (let minute = 0; minute < 16; minute += 1) {
      people.later(58);
      await people.state(one!);
      await people.tick();
    }
    const { ticket } = await people.state(one!);
    expect(ticket!.still_until).not.toBeNull();
    await people.ask(one!, 'POST', '/api/queue/still', { ticket_id: ticket!.id, version: ticket!.version });
    expect((await people.state(one!)).ticket).toMatchObject({ still_until: null, since: ticket!.since });
  });
});

test('shows waiting players how many fitting players the queue has found', async () => {
  const players = await people.five();
  for (const one of players.slice(0, 4)) await people.join(one);
  await people.tick();
  expect((await people.state(players[0]!)).ticket).toMatchObject({ found: 4 });
});

test('lets a leader invite players even if a round takes longer than its lease', async () => {
  const players = await people.five();
  for (const one of players) await people.join(one);
  await context.deps.db.execute(sql`delete from queue_leases`);
  let at = context.deps.now().getTime();
  // The first round has started when its lease expires, but hasn't loaded any waiting players yet.
  const steps = [0, 7_000, 7_000];
  const slowLeader = new QueueLeader({
    ...context.deps,
    now: () => {
      at += steps.shift() ?? 1_000;
      return new Date(at);
    },
  });
  await slowLeader.tick();
  context.setNow(new Date(at));
  expect((await people.state(players[0]!)).check).toMatchObject({ my_answer: null });
  await slowLeader.stop();
});
