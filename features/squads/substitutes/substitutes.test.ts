import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { deleteByAdmin } from '../../accounts/account-admin/account-admin.commands.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { banUser } from '../../moderation/bans.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { changeSquadLink, joinSquadByLink } from '../invitations/squad-invitations.commands.ts';
import { askAfterSessions, getSession } from '../session-feedback/session-feedback.commands.ts';
import type { SessionView } from '../session-feedback/session-feedback.schema.ts';
import { sendSessionReminders } from '../sessions/squad-session-reminders.commands.ts';
import { getSquad } from '../squads.commands.ts';
import { makeSquad } from '../squads.factory.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { offerAllOpenSeats, offerSessionSeats } from './substitute-offers.commands.ts';
import { acceptSubstituteRequest } from './substitutes.commands.ts';

const SEATS = ['PG', 'C', 'SG', 'SF', 'PF'] as const;
const neverAborts = new AbortController().signal;

describe('substituting for one session', () => {
  let context: TestContext;
  let admin: { userId: string };
  /** A Tuesday at noon UTC. */
  const start = new Date('2026-03-03T12:00:00Z');
  beforeAll(async () => {
    context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
    context.setNow(start);
    admin = await makeAdmin(context.deps);
  });
  afterAll(() => context.close());

  type Refused = { error: { message: string; code: string } };
  async function call<T>(caller: { accessToken: string }, method: string, path: string, body?: object) {
    const response = await context.app.request(`/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as T & Partial<Refused> };
  }
  const minutesOn = (minutes: number) => context.setNow(new Date(start.getTime() + minutes * MINUTE_MS));
  const profileChange = [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'], start: '00:00', end: '24:00' }];

  type World = Awaited<ReturnType<typeof createSession>>;
  /** Creates a squad whose language no one else speaks, and a session in six hours that everyone said yes to. */
  async function createSession(size: 2 | 5 = 5, { inMs = 6 * HOUR_MS, yes = size as number } = {}) {
    context.setNow(start);
    const languages = [`Argot ${crypto.randomUUID().slice(0, 6)}`];
    const createPlayer = (more: object = {}) =>
      makePlayer(context.deps, {
        languages,
        timezone: 'UTC',
        availability: profileChange,
        discord: 'handle_of',
        ...more,
      });
    const members: Player[] = [];
    for (const role of SEATS.slice(0, size)) members.push(await createPlayer({ role }));
    const { squadId } = await makeSquad(context.deps, members);
    const starts_at = new Date(start.getTime() + inMs).toISOString();
    const [captain, ...others] = members as [Player, ...Player[]];
    const { body } = await call<SquadRoom>(captain, 'POST', `squads/${squadId}/sessions`, { starts_at, minutes: 120 });
    const { id: sessionId, version } = body.sessions[0]!;
    const session = {
      squadId,
      sessionId,
      version,
      members,
      captain,
      last: members.at(-1)!,
      made: createPlayer,
      name: body.name,
    };
    for (const other of others.slice(0, yes - 1)) await answerSession(session, other, 'yes');
    return session;
  }
  const answerSession = (session: Pick<World, 'squadId' | 'sessionId' | 'version'>, player: Player, answer: string) =>
    call<SquadRoom>(player, 'PUT', `squads/${session.squadId}/sessions/${session.sessionId}/answer`, {
      version: session.version,
      answer,
    });
  const offer = ({ sessionId }: { sessionId: string }) => offerSessionSeats(context.deps, sessionId);
  const readCard = async ({ squadId, sessionId }: World, player: Player) => {
    const { body } = await call<SquadRoom>(player, 'GET', `squads/${squadId}`);
    return body.sessions.find(({ id }) => id === sessionId)!;
  };
  const listSeats = async (session: World) =>
    (await readCard(session, session.captain)).stand_ins.map((one) => [one.id, one.seat, one.state]);
  const answerRequest = (session: World, player: Player, action: 'accept' | 'decline', version = session.version) =>
    call<SessionView & { session?: SessionView }>(player, 'PUT', `sessions/${session.sessionId}/stand-in`, {
      version,
      action,
    });
  const readView = (session: World, player: Player) =>
    call<SessionView>(player, 'GET', `sessions/${session.sessionId}`);
  const listTitles = async (player: Player) =>
    (await listOutbox(context.deps.db, player.userId)).map(({ title }) => title);
  const ask = (session: World, player: Player, end = '') =>
    call<SquadRoom>(player, 'POST', `squads/${session.squadId}/sessions/${session.sessionId}/stand-ins${end}`, {
      version: session.version,
    });
  /** Creates a squad where a member said no and a substitute accepted. */
  async function createSubstitutedSession(size: 2 | 5 = 5) {
    const session = await createSession(size);
    const guest = await session.made({ role: 'PF' });
    await answerSession(session, session.last, 'no');
    await offer(session);
    expect((await answerRequest(session, guest, 'accept')).status).toBe(200);
    return { ...session, guest };
  }

  describe('sub offers', () => {
    it('go to the best players one at a time when a member drops out within a day of the session', async () => {
      const session = await createSession();
      const candidates = [await session.made({ role: 'PF' }), await session.made({ role: 'PF', overall_rating: 62 })];
      await session.made({ role: 'C' });
      await answerSession(session, session.last, 'no');
      await offer(session);
      await offer(session);
      const sessionCard = await readCard(session, session.captain);
      expect(sessionCard.stand_ins).toMatchObject([
        { id: candidates[0]!.userId, seat: 'PF', state: 'asked', contacts: [] },
      ]);
      expect(sessionCard.search).toEqual({
        missing: 1,
        offered: 1,
        state: 'asking',
        queue: null,
        you_may_ask: false,
        you_may_stop: true,
      });
      expect(Date.parse(sessionCard.stand_ins[0]!.until!)).toBe(start.getTime() + 30 * MINUTE_MS);
      const notification = (await listOutbox(context.deps.db, candidates[0]!.userId))[0]!;
      expect([notification.title, notification.address]).toEqual([
        `${session.name} needs a sub to play PF`,
        `/protocol/sessions/${session.sessionId}?stand-in=1`,
      ]);
      const requestView = (await readView(session, candidates[0]!)).body;
      expect(requestView.stand_in).toMatchObject({ state: 'asked', seat: 'PF', needed: 5, said: null });
      expect(requestView.stand_in!.score).toBeGreaterThan(50);
      expect(requestView.stand_in!.reasons.length).toBeGreaterThan(2);
      expect(requestView.players.map(({ contacts }) => contacts)).toEqual([[], [], [], []]);
      expect((await readView(session, candidates[1]!)).status).toBe(404);
      // The deadline passes, and the next candidate is invited.
      minutesOn(31);
      await offerAllOpenSeats(context.deps, neverAborts);
      expect(await listSeats(session)).toEqual([[candidates[1]!.userId, 'PF', 'asked']]);
      const lateResponse = await answerRequest(session, candidates[0]!, 'accept');
      expect([lateResponse.status, lateResponse.body.error?.message]).toEqual([
        409,
        expect.stringContaining('time to answer ran out'),
      ]);
      expect(lateResponse.body.session).toMatchObject({ players: [], stand_in: { state: 'over' } });
    });

    it('go to the next player after a decline, and suggest an alternative when no one fits', async () => {
      const session = await createSession(2);
      const candidates = [await session.made({ role: 'SF' }), await session.made({ role: 'SF' })];
      await answerSession(session, session.last, 'no');
      for (const _ of candidates) {
        await offer(session);
        const [[id]] = (await listSeats(session)) as [[string]];
        const user = candidates.find(({ userId }) => userId === id)!;
        expect((await answerRequest(session, user, 'decline')).status).toBe(200);
        expect((await answerRequest(session, user, 'decline')).status).toBe(200);
        const lateResponse = await answerRequest(session, user, 'accept');
        expect([lateResponse.status, lateResponse.body.error?.message]).toEqual([
          409,
          expect.stringContaining('You declined'),
        ]);
      }
      await offer(session);
      const { search } = await readCard(session, session.captain);
      expect(search).toMatchObject({ state: 'nobody', missing: 1, you_may_ask: true });
      // The next search finds a new player.
      const third = await session.made({ role: 'SF' });
      await offerAllOpenSeats(context.deps, neverAborts);
      expect(await listSeats(session)).toEqual([]);
      minutesOn(16);
      await offerAllOpenSeats(context.deps, neverAborts);
      expect(await listSeats(session)).toEqual([[third.userId, null, 'asked']]);
    });

    it('wait for the captain when the session is over a day away, then cover all missing players', async () => {
      const session = await createSession(5, { inMs: 3 * DAY_MS, yes: 3 });
      const [one, other] = [await session.made({ role: 'SF' }), await session.made({ role: 'PF' })];
      await answerSession(session, session.last, 'no');
      await offer(session);
      expect(await listSeats(session)).toEqual([]);
      expect((await readCard(session, session.members[1]!)).search).toMatchObject({ you_may_ask: false });
      expect((await ask(session, session.members[1]!)).status).toBe(403);
      expect((await ask(session, one)).status).toBe(404);
      expect((await ask(session, session.captain)).status).toBe(200);
      const response = await ask(session, session.captain);
      expect([response.status, response.body.error?.message]).toEqual([
        409,
        expect.stringContaining('already looking for subs for this session'),
      ]);
      await offer(session);
      expect(new Set((await listSeats(session)).map(([id]) => id))).toEqual(new Set([one.userId, other.userId]));
      expect((await ask(session, session.captain, '/stop')).status).toBe(200);
      expect(await listSeats(session)).toEqual([]);
      expect(await listTitles(one)).toContain(`${session.name} no longer needs a sub`);
      await offer(session);
      expect(await listSeats(session)).toEqual([]);
      expect((await ask(session, session.captain, '/stop')).status).toBe(409);
    });

    it('wait for undecided members unless the session was already confirmed', async () => {
      const session = await createSession(5, { yes: 2 });
      await session.made({ role: 'PF' });
      await session.made({ role: 'SG' });
      await answerSession(session, session.last, 'no');
      await offer(session);
      expect((await listSeats(session)).map(([, seat]) => seat)).toEqual(['PF']);
      await answerSession(session, session.members[2]!, 'maybe');
      await offer(session);
      expect((await listSeats(session)).map(([, seat]) => seat).sort()).toEqual(['PF', 'SG']);
    });

    it('are withdrawn with a notification when enough members confirm again', async () => {
      const session = await createSession();
      const guest = await session.made({ role: 'PF' });
      await answerSession(session, session.last, 'no');
      await offer(session);
      await answerSession(session, session.last, 'yes');
      expect(await listSeats(session)).toEqual([]);
      expect(await listTitles(guest)).toContain(`${session.name} no longer needs a sub`);
      const lateResponse = await answerRequest(session, guest, 'accept');
      expect([lateResponse.status, lateResponse.body.error?.message]).toEqual([
        409,
        expect.stringContaining('no longer needed'),
      ]);
      // No one is invited twice for the same session.
      await answerSession(session, session.last, 'no');
      await offer(session);
      expect(await listSeats(session)).toEqual([]);
      expect((await readCard(session, session.captain)).search.state).toBe('nobody');
    });

    it('skip hidden, banned, blocked, busy, unavailable, off-platform and often-invited players', async () => {
      const session = await createSession();
      const fit = { role: 'PF' };
      const hiddenPlayer = await session.made(fit);
      await call(hiddenPlayer, 'DELETE', 'profiles/me/publication');
      const bannedPlayer = await session.made(fit);
      const ban = { userId: bannedPlayer.userId, reason: 'Test', days: 3, scope: 'matching' as const };
      await (await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, ban))).after();
      const blockedPlayer = await session.made(fit);
      await blockPlayer(context.deps, toActor(session.last), blockedPlayer.userId, 'block');
      await session.made({ ...fit, availability: [{ days: ['Tue'], start: '08:00', end: '18:30' }] });
      await session.made({ ...fit, availability: [{ days: ['Tue'], start: '18:30', end: '23:00' }] });
      await session.made({ ...fit, platform: 'Switch', crossplay: false });
      const often = await session.made(fit);
      for (const _ of [1, 2, 3]) {
        const other = await createSession(2);
        await context.deps.db.execute(sql`
          insert into squad_stand_ins (session_id, squad_id, user_id, version, state, asked_at, until)
          values (${other.sessionId}, ${other.squadId}, ${often.userId}, 1, 'lapsed', ${start.toISOString()}, ${start.toISOString()})`);
      }
      const busy = await session.made(fit);
      const otherSession = await createSession(2, { inMs: 7 * HOUR_MS });
      await context.deps.db.execute(sql`
        insert into squad_stand_ins (session_id, squad_id, user_id, version, state, asked_at, until, answered_at)
        values (${otherSession.sessionId}, ${otherSession.squadId}, ${busy.userId}, 1, 'in', now(), now(), now())`);
      await answerSession(session, session.last, 'no');
      await offer(session);
      expect(await listSeats(session)).toEqual([]);
      // Available from the session's start for the minimum weekly time that the rules require.
      const free = await session.made({ ...fit, availability: [{ days: ['Tue'], start: '18:00', end: '20:00' }] });
      minutesOn(20);
      await offerAllOpenSeats(context.deps, neverAborts);
      expect(await listSeats(session)).toEqual([[free.userId, 'PF', 'asked']]);
    });
  });

  describe('accepting a sub offer', () => {
    it('confirms the session, shows the substitute with contacts, and allows check-in', async () => {
      const { guest, ...world } = await createSubstitutedSession();
      expect((await answerRequest(world, guest, 'accept')).status).toBe(200);
      const sessionCard = await readCard(world, world.captain);
      expect(sessionCard.state).toBe('stands');
      expect(sessionCard.stand_ins).toMatchObject([{ id: guest.userId, state: 'in', seat: 'PF', until: null }]);
      expect(sessionCard.stand_ins[0]!.contacts).toEqual([
        { label: 'Discord', value: 'handle_of', url: null },
        { label: 'PSN', value: expect.any(String), url: null },
      ]);
      expect(await listTitles(world.captain)).toContain(`${guest.profile.display_name} will sub in for ${world.name}`);
      const own = (await readView(world, guest)).body;
      expect(own).toMatchObject({
        squad: { yours: false },
        state: 'stands',
        stand_in: { state: 'in', you_may_leave: true },
      });
      expect(own.players.map(({ is_you, stand_in, contacts }) => [is_you, stand_in, contacts.length])).toEqual([
        ...Array.from({ length: 4 }, () => [false, false, 2]),
        [true, true, 0],
      ]);
      // The substitute isn't on the roster and can't open the squad's own pages.
      expect((await call(guest, 'GET', `squads/${world.squadId}`)).status).toBe(404);
      expect((await answerSession(world, guest, 'no')).status).toBe(404);
      const earlyResponse = await call<Refused>(guest, 'PUT', `sessions/${world.sessionId}/stand-in/check-in`, {
        version: 1,
      });
      expect([earlyResponse.status, earlyResponse.body.error?.message]).toEqual([
        409,
        expect.stringContaining('30 minutes before'),
      ]);
      await context.deps.db.execute(
        sql`update squad_sessions set starts_at = ${start.toISOString()}::timestamptz + interval '20 minutes' where id = ${world.sessionId}`,
      );
      const checkInResponse = await call(guest, 'PUT', `sessions/${world.sessionId}/stand-in/check-in`, { version: 1 });
      expect(checkInResponse.status).toBe(200);
      expect((await readCard(world, world.captain)).stand_ins[0]!.here_at).not.toBeNull();
    });

    it('opens the squad chat until twelve hours after the session', async () => {
      const session = await createSession();
      const guest = await session.made({ role: 'PF' });
      const thread = `threads/squad/${session.squadId}`;
      const { body: page } = await call<{ id: string }>(session.captain, 'GET', thread);
      const write = (player: Player, text: string) =>
        call(player, 'POST', `threads/${page.id}/messages`, { client_id: crypto.randomUUID(), text });
      await write(session.captain, 'Between us');
      await answerSession(session, session.last, 'no');
      await offer(session);
      expect((await call(guest, 'GET', thread)).status).toBe(404);
      await answerRequest(session, guest, 'accept');
      await write(session.captain, 'Welcome');
      expect((await write(guest, 'Thank you')).status).toBe(200);
      const messages = (await call<{ messages: { text: string }[] }>(guest, 'GET', thread)).body.messages;
      expect(messages.map(({ text }) => text)).toEqual(['Welcome', 'Thank you']);
      await context.deps.db.execute(
        sql`update squad_stand_ins set thread_until = ${start.toISOString()} where session_id = ${session.sessionId}`,
      );
      await offerAllOpenSeats(context.deps, neverAborts);
      expect((await call(guest, 'GET', thread)).status).toBe(404);
    });

    it('includes the substitute in reminders, pending actions and feedback', async () => {
      const { guest, ...world } = await createSubstitutedSession(2);
      await context.deps.db.execute(
        sql`update squad_sessions set set_at = set_at - interval '2 days' where id = ${world.sessionId}`,
      );
      minutesOn(5 * 60 + 1);
      await sendSessionReminders(context.deps, neverAborts);
      const [reminder] = await listOutbox(context.deps.db, guest.userId);
      expect([reminder!.title, reminder!.address]).toEqual([
        `${world.name} plays in an hour`,
        `/protocol/sessions/${world.sessionId}`,
      ]);
      context.setNow(start);
      await context.deps.db.execute(sql`
        update squad_sessions set starts_at = starts_at - interval '8 hours', ends_at = ends_at - interval '8 hours' where id = ${world.sessionId}`);
      await askAfterSessions(context.deps, neverAborts);
      expect(await listTitles(guest)).toContain(`${world.name}: how was it?`);
      const feedbackResponse = await call<SessionView>(guest, 'PUT', `sessions/${world.sessionId}/feedback`, {
        took_place: true,
      });
      expect(feedbackResponse.status).toBe(200);
      await call(world.captain, 'PUT', `sessions/${world.sessionId}/feedback`, {
        took_place: true,
        absent_ids: [guest.userId],
      });
      const { body } = await call<{ evidence: object[] }>(guest, 'GET', 'reliability');
      expect(body.evidence).toMatchObject([{ cause: `session:${world.sessionId}`, outcome: 'missed' }]);
    });

    it('keeps the spot when the member confirms again, and reopens it when the substitute withdraws', async () => {
      const { guest, ...world } = await createSubstitutedSession();
      await answerSession(world, world.last, 'yes');
      expect(await listSeats(world)).toEqual([[guest.userId, 'PF', 'in']]);
      await answerSession(world, world.last, 'no');
      const next = await world.made({ role: 'PF' });
      const leave = () => call<Refused>(guest, 'POST', `sessions/${world.sessionId}/stand-in/leave`, { version: 1 });
      expect((await leave()).status).toBe(200);
      const response = await leave();
      expect([response.status, response.body.error?.message]).toEqual([
        409,
        expect.stringContaining('You’re not subbing in for this session.'),
      ]);
      expect((await call(guest, 'GET', `threads/squad/${world.squadId}`)).status).toBe(404);
      expect(await listTitles(world.captain)).toContain(`${world.name} needs one more player for a session`);
      await offer(world);
      expect(await listSeats(world)).toEqual([[next.userId, 'PF', 'asked']]);
      const goneView = (await readView(world, guest)).body;
      expect(goneView).toMatchObject({
        players: [],
        stand_in: { state: 'over', said: expect.stringContaining('no longer subbing in') },
      });
    });

    it('accepts one of two simultaneous answers and offers the other spot again', async () => {
      const languages = [`Argot ${crypto.randomUUID().slice(0, 6)}`];
      const guest = await makePlayer(context.deps, {
        languages,
        timezone: 'UTC',
        availability: profileChange,
        role: 'PF',
      });
      const worlds: World[] = [];
      for (const _ of [1, 2]) worlds.push(await createSession());
      for (const session of worlds) {
        await context.deps.db.execute(sql`
          insert into squad_stand_in_searches (session_id, squad_id, version, pressed, started_at)
          values (${session.sessionId}, ${session.squadId}, 1, false, now())`);
        await answerSession(session, session.last, 'no');
        await context.deps.db.execute(sql`
          insert into squad_stand_ins (session_id, squad_id, user_id, version, seat, state, asked_at, until)
          values (${session.sessionId}, ${session.squadId}, ${guest.userId}, 1, 'PF', 'asked', ${start.toISOString()}, ${new Date(start.getTime() + HOUR_MS).toISOString()})`);
      }
      const responses = await Promise.all(
        worlds.flatMap((session) => [1, 2].map(() => answerRequest(session, guest, 'accept'))),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
      const otherWorld = worlds[responses[0]!.status === 200 ? 1 : 0]!;
      const refusal = responses.find(({ status }) => status === 409)!;
      expect(refusal.body.error?.message).toContain('another session at that time');
      const next = await otherWorld.made({ role: 'PF' });
      await offerAllOpenSeats(context.deps, neverAborts);
      expect(await listSeats(otherWorld)).toEqual([[next.userId, 'PF', 'asked']]);
    });

    it('turns a substitute who joins the squad into a confirmed member', async () => {
      const { guest, ...world } = await createSubstitutedSession();
      await call(world.captain, 'POST', `squads/${world.squadId}/invitations`, { user_id: guest.userId });
      expect((await call(guest, 'POST', `squads/${world.squadId}/answer`, { action: 'accept' })).status).toBe(200);
      const sessionCard = await readCard(world, guest);
      expect([sessionCard.state, sessionCard.my_answer, sessionCard.stand_ins]).toEqual(['stands', 'yes', []]);
      await context.deps.db.execute(
        sql`update squad_stand_ins set thread_until = ${start.toISOString()} where thread_until is not null`,
      );
      await offerAllOpenSeats(context.deps, neverAborts);
      expect((await call(guest, 'GET', `threads/squad/${world.squadId}`)).status).toBe(200);
    });
  });

  describe('a substitute', () => {
    const endings: [string, (session: World, guest: Player) => Promise<unknown>][] = [
      [
        'when they are banned from matches',
        async (_, { userId }) => {
          const ban = { userId, reason: 'Test', days: 3, scope: 'matching' as const };
          await (await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, ban))).after();
        },
      ],
      [
        'when a member blocks them',
        ({ last }, guest) => blockPlayer(context.deps, toActor(last), guest.userId, 'block'),
      ],
      [
        'when they block a member',
        ({ last }, guest) => blockPlayer(context.deps, toActor(guest), last.userId, 'block'),
      ],
      ['when they unpublish their profile', (_, guest) => call(guest, 'DELETE', 'profiles/me/publication')],
      ['when they schedule their account deletion', (_, guest) => call(guest, 'POST', 'account/deletion')],
      ['when their account is deleted', (_, guest) => deleteByAdmin(context.deps, guest.userId, false)],
    ];
    it.each(endings)('is removed and their spot offered again %s', async (_name, end) => {
      const session = await createSession();
      const first = await session.made({ role: 'PF' });
      await answerSession(session, session.last, 'no');
      await offer(session);
      const next = await session.made({ role: 'PF' });
      await end(session, first);
      await offer(session);
      expect(await listSeats(session), 'while asked').toEqual([[next.userId, 'PF', 'asked']]);
      await answerRequest(session, next, 'accept');
      const third = await session.made({ role: 'PF' });
      await end(session, next);
      expect((await readCard(session, session.captain)).state).toBe('proposed');
      await offer(session);
      expect(await listSeats(session), 'once in').toEqual([[third.userId, 'PF', 'asked']]);
      expect(await listTitles(session.captain)).toContain(`${session.name} needs one more player for a session`);
      const { rows } = await context.deps.db.execute(sql`
        select 1 from thread_members m join threads t on t.id = m.thread_id
         where t.subject_id = ${session.squadId} and m.user_id = ${next.userId} and m.left_at is null`);
      expect(rows).toEqual([]);
    });

    it('removes only the blocker when one substitute blocks another', async () => {
      const session = await createSession();
      const [one, other] = [await session.made({ role: 'PF' }), await session.made({ role: 'SF' })];
      await answerSession(session, session.last, 'no');
      await answerSession(session, session.members[3]!, 'no');
      await offer(session);
      for (const guest of [one, other]) await answerRequest(session, guest, 'accept');
      await blockPlayer(context.deps, toActor(one), other.userId, 'block');
      expect(await listSeats(session)).toEqual([[other.userId, 'SF', 'in']]);
    });

    it('is removed when they have a block with a new member', async () => {
      const { guest, ...world } = await createSubstitutedSession();
      const newPlayer = await world.made({ role: 'SG' });
      const next = await world.made({ role: 'PF' });
      await blockPlayer(context.deps, toActor(newPlayer), guest.userId, 'block');
      await changeSquadLink(context.deps, world.captain, world.squadId, true);
      const { body } = await call<SquadRoom>(world.captain, 'GET', `squads/${world.squadId}`);
      await joinSquadByLink(context.deps, newPlayer, body.link_path!.split('/').at(-1)!);
      expect(await listSeats(world)).toEqual([]);
      expect((await call(guest, 'GET', `threads/squad/${world.squadId}`)).status).toBe(404);
      await answerSession(world, newPlayer, 'no');
      await offer(world);
      expect(await listSeats(world)).toEqual([[next.userId, 'PF', 'asked']]);
    });
  });

  describe('session change', () => {
    it('notifies the substitute when the session is moved or canceled or the squad ends', async () => {
      for (const end of ['move', 'call-off', 'end', 'alone'] as const) {
        const { guest, ...world } = await createSubstitutedSession(2);
        const { captain, squadId, sessionId, last } = world;
        const room = `squads/${squadId}`;
        const starts_at = new Date(start.getTime() + 9 * HOUR_MS).toISOString();
        if (end === 'move')
          await call(captain, 'PATCH', `${room}/sessions/${sessionId}`, { version: 1, starts_at, minutes: 60 });
        if (end === 'call-off') await call(captain, 'POST', `${room}/sessions/${sessionId}/call-off`, { version: 1 });
        if (end === 'end') await call(captain, 'DELETE', room);
        if (end === 'alone') await call(last, 'POST', `${room}/leave`, { reason: 'hours' });
        expect(await listTitles(guest), end).toContain(`You’re no longer subbing in for ${world.name}`);
        expect((await call(guest, 'GET', `threads/squad/${squadId}`)).status, end).toBe(404);
        const lateResponse = await answerRequest(world, guest, 'accept');
        expect(lateResponse.status, end).toBe(409);
        expect((await readView(world, guest)).body, end).toMatchObject({ players: [], stand_in: { state: 'over' } });
      }
    });

    it('invites the substitute again for the new time when players are missing', async () => {
      const { guest, ...world } = await createSubstitutedSession(2);
      const starts_at = new Date(start.getTime() + 9 * HOUR_MS).toISOString();
      await call(world.captain, 'PATCH', `squads/${world.squadId}/sessions/${world.sessionId}`, {
        ...{ version: 1, starts_at, minutes: 60 },
      });
      const movedWorld = { ...world, version: 2 };
      await answerSession(movedWorld, world.last, 'no');
      await offer(movedWorld);
      expect(await listSeats(movedWorld)).toEqual([[guest.userId, null, 'asked']]);
      expect((await answerRequest(movedWorld, guest, 'accept', 1)).status).toBe(409);
      expect((await answerRequest(movedWorld, guest, 'accept')).status).toBe(200);
    });
  });

  describe('contact between a substitute and the squad', () => {
    // Calls the command directly, because the players' access tokens have expired by then.
    const readAs = (session: { sessionId: string }, player: Player) =>
      getSession(context.deps, toActor(player), session.sessionId);
    const canReach = async (session: { sessionId: string }, player: Player) =>
      (await readAs(session, player)).players.some(({ contacts }) => contacts.length > 0);

    it('allows contact until twelve hours after the session', async () => {
      const { guest, ...world } = await createSubstitutedSession(2);
      minutesOn(8 * 60);
      for (const user of [guest, world.captain]) expect(await canReach(world, user)).toBe(true);
      minutesOn(21 * 60);
      for (const user of [guest, world.captain]) expect(await canReach(world, user)).toBe(false);
    });

    it('hides names and handles after a block during the session', async () => {
      const { guest, ...world } = await createSubstitutedSession(2);
      minutesOn(7 * 60);
      await blockPlayer(context.deps, toActor(world.captain), guest.userId, 'block');
      for (const [user, other] of [
        [guest, world.captain],
        [world.captain, guest],
      ] as const) {
        const { players } = await readAs(world, user);
        expect(players).toHaveLength(2);
        expect(players.find(({ id }) => id === other.userId)).toMatchObject({
          display_name: 'Former player',
          contacts: [],
        });
      }
      const { sessions } = await getSquad(context.deps, toActor(world.captain), world.squadId);
      const [offer] = sessions.find(({ id }) => id === world.sessionId)!.stand_ins;
      expect(offer).toMatchObject({ display_name: 'Former player', contacts: [] });
    });
  });

  it('stops after inviting twenty players for one session version and says so', async () => {
    const session = await createSession(2);
    const guest = await session.made({ role: 'SF' });
    await answerSession(session, session.last, 'no');
    const fillers = await Promise.all(Array.from({ length: 20 }, () => makePlayer(context.deps)));
    await context.deps.db.execute(sql`
      insert into squad_stand_ins (session_id, squad_id, user_id, version, state, asked_at, until)
      select ${session.sessionId}, ${session.squadId}, id, 1, 'declined', ${start.toISOString()}, ${start.toISOString()}
        from unnest(${sql.param(fillers.map(({ userId }) => userId))}::uuid[]) as x (id)`);
    await offer(session);
    expect(await listSeats(session)).toEqual([]);
    const { search } = await readCard(session, session.captain);
    expect(search).toMatchObject({ state: 'enough', you_may_ask: false });
    const searchResponse = await ask(session, session.captain);
    expect([searchResponse.status, searchResponse.body.error?.message]).toEqual([
      409,
      expect.stringContaining('already invited 20 players'),
    ]);
    expect((await listTitles(guest)).filter((title) => title.includes('needs a sub'))).toEqual([]);
  });

  it('removes a substitute who accepts at the same time as a member blocks them', async () => {
    for (const _ of [1, 2, 3]) {
      const session = await createSession();
      const guest = await session.made({ role: 'PF' });
      await answerSession(session, session.last, 'no');
      await offer(session);
      const ref = { sessionId: session.sessionId, version: 1 };
      await Promise.allSettled([
        acceptSubstituteRequest(context.deps, guest, ref),
        blockPlayer(context.deps, toActor(session.members[1]!), guest.userId, 'block'),
      ]);
      expect(await listSeats(session)).toEqual([]);
    }
  });
});
