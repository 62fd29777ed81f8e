import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { type CreatedUser, toActor } from '../../accounts/accounts.factory.ts';
import type { OpenNoShowAppeal, Reliability } from '../../matches/match-feedback/match-feedback.schema.ts';
import type { Match } from '../../matches/matches.schema.ts';
import { banUser } from '../../moderation/bans.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { makeSquad } from '../squads.factory.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { askAfterSessions } from './session-feedback.commands.ts';
import type { SessionView } from './session-feedback.schema.ts';

describe('feedback after a squad session', () => {
  let context: TestContext;
  let admin: CreatedUser;
  const start = new Date('2026-03-03T12:00:00Z');
  beforeAll(async () => {
    context = await openTestContext();
    context.setNow(start);
    admin = await makeAdmin(context.deps);
  });
  afterAll(() => context.close());

  async function call<T>(caller: { accessToken: string }, method: string, path: string, body?: object) {
    const response = await context.app.request(`/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as T };
  }
  type Refused = { error: { message: string; field?: string } };

  /** Creates a squad whose half-hour session begins in a minute, confirmed by this many members. */
  async function createSession(count: number, yesCount = count, minutes = 30) {
    context.setNow(start);
    const members = await Promise.all(Array.from({ length: count }, () => makePlayer(context.deps)));
    const { squadId, matchId } = await makeSquad(context.deps, members);
    const starts_at = new Date(start.getTime() + MINUTE_MS).toISOString();
    const [first, ...others] = members as [Player, ...Player[]];
    const room = (await call<SquadRoom>(first, 'POST', `squads/${squadId}/sessions`, { starts_at, minutes })).body;
    const { id, version } = room.sessions[0]!;
    for (const other of others.slice(0, yesCount - 1)) {
      await call(other, 'PUT', `squads/${squadId}/sessions/${id}/answer`, { version, answer: 'yes' });
    }
    return { members, squadId, matchId, sessionId: id, room };
  }
  /** Advances less than an hour, because sign-ins expire after that. To reach later days, tests move the session. */
  async function advancePastEnd() {
    context.setNow(new Date(start.getTime() + 50 * MINUTE_MS));
    await Promise.all([1, 2].map(() => askAfterSessions(context.deps, new AbortController().signal)));
  }
  const sendFeedback = <T = SessionView>(player: Player, id: string, absentPlayers: Player[] = [], more = {}) =>
    call<T>(player, 'PUT', `sessions/${id}/feedback`, {
      took_place: true,
      absent_ids: absentPlayers.map(({ userId }) => userId),
      ...more,
    });
  const askedAs = async (player: Player) =>
    (await listOutbox(context.deps.db, player.userId)).filter(({ title }) => title.endsWith('how was it?'));
  const readOwn = async (player: Player) => (await call<Reliability>(player, 'GET', 'reliability')).body;

  it('asks everyone in the lineup once and no one else', async () => {
    const { members, squadId, sessionId, room } = await createSession(2);
    const [first, second] = members as [Player, Player];
    await askAfterSessions(context.deps, new AbortController().signal);
    expect(await askedAs(first)).toEqual([]);
    await advancePastEnd();
    await advancePastEnd();
    for (const user of members) {
      const requests = await askedAs(user);
      expect(requests.map(({ title, address }) => [title, address])).toEqual([
        [`${room.name}: how was it?`, `/protocol/sessions/${sessionId}`],
      ]);
    }
    const getRoom = async () => (await call<SquadRoom>(first, 'GET', `squads/${squadId}`)).body;
    const listQuestions = async () => (await getRoom()).questions;
    expect((await getRoom()).evenings).toEqual({ played: 0, last: [] });
    expect(await listQuestions()).toMatchObject([
      { session_id: sessionId, said: null, until: expect.any(String), others: [{ id: second.userId }] },
    ]);
    expect((await sendFeedback(first, sessionId, [second], { rating: 2 })).body.question?.said).toEqual({
      took_place: true,
      rating: 2,
      absent_ids: [second.userId],
    });
    expect((await getRoom()).evenings).toMatchObject({ played: 1, last: [{ id: sessionId }] });
    expect((await sendFeedback(first, sessionId, [], { took_place: false, rating: 2 })).body.question?.said).toEqual({
      took_place: false,
      rating: null,
      absent_ids: [],
    });
    expect(await listQuestions()).toMatchObject([{ said: { took_place: false } }]);
    expect((await getRoom()).evenings).toEqual({ played: 0, last: [] });
  });

  it("doesn't ask after unconfirmed, canceled or long-past sessions, or players who declined", async () => {
    const short = await createSession(5, 4);
    const expired = await createSession(2);
    const { id, version } = expired.room.sessions[0]!;
    await call(expired.members[0]!, 'POST', `squads/${expired.squadId}/sessions/${id}/call-off`, { version });
    const oldSession = await createSession(2);
    await context.deps.db.execute(sql`
      update squad_sessions set starts_at = ${start.toISOString()}::timestamptz - interval '3 days',
             ends_at = ${start.toISOString()}::timestamptz - interval '2 days' where id = ${oldSession.sessionId}`);
    await advancePastEnd();
    for (const user of [...short.members, ...expired.members, ...oldSession.members])
      expect(await askedAs(user)).toEqual([]);
    const lateResponse = await sendFeedback<Refused>(short.members[0]!, short.sessionId);
    expect([lateResponse.status, lateResponse.body.error.message]).toEqual([
      404,
      expect.stringContaining('Session not found, or you weren’t in the lineup.'),
    ]);
  });

  it('refuses invalid, late and unrequested feedback with a reason', async () => {
    const { members, sessionId } = await createSession(5);
    const [first, second] = members as [Player, Player];
    expect((await sendFeedback<Refused>(first, sessionId)).status).toBe(404);
    await advancePastEnd();
    const stranger = await makePlayer(context.deps);
    expect((await sendFeedback(stranger, sessionId)).status).toBe(404);
    expect((await call(stranger, 'GET', `sessions/${sessionId}`)).status).toBe(404);
    const explainedResponse = await call(stranger, 'GET', `sessions/${sessionId}?explain=denied`);
    expect([explainedResponse.status, explainedResponse.body]).toEqual([200, { denied: expect.any(String) }]);
    expect((await sendFeedback<Refused>(first, sessionId, [first])).body.error).toMatchObject({
      field: 'absent_ids',
      message: "You can't report yourself as a no-show.",
    });
    expect((await sendFeedback<Refused>(first, sessionId, [stranger])).body.error.field).toBe('absent_ids');
    expect((await sendFeedback<Refused>(first, sessionId, [], { rating: 6 })).body.error.message).toContain(
      'from 1 to 5',
    );
    expect((await sendFeedback<Refused>(first, sessionId, [], { took_place: 'yes' })).body.error.message).toBe(
      'Say whether you played.',
    );
    expect((await sendFeedback(second, sessionId)).status).toBe(200);
    await context.deps.db.execute(sql`
      update squad_sessions set starts_at = starts_at - interval '15 days', ends_at = ends_at - interval '15 days'
       where id = ${sessionId}`);
    const lateResponse = await sendFeedback<Refused>(first, sessionId);
    expect([lateResponse.status, lateResponse.body.error.message]).toEqual([
      409,
      expect.stringContaining('14 days after the session'),
    ]);
    expect((await call<SessionView>(first, 'GET', `sessions/${sessionId}`)).body.question).toBeNull();
  });

  it('affects reliability like match feedback, with two reports required and an appeal possible', async () => {
    const { members, sessionId, room } = await createSession(5);
    const [latePlayer, ...others] = members as [Player, ...Player[]];
    await advancePastEnd();
    expect(await readOwn(latePlayer)).toEqual({ score: null, evidence: [] });
    await sendFeedback(others[0]!, sessionId, [latePlayer]);
    expect(await readOwn(latePlayer)).toMatchObject({
      score: 100,
      evidence: [{ outcome: 'came', reports: 1, said_absent: 1 }],
    });
    expect(await readOwn(others[0]!)).toEqual({ score: null, evidence: [] });
    await sendFeedback(others[1]!, sessionId, [latePlayer]);
    const cause = `session:${sessionId}`;
    expect(await readOwn(latePlayer)).toMatchObject({
      score: 67,
      evidence: [{ cause, squad: room.name, outcome: 'missed', reports: 2, said_absent: 2, appeal: null }],
    });
    const contestAbsence = () =>
      call<Refused>(latePlayer, 'POST', 'reliability/appeals', { cause, message: 'Power cut' });
    expect((await contestAbsence()).status).toBe(200);
    expect((await contestAbsence()).body.error.message).toBe('You already contested this.');
    const { appeals } = (await call<{ appeals: OpenNoShowAppeal[] }>(admin, 'GET', 'admin/absence-appeals')).body;
    expect(appeals).toMatchObject([
      { cause, user_id: latePlayer.userId, message: 'Power cut', reports: 2, said_absent: 2 },
    ]);
    const decision = { action: 'decide_absence', appealId: appeals[0]!.id, decision: 'granted', answer: null };
    const response = await context.app.request('/functions/v1/admin-actions', {
      method: 'POST',
      headers: { Authorization: `Bearer ${admin.accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(decision),
    });
    expect(response.status).toBe(200);
    expect(await readOwn(latePlayer)).toMatchObject({ score: null, evidence: [{ outcome: 'set_aside' }] });
    await sendFeedback(others[2]!, sessionId, [latePlayer]);
    expect(await readOwn(latePlayer)).toMatchObject({
      score: null,
      evidence: [{ outcome: 'set_aside', said_absent: 3 }],
    });
    expect((await listOutbox(context.deps.db, latePlayer.userId)).map(({ title }) => title)).toContain(
      'A session no longer counts against you',
    );
  });

  it('counts all concurrent answers', async () => {
    const { members, sessionId } = await createSession(5);
    const [latePlayer, ...others] = members as [Player, ...Player[]];
    await advancePastEnd();
    await Promise.all(others.map((other) => sendFeedback(other, sessionId, [latePlayer])));
    expect(await readOwn(latePlayer)).toMatchObject({ evidence: [{ outcome: 'missed', reports: 4, said_absent: 4 }] });
  });

  it('ignores blocked pairs and banned reporters, but includes players who left the squad', async () => {
    const { members, squadId, sessionId } = await createSession(5);
    const [latePlayer, blocker, bannedPlayer, leaver, other] = members as [Player, Player, Player, Player, Player];
    const ban = { userId: bannedPlayer.userId, reason: 'Test', days: 3, scope: 'matching' as const };
    context.setNow(new Date(start.getTime() + 30 * MINUTE_MS));
    const { after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, toActor(admin), ban));
    await after();
    await advancePastEnd();
    expect(await askedAs(bannedPlayer)).toEqual([]);
    expect((await sendFeedback(bannedPlayer, sessionId, [latePlayer])).status).toBe(403);
    await call(leaver, 'POST', `squads/${squadId}/leave`, { reason: 'hours' });
    await blockPlayer(context.deps, toActor(blocker), latePlayer.userId, 'block');
    expect((await sendFeedback(blocker, sessionId, [latePlayer, bannedPlayer])).status).toBe(200);
    expect(await readOwn(latePlayer)).toEqual({ score: null, evidence: [] });
    expect((await sendFeedback(leaver, sessionId, [latePlayer, bannedPlayer])).status).toBe(200);
    expect((await sendFeedback(latePlayer, sessionId, [blocker])).status).toBe(200);
    const session = await call<SessionView>(latePlayer, 'GET', `sessions/${sessionId}`);
    expect(session.body.question?.others.map(({ id }) => id)).toContain(blocker.userId);
    await sendFeedback(other, sessionId, [latePlayer]);
    expect(await readOwn(latePlayer)).toMatchObject({ evidence: [{ reports: 2, said_absent: 2, outcome: 'missed' }] });
    expect(await readOwn(blocker)).toMatchObject({ evidence: [{ reports: 2, said_absent: 0, outcome: 'came' }] });
    expect(await readOwn(leaver)).toMatchObject({ evidence: [{ outcome: 'came' }] });
    await blockPlayer(context.deps, toActor(other), leaver.userId, 'block');
    await sendFeedback(other, sessionId, [leaver]);
    expect(await readOwn(leaver)).toMatchObject({ evidence: [{ reports: 2, said_absent: 0 }] });
  });

  it('deletes evidence that no feedback supports anymore', async () => {
    const { members, sessionId } = await createSession(2);
    const [first, second] = members as [Player, Player];
    await advancePastEnd();
    await sendFeedback(first, sessionId, [second]);
    expect(await readOwn(second)).toMatchObject({ evidence: [{ outcome: 'missed' }] });
    await blockPlayer(context.deps, toActor(second), first.userId, 'block');
    expect(await readOwn(second)).toMatchObject({ evidence: [{ outcome: 'missed' }] });
    await sendFeedback(first, sessionId, [second]);
    expect(await readOwn(second)).toEqual({ score: null, evidence: [] });
  });

  it('asks in the squad instead of the match when the match announced the session', async () => {
    const { members, matchId, sessionId } = await createSession(2);
    const [first] = members as [Player, Player];
    const announce = (from: number, until: number) => {
      const timeAt = (ms: number) => new Date(start.getTime() + ms).toISOString();
      const sessions = JSON.stringify([{ start: timeAt(from), end: timeAt(until) }]);
      return context.deps.db.execute(sql`update matches set sessions = ${sessions}::jsonb where id = ${matchId}`);
    };
    const isFeedbackOpen = async () => (await call<Match>(first, 'GET', `matches/${matchId}`)).body.feedback_open;
    await announce(0, 30 * MINUTE_MS);
    await advancePastEnd();
    expect(await isFeedbackOpen()).toBe(false);
    const response = await call<Refused>(first, 'POST', `matches/${matchId}/feedback`, { took_place: true });
    expect([response.status, response.body.error.message]).toEqual([409, expect.stringContaining('Your squad played')]);
    await announce(-DAY_MS, -DAY_MS + HOUR_MS);
    expect(await isFeedbackOpen()).toBe(true);
    await context.deps.db.execute(
      sql`update matches set sessions = null, closed_at = closed_at - interval '8 days' where id = ${matchId}`,
    );
    expect(await isFeedbackOpen()).toBe(false);
    await context.deps.db.execute(sql`update squad_sessions set called_off_at = now() where id = ${sessionId}`);
    expect(await isFeedbackOpen()).toBe(true);
  });
});
