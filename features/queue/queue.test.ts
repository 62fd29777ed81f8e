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
  const five = await people.five();
  for (const one of five) await people.join(one);
  await people.tick();
  for (const one of five) await people.shown(one);
  return five;
}

describe('joining the queue', () => {
  test('returns the start time and the same ticket when the request is repeated', async () => {
    const [one] = await people.five();
    const first = await people.join(one!);
    people.later(20);
    const again = await people.join(one!);
    expect(first.ticket).toMatchObject({ kind: 'now', found: 1, since: '2026-11-24T18:00:00.000Z' });
    expect(again.ticket).toMatchObject({ id: first.ticket!.id, since: first.ticket!.since });
    expect(first.ticket!.relaxed.map(({ sentence, in_force }) => [sentence, in_force])).toEqual([
      ['After 1 minute, also: squads scoring 55 or more out of 100', false],
      [expect.stringMatching(/^After 3 minutes, also: players from .*, squads scoring 40 or more out of 100$/), false],
      ['After 6 minutes, also: squads with any score', false],
    ]);
  });

  test('confirms that the player left and refuses a second leave request', async () => {
    const [one] = await people.five();
    const { ticket } = await people.join(one!);
    const left = await people.leave(one!);
    expect(left.body).toMatchObject({ ticket: null, outcome: { kind: 'out', sentence: 'You left the queue.' } });
    const late = await people.ask(one!, 'POST', '/api/queue/leave', {
      ticket_id: ticket!.id,
      version: ticket!.version,
    });
    expect(late.status).toBe(409);
  });

  test('requires a published profile and links to onboarding without one', async () => {
    const newcomer = (await makeUser(context.deps)) as Player;
    const read = await people.ask(newcomer, 'GET', '/api/queue');
    expect(read).toMatchObject({ status: 200, body: { ticket: null, check: null } });
    expect(read.body).toMatchObject({ obstacle: { action: { path: '/protocol/onboarding' } } });
    expect((await people.ask(newcomer, 'POST', '/api/queue', { kind: 'now' })).status).toBe(403);
  });

  test('requires valid availability for tonight', async () => {
    const [one] = await people.five();
    const refused = async (from: string, until: string) =>
      (await people.ask(one!, 'POST', '/api/queue', { kind: 'tonight', from, until })).status;
    expect(await refused('2026-11-24T19:00:00Z', '2026-11-24T20:00:00Z')).toBe(422);
    expect(await refused('2026-11-24T15:00:00Z', '2026-11-24T17:00:00Z')).toBe(422);
    expect(await refused('2026-11-26T15:00:00Z', '2026-11-26T19:00:00Z')).toBe(422);
    expect((await people.ask(one!, 'POST', '/api/queue', { kind: 'tonight' })).status).toBe(422);
  });
});

describe('the join limit', () => {
  test('counts only requests that change something', async () => {
    const limited = await openTestContext({ AUTH_LIMITS_DISABLED: 'false' });
    try {
      const ownQueue = createTestQueue(() => limited);
      await ownQueue.begin();
      const [one] = await ownQueue.five();
      const counted = async () => {
        const { rows } = await limited.deps.db.execute<{ points: number }>(
          sql`select points from auth.rate_limits where key like 'queueJoins:%'`,
        );
        return rows[0]?.points ?? 0;
      };
      await ownQueue.join(one!);
      for (let press = 0; press < 3; press += 1) await ownQueue.join(one!);
      const refused = await ownQueue.ask(one!, 'POST', '/api/queue', {
        kind: 'tonight',
        from: '2026-11-24T19:00:00Z',
        until: '2026-11-24T23:00:00Z',
      });
      expect([refused.status, await counted()]).toEqual([409, 1]);
      await limited.deps.db.execute(sql`update auth.rate_limits set points = 60 where key like 'queueJoins:%'`);
      expect((await ownQueue.join(one!)).ticket).not.toBeNull();
      await ownQueue.leave(one!);
      expect((await ownQueue.ask(one!, 'POST', '/api/queue', { kind: 'now' })).status).toBe(429);
      expect((await ownQueue.state(one!)).ticket).toBeNull();
    } finally {
      await limited.close();
    }
  });
});

describe("a player who doesn't answer a ready check", () => {
  /** Invites five players. One of them doesn't answer before time is up. */
  async function silent(five: readonly Player[], reads: boolean): Promise<void> {
    for (const one of five) if (!(await people.state(one)).ticket) await people.join(one);
    await people.tick();
    for (const one of five.slice(1)) await people.answer(one, 'ready');
    if (reads) await people.state(five[0]!);
    people.later(33);
    await people.tick();
  }

  test("gets a penalty after loading the check, even if the client didn't report it", async () => {
    const five = await people.five();
    await silent(five, true);
    expect(await people.state(five[0]!)).toMatchObject({
      ticket: null,
      outcome: { sentence: expect.stringContaining('You didn’t answer in time') },
      mark: { until: null },
    });
  });

  test("gets no penalty the first time they're unreachable and a pause the second time", async () => {
    const five = await people.five();
    await silent(five, false);
    const first = await people.state(five[0]!);
    expect(first).toMatchObject({ mark: null, obstacle: null });
    expect(first.outcome!.sentence).toContain('couldn’t reach you');
    people.later(2_000);
    await context.deps.db.execute(sql`delete from queue_tickets`);
    // A group that broke up isn't matched again for an hour.
    await context.deps.db.execute(sql`delete from queue_checks`);
    await silent(five, false);
    const second = await people.state(five[0]!);
    expect(second.obstacle).toMatchObject({ sentence: expect.stringContaining('paused'), until: expect.any(String) });
    const refused = await people.ask(five[0]!, 'POST', '/api/queue', { kind: 'now' });
    expect(refused.status).toBe(409);
    people.later(15 * 60);
    expect((await people.join(five[0]!)).ticket).not.toBeNull();
  });
});

describe('a ready check', () => {
  test('creates a squad, session and chat once all five players are ready', async () => {
    const five = await matchFive();
    const before = await people.state(five[0]!);
    expect(before.check).toMatchObject({ kind: 'now', seconds: 30, my_answer: null, held_until: null });
    expect(before.check!.seats.map(({ position, state }) => [position, state])).toEqual([
      ['PG', 'asked'],
      ['SG', 'asked'],
      ['SF', 'asked'],
      ['PF', 'asked'],
      ['C', 'asked'],
    ]);
    for (const one of five) expect((await people.answer(one, 'ready')).status).toBe(200);
    const { outcome, check, ticket } = await people.state(five[0]!);
    expect({ check, ticket }).toEqual({ check: null, ticket: null });
    expect(outcome).toMatchObject({ kind: 'squad', squad_id: expect.any(String) });
    const room = await context.app.request(`/api/squads/${outcome!.squad_id}`, {
      headers: { Authorization: `Bearer ${five[4]!.accessToken}` },
    });
    expect(await room.json()).toMatchObject({
      members: { length: 5 },
      live_match: { score: expect.any(Number), explanation: expect.stringMatching(/./) },
      sessions: [{ state: 'stands', starts_at: '2026-11-24T18:00:00.000Z', my_answer: 'yes' }],
    });
  });

  test('fills an empty seat and asks only the replacement', async () => {
    const five = await matchFive();
    const sixth = await people.another(five[0]!, 'C');
    await people.join(sixth);
    for (const one of five.slice(0, 4)) await people.answer(one, 'ready');
    await people.answer(five[4]!, 'not_now');
    expect((await people.state(five[0]!)).check).toMatchObject({ held_until: '2026-11-24T18:00:20.000Z' });
    people.later(1);
    await people.tick();
    const asks = await people.state(sixth);
    expect(asks.check).toMatchObject({ my_answer: null, seconds: 20 });
    await people.shown(sixth);
    await people.answer(sixth, 'ready');
    expect((await people.state(five[1]!)).outcome?.kind).toBe('squad');
    expect((await people.state(sixth)).outcome?.kind).toBe('squad');
    expect((await people.state(five[4]!)).outcome?.kind).toBe('out');
  });

  test('requeues the others with their wait time when no replacement is found', async () => {
    const five = await matchFive();
    for (const one of five.slice(0, 4)) await people.answer(one, 'ready');
    await people.answer(five[4]!, 'not_now');
    people.later(21);
    await people.tick();
    const { ticket, outcome } = await people.state(five[0]!);
    expect(ticket).toMatchObject({ since: '2026-11-24T18:00:00.000Z' });
    expect(outcome).toMatchObject({ kind: 'requeued' });
    expect((await people.state(five[4]!)).ticket).toBeNull();
    // The same five players aren't matched again for an hour.
    await people.join(five[4]!);
    people.later(30);
    await people.tick();
    expect((await people.state(five[0]!)).check).toBeNull();
  });

  test("penalizes only players who saw the check and didn't answer", async () => {
    const five = await people.five();
    for (const one of five) await people.join(one);
    await people.tick();
    for (const one of five.slice(0, 4)) await people.shown(one);
    for (const one of five.slice(0, 3)) await people.answer(one, 'ready');
    people.later(33);
    await people.tick();
    expect(await people.state(five[3]!)).toMatchObject({ outcome: { kind: 'out' }, mark: { until: null } });
    expect(await people.state(five[4]!)).toMatchObject({ outcome: { kind: 'out' }, mark: null });
    expect(await people.state(five[0]!)).toMatchObject({ outcome: { kind: 'requeued' }, mark: null });
  });

  test('locks a player out for 15 minutes after their second decline in a day', async () => {
    for (let times = 0; times < 2; times += 1) {
      const five = times === 0 ? await matchFive() : await matchFive();
      if (times === 0) await people.answer(five[4]!, 'not_now');
      else await people.answer(five[4]!, 'not_now');
    }
    const five = await people.five();
    const [one] = five;
    for (let times = 0; times < 2; times += 1) {
      for (const each of five) await people.ask(each, 'POST', '/api/queue', { kind: 'now' });
      await people.tick();
      await people.answer(one!, 'not_now');
      await context.deps.db.execute(sql`delete from queue_tickets`);
      await context.deps.db.execute(sql`delete from queue_checks`);
    }
    const refused = await people.ask(one!, 'POST', '/api/queue', { kind: 'now' });
    expect(refused.status).toBe(409);
    expect((await people.state(one!)).obstacle).toMatchObject({ until: '2026-11-24T18:15:00.000Z' });
    people.later(15 * 60 + 1);
    expect((await people.join(one!)).ticket).not.toBeNull();
  });

  test('refuses a late answer', async () => {
    const five = await matchFive();
    const { check } = await people.state(five[0]!);
    people.later(33);
    const late = await people.ask(five[0]!, 'POST', `/api/queue/checks/${check!.id}/answer`, {
      version: check!.version,
      answer: 'ready',
    });
    expect(late.status).toBe(409);
    expect((await people.state(five[0]!)).ticket).toBeNull();
  });

  test('lets a player decline after accepting while the check is open', async () => {
    const five = await matchFive();
    await people.answer(five[0]!, 'ready');
    await people.answer(five[0]!, 'not_now');
    expect((await people.state(five[0]!)).outcome).toMatchObject({ kind: 'out' });
    expect((await people.state(five[1]!)).check!.seats[0]).toMatchObject({ state: 'empty', player: null });
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

test('shows waiting players how many of them fit together', async () => {
  const five = await people.five();
  for (const one of five.slice(0, 4)) await people.join(one);
  await people.tick();
  expect((await people.state(five[0]!)).ticket).toMatchObject({ found: 4 });
});

test('lets a leader invite players even if a round takes longer than its lease', async () => {
  const five = await people.five();
  for (const one of five) await people.join(one);
  await context.deps.db.execute(sql`delete from queue_leases`);
  let at = context.deps.now().getTime();
  // The first round has started when its lease expires, but hasn't loaded any waiting players yet.
  const steps = [0, 7_000, 7_000];
  const slow = new QueueLeader({
    ...context.deps,
    now: () => {
      at += steps.shift() ?? 1_000;
      return new Date(at);
    },
  });
  await slow.tick();
  context.setNow(new Date(at));
  expect((await people.state(five[0]!)).check).toMatchObject({ my_answer: null });
  await slow.stop();
});
