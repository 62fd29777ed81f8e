import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { makeSquad } from '../squads.factory.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { closeExpiredRunBacks } from './squad-run-back.commands.ts';

describe('running a session back', () => {
  let context: TestContext;
  const start = new Date('2026-03-03T20:00:00Z');
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  type Late = { error: { message: string }; squad: SquadRoom };
  async function call<T = SquadRoom>(caller: { accessToken: string }, method: string, path: string, body?: object) {
    const response = await context.app.request(`/api/squads/${path}`, {
      method,
      headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as T };
  }
  const setTimeAt = (ms: number) => context.setNow(new Date(start.getTime() + ms));
  /** Creates a squad whose two-hour session, confirmed by everyone, ended this long ago. */
  async function createPastSession(count: number, endedAgoMs = MINUTE_MS) {
    setTimeAt(0);
    const members = await Promise.all(Array.from({ length: count }, () => makePlayer(context.deps)));
    const { squadId } = await makeSquad(context.deps, members);
    const [first, ...others] = members as [Player, ...Player[]];
    const time = { starts_at: new Date(start.getTime() + HOUR_MS).toISOString(), minutes: 120 };
    const { id, version } = (await call(first, 'POST', `${squadId}/sessions`, time)).body.sessions[0]!;
    for (const other of others)
      await call(other, 'PUT', `${squadId}/sessions/${id}/answer`, { version, answer: 'yes' });
    const from = new Date(start.getTime() - endedAgoMs - 2 * HOUR_MS).toISOString();
    await context.deps.db.execute(sql`
      update squad_sessions set starts_at = ${from}::timestamptz, ends_at = ${from}::timestamptz + interval '2 hours'
       where id = ${id}`);
    return { members, squadId, sessionId: id };
  }
  const press = <T = SquadRoom>(player: Player, squadId: string, session_id: string, kind = 'now') =>
    call<T>(player, 'POST', `${squadId}/run-back`, { session_id, kind });
  const listTitles = async (player: Player) =>
    (await listOutbox(context.deps.db, player.userId)).map(({ title }) => title);

  it('starts right away with one tap, and accepts the open proposal on a second tap', async () => {
    const { members, squadId, sessionId } = await createPastSession(2);
    const [first, second] = members as [Player, Player];
    const room = (await call(first, 'GET', squadId)).body;
    expect(room.run_back).toMatchObject({ session_id: sessionId, kind: 'now' });
    const responses = await Promise.all([press(first, squadId, sessionId), press(first, squadId, sessionId)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const { sessions, run_back } = responses[1]!.body;
    expect([sessions.length, run_back]).toEqual([1, null]);
    expect(sessions[0]).toMatchObject({ at_once: true, open: true, my_answer: 'yes', state: 'proposed' });
    expect((await listTitles(second)).filter((title) => title.includes('wants to run it back'))).toHaveLength(1);
    setTimeAt(40 * MINUTE_MS);
    const squadRoom = (await press(second, squadId, sessionId)).body;
    expect(squadRoom.sessions).toMatchObject([{ state: 'stands', my_answer: 'yes', open: true }]);
    expect(await listTitles(first)).toContain(`Your ${room.name} session is confirmed`);
  });

  it('accepts answers for an hour, then refuses them and closes the run-back', async () => {
    const { members, squadId, sessionId } = await createPastSession(5);
    const [first, second, third] = members as [Player, Player, Player];
    const { sessions } = (await press(first, squadId, sessionId)).body;
    const { id, version } = sessions[0]!;
    const answerRunBack = <T>(player: Player, answer: string) =>
      call<T>(player, 'PUT', `${squadId}/sessions/${id}/answer`, { version, answer });
    const end = () => Promise.all([1, 2].map(() => closeExpiredRunBacks(context.deps, new AbortController().signal)));
    setTimeAt(50 * MINUTE_MS);
    await end();
    expect((await answerRunBack<SquadRoom>(second, 'yes')).body.sessions).toMatchObject([
      { state: 'proposed', open: true },
    ]);
    await context.deps.db.execute(sql`
      update squad_sessions set answers_until = starts_at + interval '20 minutes' where id = ${id}`);
    const lateResponse = await answerRunBack<Late>(third, 'yes');
    expect([lateResponse.status, lateResponse.body.error.message]).toEqual([409, 'Your hour to answer is up.']);
    await end();
    const { body: room } = await call(first, 'GET', squadId);
    expect(room.sessions).toMatchObject([{ state: 'called_off' }]);
    const offText = `${room.name} isn’t running it back now`;
    for (const user of [first, second])
      expect((await listTitles(user)).filter((title) => title === offText)).toHaveLength(1);
    expect(await listTitles(third)).not.toContain(offText);
    // The notification that the hour is over stays useful after that hour.
    const { rows } = await context.deps.db.execute<{ helps: boolean }>(sql`
      select o.useful_until = s.ends_at as helps from notification_outbox o join squad_sessions s on s.id = ${id}
       where o.title = ${offText}`);
    expect(rows).toEqual([{ helps: true }, { helps: true }]);
    expect(room.run_back).toMatchObject({ session_id: sessionId, kind: 'now' });
  });

  it('proposes the same time next week when the session ended long ago', async () => {
    const { members, squadId, sessionId } = await createPastSession(2, 4 * HOUR_MS);
    const [first, second] = members as [Player, Player];
    const { run_back } = (await call(first, 'GET', squadId)).body;
    expect(run_back?.kind).toBe('week');
    const lateResponse = await press<Late>(first, squadId, sessionId, 'now');
    expect([lateResponse.status, lateResponse.body.error.message]).toEqual([
      409,
      expect.stringContaining(
        'It’s too late to run it back now. In the squad room, you can propose the same time next week.',
      ),
    ]);
    expect(lateResponse.body.squad.sessions).toEqual([]);
    const { sessions } = (await press(first, squadId, sessionId, 'week')).body;
    expect(sessions).toMatchObject([{ starts_at: run_back!.starts_at, at_once: false, my_answer: 'yes' }]);
    expect((await press(second, squadId, sessionId, 'week')).body.sessions).toMatchObject([{ state: 'stands' }]);
    const time = { starts_at: new Date(start.getTime() + 3 * DAY_MS).toISOString(), minutes: 60, version: 1 };
    const response = await call(first, 'PATCH', `${squadId}/sessions/${sessions[0]!.id}`, time);
    expect(response.body.run_back).toBeNull();
  });

  it('refuses outsiders, unconfirmed sessions and players without a squadmate', async () => {
    const { members, squadId, sessionId } = await createPastSession(2);
    const [first, second] = members as [Player, Player];
    const stranger = await makePlayer(context.deps);
    expect((await press(stranger, squadId, sessionId)).status).toBe(404);
    const response = await press<Late>(first, squadId, crypto.randomUUID());
    expect([response.status, response.body.error.message]).toEqual([
      409,
      expect.stringContaining('Your squad has no session to run back. Propose a time instead.'),
    ]);
    await context.deps.db.execute(sql`
      update squad_session_answers set answer = 'no' where session_id = ${sessionId} and user_id = ${second.userId}`);
    expect((await call(first, 'GET', squadId)).body.run_back).toBeNull();
    expect((await press(first, squadId, sessionId)).status).toBe(409);
    await call(second, 'POST', `${squadId}/leave`, { reason: 'hours' });
    expect((await press(first, squadId, sessionId)).status).toBe(409);
  });
});
