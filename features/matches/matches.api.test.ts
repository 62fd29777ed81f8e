import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { toDraft, toRequestBody } from '../profiles/profile-form.rules.ts';
import { setLanguage } from '../profiles/profiles.commands.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import type { OwnProfile } from '../profiles/profiles.schema.ts';
import { toAdvisedChange } from './advised-change.rules.ts';
import { processRun, runMatcherNow } from './matcher-runs/matcher-runs.commands.ts';
import { makeFittingFive, makeSquadProposal } from './matches.factory.ts';
import type { Match, WhyNot } from './matches.schema.ts';

describe('matches API', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext({ LANGUAGES: 'en,fr' });
    context.setNow('2026-03-03T12:00:00Z');
  });
  afterAll(() => context.close());

  type Caller = { accessToken: string; language?: string };
  const call = async <T>(caller: Caller | undefined, method: string, path: string, body?: object) => {
    const response = await context.app.request(path, {
      method,
      headers: {
        'Accept-Language': caller?.language ?? 'en',
        ...(caller ? { Authorization: `Bearer ${caller.accessToken}` } : {}),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
  };
  const getError = (response: { body: unknown }) => (response.body as { error: { message: string } }).error.message;

  it('requires completed onboarding and shows users only their own matches', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    const newUser = await makeUser(context.deps);
    expect((await call(undefined, 'GET', '/api/matches')).status).toBe(401);
    expect((await call(newUser, 'GET', '/api/matches')).status).toBe(403);
    const ownMatches = await call<{ matches: Match[]; next: null }>(members[0]!, 'GET', '/api/matches');
    expect(ownMatches.status).toBe(200);
    expect(ownMatches.body.matches.map((match) => match.id)).toEqual([matchId]);
    expect(ownMatches.body.next).toBeNull();
    const stranger = await makePlayer(context.deps, { languages: ['None of theirs'] });
    expect((await call<{ matches: Match[] }>(stranger, 'GET', '/api/matches')).body.matches).toEqual([]);
    const response = await call(stranger, 'GET', `/api/matches/${matchId}`);
    expect([response.status, getError(response)]).toEqual([404, 'Match not found or you do not have access']);
  });

  it("shows matches in each request's language", async () => {
    const { members } = await makeSquadProposal(context.deps);
    const read = async (language: string) => {
      const { body } = await call<{ matches: Match[] }>({ ...members[0]!, language }, 'GET', '/api/matches');
      return body.matches[0]!.parts.map(({ label }) => label);
    };
    expect(await read('en')).toContain('Playstyles');
    expect(await read('fr')).toContain('Styles de jeu');
    expect(await read('en')).toContain('Playstyles');
  });

  it('notifies each member in their own language', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    const [reader, other] = [members[0]!, members[1]!];
    await setLanguage(context.deps, reader, 'fr');
    for (const member of members) await call(member, 'POST', `/api/matches/${matchId}/response`, { action: 'accept' });
    const readNews = async ({ userId }: Player) =>
      (await listOutbox(context.deps.db, userId)).find(({ kind }) => kind === 'match_mutual')!;
    expect((await readNews(other)).title).toBe('Your squad is on: all five accepted');
    const message = await readNews(reader);
    expect(message.title).toBe('Ta squad est au complet\u00a0: vous avez accepté tous les cinq');
    expect(message.lines[0]).toMatch(/^Tout le monde a accepté\. Voici ta squad/);
    expect(message.attachments[0]!.content).toContain('SUMMARY:Planet Crew\u00a0: session de squad');
  });

  it('accepts only valid answers and serves the calendar after the last acceptance', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    const respond = (player: Player, action: string) =>
      call<Match>(player, 'POST', `/api/matches/${matchId}/response`, { action });
    const wrongResponse = await respond(members[0]!, 'maybe');
    expect([wrongResponse.status, getError(wrongResponse)]).toEqual([
      422,
      'Invalid action: must be "accept" or "decline"',
    ]);
    expect((await call(undefined, 'POST', `/api/matches/${matchId}/response`, { action: 'accept' })).status).toBe(401);
    const calendar = `/api/matches/${matchId}/calendar.ics`;
    expect((await call(members[0]!, 'GET', calendar)).status).toBe(409);
    for (const member of members) expect((await respond(member, 'accept')).status).toBe(200);
    const file = await call<string>(members[0]!, 'GET', calendar);
    expect(file.status).toBe(200);
    expect(file.headers.get('Content-Type')).toContain('text/calendar');
    expect(file.body.startsWith('BEGIN:VCALENDAR')).toBe(true);
    expect(file.body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const notify = await call(members[1]!, 'POST', '/functions/v1/notify', { matchId });
    expect([notify.status, notify.body]).toEqual([200, { notified: 5 }]);
    const lateResponse = await respond(members[2]!, 'decline');
    expect([lateResponse.status, getError(lateResponse)]).toEqual([
      409,
      expect.stringContaining('Everyone already accepted'),
    ]);
  });

  it("doesn't record an answer when its link is only fetched", async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await call(undefined, 'GET', `/protocol/respond?matchId=${matchId}&action=decline`);
    await call(members[0]!, 'GET', `/api/matches/${matchId}/response`);
    const match = await call<Match>(members[0]!, 'GET', `/api/matches/${matchId}`);
    expect(match.body).toMatchObject({ status: 'proposed', my_response: null });
  });

  it('limits running the matcher and reading its runs to admins', async () => {
    const admin = await makeAdmin(context.deps);
    const player = await makePlayer(context.deps, { languages: ['Quiet'] });
    for (const [method, path, body] of [
      ['POST', '/api/matches/run', {}],
      ['GET', '/api/matches/runs', undefined],
      ['GET', '/api/matches/latest', undefined],
    ] as const) {
      const deniedResponse = await call(player, method, path, body);
      expect([deniedResponse.status, getError(deniedResponse)]).toEqual([
        403,
        'Access denied: Admin privileges required',
      ]);
    }
    const response = await call<{ id: string }>(admin, 'POST', '/api/matches/run', {});
    expect(response.status).toBe(202);
    expect(context.sent.at(-1)).toMatchObject({ name: 'matcher', data: { runId: response.body.id } });
    const { rows } = await context.deps.db.execute(
      sql`select admin_id, action from admin_audit_logs where target_id = ${response.body.id}`,
    );
    expect(rows).toEqual([{ admin_id: admin.userId, action: 'run_matcher' }]);
    await processRun(context.deps, response.body.id);
    const run = await call(admin, 'GET', `/api/matches/runs/${response.body.id}`);
    expect(run.body).toMatchObject({ status: 'done', certificate: { seed: expect.any(Number) } });
    const runs = await call<{ runs: { id: string }[] }>(admin, 'GET', '/api/matches/runs');
    expect(runs.body.runs.map(({ id }) => id)).toContain(response.body.id);
    const latest = await call<{ matches: object[] }>(admin, 'GET', '/api/matches/latest');
    expect(latest.body.matches[0]).toMatchObject({ type: expect.any(String), status: expect.any(String) });
  });

  it('returns 50 matches at a time, newest first', async () => {
    const player = await makePlayer(context.deps, { languages: ['Page'] });
    await context.deps.db.execute(sql`
      with made as (
        insert into matches (type, score, status, member_ids, group_key, created_at, expires_at)
        select 'nba2k_pair', 80, 'mutual', array[${player.userId}::uuid, gen_random_uuid()], 'pair ' || n,
               ${context.deps.now()}::timestamptz - n * interval '1 minute', ${context.deps.now()}
          from generate_series(1, 53) n
        returning id)
      insert into match_members (match_id, user_id, kind, open, carried, waited)
      select id, ${player.userId}, 'pair', false, false, 0 from made`);
    const first = await call<{ matches: Match[]; next: string }>(player, 'GET', '/api/matches');
    expect(first.body.matches).toHaveLength(50);
    const times = first.body.matches.map((match) => match.created_at);
    expect(times).toEqual([...times].sort().reverse());
    const nextPage = await call<{ matches: Match[]; next: null }>(
      player,
      'GET',
      `/api/matches?before=${encodeURIComponent(first.body.next)}`,
    );
    expect([nextPage.body.matches.length, nextPage.body.next]).toEqual([3, null]);
    const admin = await makeAdmin(context.deps);
    const listLatest = async (query: string) =>
      (await call<{ matches: { id: string }[] }>(admin, 'GET', `/api/matches/latest${query}`)).body.matches;
    expect(await listLatest('')).toHaveLength(50);
    expect((await listLatest(`?players=${admin.userId},${player.userId}`)).map(({ id }) => id)).toEqual(
      first.body.matches.map(({ id }) => id),
    );
    expect(await listLatest(`?players=${admin.userId}`)).toEqual([]);
    await context.deps.db.execute(sql`delete from matches where group_key like 'pair %'`);
  });

  describe('explanation for having no match', () => {
    const readReasons = async (player: Player) => (await call<WhyNot>(player, 'GET', '/api/matches/why-not')).body;

    it('names the most helpful change, and applying it leads to a match', async () => {
      const language = 'Catalan';
      const twin = { role: 'PG', languages: [language], crossplay: false };
      await makePlayer(context.deps, { ...twin, role: 'SG', platform: 'PS5', crossplay: true });
      const lonePlayer = await makePlayer(context.deps, { ...twin, platform: 'Xbox Series', crossplay: false });
      await runMatcherNow(context.deps);
      const status = await readReasons(lonePlayer);
      expect(status).toMatchObject({ state: 'left_over', waiting_runs: 1, last_run_at: '2026-03-03T12:00:00.000Z' });
      expect(status.next_run_at).toBe('2026-03-03T13:35:00.000Z');
      expect(status.sentences.length).toBeGreaterThan(0);
      const secondResponse = await readReasons(lonePlayer);
      expect(secondResponse).toEqual(status);
      // Apply the structured advice to the profile and check that it leads to the match.
      expect(status.advice).toEqual([{ kind: 'crossplay' }]);
      const { body: profile } = await call<OwnProfile>(lonePlayer, 'GET', '/api/profiles/me');
      const { fields } = toAdvisedChange(profile, status.advice!)!;
      const form = toRequestBody({ ...toDraft(profile), ...fields } as ReturnType<typeof toDraft>);
      expect((await call(lonePlayer, 'PUT', '/api/profiles/me/sections/position', form)).status).toBe(200);
      await runMatcherNow(context.deps);
      expect(await readReasons(lonePlayer)).toMatchObject({ state: 'matched' });
    });

    it('returns a state for new, unpublished, banned and matched users', async () => {
      const newPlayer = await makePlayer(context.deps, { languages: ['Basque'] });
      expect((await readReasons(newPlayer)).state).toBe('waiting');
      await context.deps.db.execute(sql`update protocol_profiles set published = false where id = ${newPlayer.userId}`);
      expect((await readReasons(newPlayer)).state).toBe('unpublished');
      const bannedPlayer = await makePlayer(context.deps, { languages: ['Galician'] });
      await context.deps.db.execute(
        sql`insert into ban_list (user_id, scope, reason) values (${bannedPlayer.userId}, 'matching', 'Test')`,
      );
      expect((await readReasons(bannedPlayer)).state).toBe('banned');
      const { members } = await makeSquadProposal(context.deps);
      expect(await readReasons(members[0]!)).toMatchObject({ state: 'matched', sentences: [] });
    });

    it('explains the cooldown when only the same five players would fit', async () => {
      const players = await makeFittingFive(context.deps, { languages: ['Maltese'] });
      await runMatcherNow(context.deps);
      const [match] = (await call<{ matches: { id: string }[] }>(players[0]!, 'GET', '/api/matches')).body.matches;
      await call(players[1]!, 'POST', `/api/matches/${match!.id}/response`, { action: 'decline' });
      await runMatcherNow(context.deps);
      // Four of them are in pairs now, and the fifth is left over.
      const statuses = await Promise.all(players.map(readReasons));
      const { sentences } = statuses.find(({ state }) => state === 'left_over')!;
      expect(sentences.slice(0, 2)).toEqual([
        'You’d have a match, but that match was already proposed and can’t come up again within 30 days.',
        'We’re waiting for that time to pass, or for someone else who’s a fit for you.',
      ]);
    });

    it('mentions that others ended a match and that the queue position is kept', async () => {
      const { matchId, members } = await makeSquadProposal(context.deps);
      await call(members[0]!, 'POST', `/api/matches/${matchId}/response`, { action: 'decline' });
      const status = await readReasons(members[1]!);
      expect(status.state).toBe('waiting');
      expect(status.sentences[0]).toContain('ahead of newcomers');
      expect((await readReasons(members[0]!)).sentences).toEqual([
        "Your last match has ended. You're in the next matching round.",
      ]);
    });
  });
});
