import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { makeLiveSquad } from '../squads/squads.factory.ts';
import type { SquadRoom } from '../squads/squads.schema.ts';
import { offerSessionSeats } from '../squads/substitutes/substitute-offers.commands.ts';
import { createTestQueue } from './test-queue.ts';

let context: TestContext;
const queue = createTestQueue(() => context);
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(() => queue.begin());

type Live = { members: Player[]; squadId: string; sessionId: string; version: number };

async function call<T = SquadRoom>(who: Player, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const { status, body: answer } = await queue.ask(who, method, `/api/${path}`, body);
  return { status, body: answer as unknown as T };
}
const readRoom = async ({ members, squadId }: Live) => (await call(members[0]!, 'GET', `squads/${squadId}`)).body;
const getSession = async (live: Live) => (await readRoom(live)).sessions[0]!;

/** Creates a squad in its lobby whose center doesn't show up, and reports that. */
async function missCenter(): Promise<Live> {
  const [guard, shooting, small, power, center] = await queue.five();
  const members = [guard!, center!, shooting!, small!, power!];
  const { squadId } = await makeLiveSquad(context.deps, members);
  const room = (await call(members[0]!, 'GET', `squads/${squadId}`)).body;
  const { session_id: sessionId, version } = room.live_now!;
  queue.later(60);
  const json = { version, user_id: members[1]!.userId };
  expect((await call(members[0]!, 'POST', `squads/${squadId}/sessions/${sessionId}/missing`, json)).status).toBe(200);
  return { members, squadId, sessionId, version };
}
/** Creates players who wait in the queue and fit the squad. */
async function wait({ members }: Live, roles: readonly string[]): Promise<Player[]> {
  const players = [];
  for (const role of roles) {
    const player = await queue.another(members[0]!, role);
    await queue.join(player);
    players.push(player);
  }
  return players;
}
const offer = ({ sessionId }: Live) => offerSessionSeats(context.deps, sessionId);
const answer = (who: Player, { sessionId, version }: Live, action: 'accept' | 'decline') =>
  call<{ error: { message: string } }>(who, 'PUT', `sessions/${sessionId}/stand-in`, { version, action });

describe('the spot of a missing player', () => {
  it('is offered to fitting players in the queue and goes to the first who accepts', async () => {
    const live = await missCenter();
    const [center, second, third, guard, blocked, away] = await wait(live, ['C', 'C', 'C', 'PG', 'C', 'C']);
    const lookedFor = await queue.another(live.members[0]!, 'C');
    await queue.join(lookedFor);
    await call(live.members[2]!, 'PUT', `profiles/${blocked!.userId}/block`, { kind: 'block' });
    await context.deps.db.execute(sql`
      update queue_tickets set seen_at = seen_at - interval '1 minute' where user_id = ${away!.userId}`);
    await offer(live);
    expect((await getSession(live)).search).toMatchObject({
      missing: 1,
      state: 'asking',
      queue: { asked: 3, until: '2026-11-24T18:01:30.000Z' },
    });
    expect((await getSession(live)).stand_ins).toEqual([]);
    expect((await queue.state(second!)).offer).toEqual({
      session_id: live.sessionId,
      version: live.version,
      squad_name: (await readRoom(live)).name,
      position: 'C',
      until: '2026-11-24T18:01:30.000Z',
    });
    for (const one of [guard, blocked, away, lookedFor]) expect((await queue.state(one!)).offer).toBeNull();
    // They're notified on their page or by push, but not by email.
    expect(await listOutbox(context.deps.db, second!.userId)).toEqual([]);

    expect((await answer(center!, live, 'decline')).status).toBe(200);
    expect((await queue.state(center!)).offer).toBeNull();
    queue.later(10);
    expect((await answer(second!, live, 'accept')).status).toBe(200);
    expect(await getSession(live)).toMatchObject({
      search: { missing: 0, queue: null },
      stand_ins: [{ id: second!.userId, state: 'in', seat: 'C', here_at: null }],
    });
    expect((await readRoom(live)).live_now!.players).toContainEqual(
      expect.objectContaining({ id: second!.userId, stand_in: true }),
    );
    expect(await queue.state(second!)).toMatchObject({ ticket: null, offer: null });
    // The others keep their place in the queue.
    const { ticket, offer: gone } = await queue.state(third!);
    expect([ticket!.since, gone]).toEqual(['2026-11-24T18:01:00.000Z', null]);
    const late = await answer(third!, live, 'accept');
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringMatching(/^A sub is no longer/)]);
    expect(await listOutbox(context.deps.db, third!.userId)).toEqual([]);
  });

  it('is offered to players outside the queue when no one in it accepts in time', async () => {
    const live = await missCenter();
    await wait(live, ['C']);
    const pooled = await makePlayer(context.deps, {
      role: 'C',
      languages: live.members[0]!.profile.languages,
      timezone: 'UTC',
      availability: [{ days: ['Tue'], start: '17:00', end: '23:59' }],
    });
    await offer(live);
    queue.later(20);
    await offer(live);
    expect((await getSession(live)).stand_ins).toEqual([]);
    queue.later(11);
    expect((await getSession(live)).search.queue).toBeNull();
    await offer(live);
    expect((await getSession(live)).stand_ins).toMatchObject([{ id: pooled.userId, state: 'asked' }]);
  });

  it('is withdrawn when the missing player comes back', async () => {
    const live = await missCenter();
    const [center] = await wait(live, ['C']);
    await offer(live);
    const { squadId, sessionId, version, members } = live;
    await call(members[1]!, 'PUT', `squads/${squadId}/sessions/${sessionId}/check-in`, { version });
    expect(await queue.state(center!)).toMatchObject({ offer: null, ticket: { kind: 'now' } });
    expect((await answer(center!, live, 'accept')).status).toBe(409);
  });

  it('keeps invited players out of new matches, and is hidden from players in a ready check', async () => {
    const live = await missCenter();
    const [center, ...others] = await wait(live, ['C', 'PG', 'SG', 'SF', 'PF']);
    await offer(live);
    await queue.tick();
    expect((await queue.state(center!)).check).toBeNull();
    await answer(center!, live, 'decline');
    queue.later(16);
    await queue.tick();
    expect((await queue.state(center!)).check).not.toBeNull();
    // An offer made just before the ready check opened.
    await context.deps.db.execute(sql`update squad_stand_ins set state = 'asked' where user_id = ${center!.userId}`);
    expect((await queue.state(center!)).offer).toBeNull();
    const refused = await answer(center!, live, 'accept');
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'We found you a match. Answer that ready check first.',
    ]);
    expect((await queue.state(others[0]!)).check).not.toBeNull();
  });
});
