import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { listRowsAbout } from '../../accounts/own-data/own-data.queries.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { askAfterSessions } from '../session-feedback/session-feedback.commands.ts';
import type { SessionView } from '../session-feedback/session-feedback.schema.ts';
import { closeExpiredRunBacks } from '../sessions/squad-run-back.commands.ts';
import { shiftSessionIntoPast } from '../sessions/squad-sessions.queries.ts';
import { makeLiveSquad, makeSquad } from '../squads.factory.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { offerSessionSeats } from '../substitutes/substitute-offers.commands.ts';
import type { LiveNow } from './live-now.schema.ts';

let squads = 0;

describe('Live now', () => {
  let context: TestContext;
  const start = new Date('2026-03-03T20:00:00Z');
  const at = (ms: number) => context.setNow(new Date(start.getTime() + ms));
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  type Refused = { error: { message: string }; squad?: SquadRoom };
  async function call<T = SquadRoom>(who: Player, method: string, path: string, body?: object) {
    const answer = await context.app.request(`/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${who.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  }
  /** Creates a squad of PlayStation players who just readied up. No one else speaks their language. */
  async function createLive(overrides: Parameters<typeof makePlayer>[1] = {}) {
    at(0);
    squads += 1;
    const languages = [`Live ${squads}`];
    const roles = ['PG', 'C', 'SG', 'SF', 'PF'] as const;
    const members = await Promise.all(
      roles.map((role, i) =>
        makePlayer(context.deps, { role, languages, platform: 'PS5', psn: `live-${squads}-${i}`, ...overrides }),
      ),
    );
    const { squadId } = await makeLiveSquad(context.deps, members);
    const live = (await call(members[0]!, 'GET', `squads/${squadId}`)).body.live_now!;
    return { members: members as [Player, Player, Player, Player, Player], squadId, live, languages };
  }
  type Live = { squadId: string; live: LiveNow };
  const read = async (who: Player, squadId: string) => (await call(who, 'GET', `squads/${squadId}`)).body;
  const startGame = <T = SquadRoom>(who: Player, { squadId, live }: Live, number: number) =>
    call<T>(who, 'PUT', `squads/${squadId}/sessions/${live.session_id}/games/${number}`);
  const report = <T = SquadRoom>(who: Player, { squadId, live }: Live, number: number, result: string) =>
    call<T>(who, 'PUT', `squads/${squadId}/sessions/${live.session_id}/games/${number}/result`, { result });
  const reportMissing = <T = SquadRoom>(who: Player, { squadId, live }: Live, missing: Player) =>
    call<T>(who, 'POST', `squads/${squadId}/sessions/${live.session_id}/missing`, {
      version: live.version,
      user_id: missing.userId,
    });

  it('shows the host and every player’s gamertag during the session', async () => {
    const { members, squadId, live } = await createLive();
    expect(live).toMatchObject({ host_id: members[0].userId, voice_url: null, games: [], refill_open: true });
    expect(live.players.map(({ id, gamertag }) => [id, gamertag])).toEqual(
      expect.arrayContaining(members.map(({ userId }, i) => [userId, `live-${squads}-${i}`])),
    );
    expect(live.players[0]).toMatchObject({
      id: members[0].userId,
      is_you: true,
      gamertag_kind: 'psn',
      missing: false,
    });
    at(50 * MINUTE_MS);
    expect((await read(members[1], squadId)).live_now).toMatchObject({ session_id: live.session_id });
  });

  it('is only for squads from the live queue', async () => {
    at(0);
    const two = await Promise.all([makePlayer(context.deps), makePlayer(context.deps)]);
    const { squadId } = await makeSquad(context.deps, two);
    expect((await read(two[0]!, squadId)).live_now).toBeNull();
  });

  it('lets a player add a missing gamertag, and refuses invalid ones', async () => {
    const { members, squadId } = await createLive({ psn: null });
    const add = <T>(kind: string, value: string) =>
      call<T>(members[1], 'PUT', `squads/${squadId}/gamertag`, { kind, value });
    const before = (await read(members[0], squadId)).rev;
    const wrong = await add<Refused>('psn', 'a b');
    expect([wrong.status, wrong.body.error.message]).toEqual([
      422,
      'Enter a PSN ID of 3 to 16 letters, digits, hyphens or underscores.',
    ]);
    expect((await add<Refused>('psn', ' ')).status).toBe(422);
    expect((await add('psn', ' Rim_Runner ')).status).toBe(200);
    const seen = await read(members[0], squadId);
    expect(seen.rev).toBeGreaterThan(before);
    expect(seen.live_now!.players.find(({ id }) => id === members[1].userId)).toMatchObject({ gamertag: 'Rim_Runner' });
    const own = await call<{ psn: string; published: boolean }>(members[1], 'GET', 'profiles/me');
    expect(own.body).toMatchObject({ psn: 'Rim_Runner', published: true });
  });

  it('accepts only Discord links for voice, from any member', async () => {
    const { members, squadId } = await createLive();
    const set = <T = SquadRoom>(url: string | null) => call<T>(members[2], 'PUT', `squads/${squadId}/voice`, { url });
    expect((await set('discord.gg/rim-runners')).body.live_now?.voice_url).toBe('https://discord.gg/rim-runners');
    for (const url of ['https://evil.example/discord.gg/x1', 'javascript:alert(1)', 'https://discord.gg/', '']) {
      const refused = await set<Refused>(url);
      expect([refused.status, refused.body.error.message]).toEqual([
        422,
        'Paste a Discord invite or channel link, such as discord.gg/abc123.',
      ]);
    }
    expect((await set(null)).body.live_now?.voice_url).toBeNull();
  });

  it('counts a game once one player reports it and another confirms it, despite double taps', async () => {
    const created = await createLive();
    const { members, squadId } = created;
    const early = await report<Refused>(members[0], created, 1, 'won');
    expect([early.status, early.body.error.message]).toEqual([409, expect.stringContaining('hasn’t started')]);
    const both = await Promise.all([startGame(members[0], created, 1), startGame(members[1], created, 1)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]!.body.live_now!.games).toHaveLength(1);
    expect((await startGame<Refused>(members[0], created, 2)).body.error.message).toBe(
      'Report how game 1 ended first.',
    );
    expect((await report(members[0], created, 1, 'lost')).body.live_now!.games).toMatchObject([
      { result: 'lost', reported_by_you: true, confirmed: false },
    ]);
    const differs = await report<Refused>(members[1], created, 1, 'won');
    expect([differs.status, differs.body.error.message]).toEqual([
      409,
      expect.stringMatching(/reported game 1 as a loss\. If that’s wrong, ask them to change it\.$/),
    ]);
    await report(members[0], created, 1, 'won');
    expect((await report(members[1], created, 1, 'won')).body.live_now!.games).toMatchObject([
      { result: 'won', reported_by_you: false, confirmed: true },
    ]);
    expect((await report(members[0], created, 1, 'lost')).status).toBe(409);
    expect((await startGame(members[3], created, 2)).body.live_now!.games).toHaveLength(2);
    expect((await report<Refused>(members[0], created, 2, 'drew')).body.error.message).toBe(
      'Say whether you won or lost.',
    );
    const stranger = await makePlayer(context.deps);
    expect((await startGame(stranger, created, 3)).status).toBe(404);
    expect((await read(members[4], squadId)).live_now!.games.map(({ result }) => result)).toEqual(['won', null]);
  });

  it('replaces a missing player with a substitute, unless they come back first', async () => {
    const created = await createLive();
    const { members, squadId, live, languages } = created;
    const [captain, gone] = members;
    const availability = [{ days: ['Tue' as const], start: '18:00', end: '23:59' }];
    const fit = { languages, platform: 'PS5' as const, timezone: 'UTC', availability };
    const sub = await makePlayer(context.deps, { ...fit, role: 'C', psn: 'sub-rim' });
    at(5 * MINUTE_MS);
    const after = (await reportMissing(captain, created, gone)).body;
    expect(after.live_now!.players.find(({ id }) => id === gone.userId)).toMatchObject({ missing: true });
    expect(after.sessions[0]!.search).toMatchObject({ missing: 1, state: 'asking' });
    expect((await listOutbox(context.deps.db, gone.userId)).map(({ title }) => title)).toContain(
      `${after.name} is waiting for you`,
    );
    expect((await startGame<Refused>(gone, created, 1)).body.error.message).toMatch(
      /^You’re not in this session’s lineup/,
    );
    // The player comes back and is reported missing again.
    const { version } = live;
    await call(gone, 'PUT', `squads/${squadId}/sessions/${live.session_id}/check-in`, { version });
    expect((await read(captain, squadId)).live_now!.players.some(({ missing }) => missing)).toBe(false);
    await reportMissing(gone, created, gone);
    await offerSessionSeats(context.deps, live.session_id);
    const asked = await read(captain, squadId);
    expect(asked.sessions[0]!.stand_ins).toMatchObject([{ id: sub.userId, state: 'asked' }]);
    // Four people are waiting, so the substitute has five minutes.
    expect(Date.parse(asked.sessions[0]!.stand_ins[0]!.until!)).toBe(start.getTime() + 10 * MINUTE_MS);
    const accepted = await call(sub, 'PUT', `sessions/${live.session_id}/stand-in`, { version, action: 'accept' });
    expect(accepted.status).toBe(200);
    const room = await read(captain, squadId);
    expect(room.live_now!.players.find(({ id }) => id === sub.userId)).toMatchObject({
      stand_in: true,
      gamertag: 'sub-rim',
      missing: false,
    });
    const late = await call<Refused>(gone, 'PUT', `squads/${squadId}/sessions/${live.session_id}/check-in`, {
      version,
    });
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringMatching(/^A sub took your spot/)]);
    const yes = { version, answer: 'yes' };
    expect((await call(gone, 'PUT', `squads/${squadId}/sessions/${live.session_id}/answer`, yes)).status).toBe(409);
    expect((await reportMissing(captain, created, sub)).body.live_now!.players.map(({ id }) => id)).not.toContain(
      sub.userId,
    );
    expect((await listOutbox(context.deps.db, sub.userId)).map(({ title }) => title)).toContain(
      `You’re no longer subbing in for ${room.name}`,
    );
    // A session from the queue isn't a run-back, so it isn't canceled after its hour.
    at(59 * MINUTE_MS);
    expect((await read(captain, squadId)).live_now).toMatchObject({ refill_open: true });
    at(HOUR_MS + MINUTE_MS);
    await closeExpiredRunBacks(context.deps, new AbortController().signal);
    at(59 * MINUTE_MS);
    expect((await read(captain, squadId)).live_now).not.toBeNull();
  });

  it('records a no-show when others confirm the report, unless the player comes back in time', async () => {
    const created = await createLive();
    const { members, squadId, live } = created;
    const [captain, gone, back, witness, leaver] = members;
    at(5 * MINUTE_MS);
    const reported = await reportMissing(captain, created, gone);
    const toPlayer = (room: SquadRoom, { userId }: Player) => room.live_now!.players.find(({ id }) => id === userId);
    expect(toPlayer(reported.body, gone)).toMatchObject({ missing_reports: 1, reported_by_you: true });
    expect(toPlayer(await read(witness, squadId), gone)).toMatchObject({ missing_reports: 1, reported_by_you: false });
    for (const again of [1, 2]) expect((await reportMissing(witness, created, gone)).status, `${again}`).toBe(200);
    expect(toPlayer(await read(captain, squadId), gone)).toMatchObject({ missing_reports: 2 });
    // Players aren't blamed if they come back, or if they say themselves that they have to go.
    await reportMissing(captain, created, back);
    await reportMissing(witness, created, back);
    const { version } = live;
    await call(back, 'PUT', `squads/${squadId}/sessions/${live.session_id}/check-in`, { version });
    expect(toPlayer(await read(captain, squadId), back)).toMatchObject({ missing: false, missing_reports: 0 });
    await reportMissing(leaver, created, leaver);
    await reportMissing(captain, created, leaver);
    expect(toPlayer(await read(captain, squadId), leaver)).toMatchObject({ missing: true, missing_reports: 0 });

    await shiftSessionIntoPast(context.deps.db, live.session_id, 3 * HOUR_MS);
    await askAfterSessions(context.deps, new AbortController().signal);
    type Shown = { score: number | null; evidence: { cause: string; outcome: string; said_absent: number }[] };
    const readReliability = async (who: Player) => (await call<Shown>(who, 'GET', 'reliability')).body;
    const cause = `session:${live.session_id}`;
    expect((await readReliability(gone)).evidence).toMatchObject([{ cause, outcome: 'missed', said_absent: 2 }]);
    for (const one of [back, leaver, captain]) expect((await readReliability(one)).evidence).toEqual([]);
    // Only the reporters and staff know who reported a player. Even the player's own data export doesn't include it.
    const answers = { schema: 'public', name: 'squad_session_answers', columns: ['user_id'] };
    expect((await listRowsAbout(context.deps.db, answers, gone.userId)).join()).not.toContain(captain.userId);
    // The feedback question starts with the reporter's own reports selected.
    const { question } = (await call<SessionView>(captain, 'GET', `sessions/${live.session_id}`)).body;
    expect(question).toMatchObject({ said: null, reported: [gone.userId] });
    // Later feedback replaces the player's reports, so it doesn't count twice.
    const say = (who: Player, absent_ids: string[]) =>
      call(who, 'PUT', `sessions/${live.session_id}/feedback`, { took_place: true, rating: null, absent_ids });
    expect((await say(witness, [])).status).toBe(200);
    expect((await readReliability(gone)).evidence).toMatchObject([{ outcome: 'came', said_absent: 1 }]);
    expect((await say(witness, [gone.userId])).status).toBe(200);
    const contest = { cause, message: 'My console updated itself.' };
    expect((await call(gone, 'POST', 'reliability/appeals', contest)).status).toBeLessThan(300);
  });

  it('doesn’t let an earlier version cancel a session that’s short a player', async () => {
    const created = await createLive();
    const { members, squadId, live } = created;
    await reportMissing(members[0], created, members[1]);
    const cancel = () =>
      context.deps.db.execute(sql`
        update squad_sessions set called_off_at = ${start.toISOString()} where id = ${live.session_id}`);
    await shiftSessionIntoPast(context.deps.db, live.session_id, HOUR_MS + MINUTE_MS);
    await expect(cancel()).rejects.toThrow();
    expect((await read(members[0], squadId)).live_now).toMatchObject({ session_id: live.session_id });
    // The captain can still cancel it in the first hour.
    await shiftSessionIntoPast(context.deps.db, live.session_id, -30 * MINUTE_MS);
    await cancel();
    expect((await read(members[0], squadId)).live_now).toBeNull();
  });

  it('refuses to refill after an hour, for outsiders and for players outside the lineup', async () => {
    const created = await createLive();
    const { members, squadId, live } = created;
    const stranger = await makePlayer(context.deps);
    expect((await reportMissing(stranger, created, members[0])).status).toBe(404);
    const unknown = await reportMissing<Refused>(members[0], created, stranger);
    expect([unknown.status, unknown.body.error.message]).toEqual([409, expect.stringMatching(/^That player isn’t/)]);
    await context.deps.db.execute(
      `update squad_sessions set starts_at = starts_at - interval '61 minutes', answers_until = answers_until - interval '61 minutes' where id = '${live.session_id}'`,
    );
    expect((await read(members[0], squadId)).live_now).toMatchObject({ refill_open: false });
    const late = await reportMissing<Refused>(members[0], created, members[1]);
    expect([late.status, late.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^It’s too late to find a sub/),
    ]);
  });

  it('keeps the results in the squad’s history', async () => {
    const created = await createLive();
    const { members, squadId, live } = created;
    await startGame(members[0], created, 1);
    await report(members[0], created, 1, 'won');
    await context.deps.db.execute(
      `update squad_sessions set starts_at = starts_at - interval '3 hours', ends_at = ends_at - interval '3 hours', answers_until = null where id = '${live.session_id}'`,
    );
    await context.deps.db.execute(
      `insert into squad_session_feedback (session_id, user_id, asked_at, said_at, took_place) values ('${live.session_id}', '${members[0].userId}', now(), now(), true)`,
    );
    const room = await read(members[0], squadId);
    expect(room.live_now).toBeNull();
    expect(room.evenings.last).toMatchObject([{ id: live.session_id, won: 1, lost: 0 }]);
    expect(room.run_back).toMatchObject({ kind: 'now', session_id: live.session_id });
  });
});
