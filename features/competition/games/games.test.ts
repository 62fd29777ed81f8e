import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGoodPicture, createHostileFiles } from '../../../pictures/test-hostile-files.ts';
import { DAILY_GAMES_PER_PAIRING } from '../../../ratings/rating-settings.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS, MINUTE_MS } from '../../../time/units.ts';
import { eraseDueAccounts } from '../../accounts/account-deletion.commands.ts';
import { openSession } from '../../accounts/accounts.factory.ts';
import { listEverythingAbout } from '../../accounts/own-data/test-own-data.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { leaveSquad } from '../../squads/squads.commands.ts';
import { settleDueGames } from './game-settlement.commands.ts';
import type { DisputedGame, Game, SessionGames } from './games.schema.ts';
import { createGameCalls, createPlayingSquad, type PlayingSquad, type Refused } from './test-squads-at-play.ts';

const START = new Date('2026-03-03T20:00:00Z');

describe('Games', () => {
  let context: TestContext;
  let client: ReturnType<typeof createGameCalls>;
  const at = (ms: number) => context.setNow(new Date(START.getTime() + ms));
  const settle = () => settleDueGames(context.deps, new AbortController().signal);
  beforeAll(async () => {
    context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
    client = createGameCalls(context);
  });
  afterAll(() => context.close());
  beforeEach(() => at(0));

  /** Creates two squads that play each other. */
  async function createRivals(size: 2 | 5 = 2) {
    const home = await createPlayingSquad(context.deps, size);
    const away = await createPlayingSquad(context.deps, size);
    at(20 * MINUTE_MS);
    return { home, away, captain: home.members[0]!, other: away.members[0]! };
  }
  const against = ({ squadId }: PlayingSquad) => ({ opponent: `https://planetcrew.example/squads/${squadId}` });
  /** Signs someone in again after the clock moved. */
  async function signIn<T extends Player>(player: T): Promise<T> {
    player.accessToken = await openSession(context.deps, player.userId);
    return player;
  }
  async function attach(who: Player, id: string, bytes: Uint8Array<ArrayBuffer>) {
    const form = new FormData();
    form.set('file', new File([bytes], 'score.png', { type: 'image/png' }));
    const headers = { Authorization: `Bearer ${who.accessToken}` };
    const response = await context.app.request(`/api/games/${id}/evidence`, { method: 'PUT', body: form, headers });
    return { status: response.status, body: (await response.json()) as Game & Refused };
  }
  const createPicture = async () => new Uint8Array(await createGoodPicture('png'));

  it('counts a game against unknown opponents once another player confirms it', async () => {
    const squad = await createPlayingSquad(context.deps);
    const [captain, mate] = squad.members as [Player, Player];
    at(20 * MINUTE_MS);
    const reported = await client.report(mate, squad);
    expect(reported.status, JSON.stringify(reported.body)).toBe(200);
    expect(reported.body).toMatchObject({ state: 'reported', version: 1, confirmed_at: null, your_side: 1 });
    expect(reported.body.can).toEqual({ confirm: false, dispute: false, correct: true, attach: true });
    const { id } = reported.body;
    const alone = await client.call<Refused>(mate, 'POST', `games/${id}/confirmation`, { version: 1 });
    expect([alone.status, alone.body.error.message]).toEqual([
      403,
      'You reported this result, so another player has to confirm it.',
    ]);
    const confirmed = await client.call(captain, 'POST', `games/${id}/confirmation`, { version: 1 });
    expect(confirmed.body).toMatchObject({ state: 'confirmed', confirmed_at: '2026-03-03T20:20:00.000Z' });
    expect(confirmed.body.events.map(({ kind, by }) => [kind, by !== null])).toEqual([
      ['reported', true],
      ['confirmed', true],
    ]);
    expect((await client.call(captain, 'POST', `games/${id}/confirmation`, { version: 1 })).status).toBe(200);
    const stranger = await makePlayer(context.deps);
    expect((await client.call(stranger, 'GET', `games/${id}`)).status).toBe(404);
    expect((await client.call(stranger, 'GET', `sessions/${squad.sessionId}/games`)).status).toBe(404);
    const listed = await client.call<SessionGames>(mate, 'GET', `sessions/${squad.sessionId}/games`);
    expect(listed.body).toMatchObject({ next_number: 2, closed: null, games: [{ id, state: 'confirmed' }] });
  });

  it('treats a second report as a confirmation if it is the same, and as a dispute if it differs', async () => {
    const squad = await createPlayingSquad(context.deps);
    const [captain, mate] = squad.members as [Player, Player];
    at(40 * MINUTE_MS);
    await client.report(captain, squad);
    expect((await client.report(captain, squad)).body).toMatchObject({ state: 'reported', version: 1 });
    expect((await client.report(mate, squad)).body).toMatchObject({ state: 'confirmed' });
    await client.report(captain, squad, { number: 2 });
    const again = await client.report<Refused>(captain, squad, { number: 2, score: { own: 60, other: 61 } });
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'This game already has a result. Its reporter can correct it.',
    ]);
    const disputed = await client.report(mate, squad, { number: 2, score: { own: 60, other: 61 } });
    expect(disputed.body).toMatchObject({ state: 'disputed', version: 1, results: [{ winner: 1 }, { winner: 2 }] });
    // The reporter accepts the other version, so no one has to decide.
    const { id } = disputed.body;
    expect((await client.call(mate, 'POST', `games/${id}/confirmation`, { version: 2 })).status).toBe(403);
    expect((await client.call(captain, 'POST', `games/${id}/confirmation`, { version: 2 })).body).toMatchObject({
      state: 'confirmed',
      version: 2,
    });
  });

  it('lets only the other squad’s captain confirm, and keeps both lineups', async () => {
    const { home, away, captain, other } = await createRivals();
    const mate = home.members[1]!;
    const early = await client.report<Refused>(mate, home, against(away));
    expect([early.status, early.body.error.message]).toEqual([
      403,
      'Only your captain can report a game against another squad.',
    ]);
    const { id, sides } = (await client.report(captain, home, against(away))).body;
    expect(sides.map(({ squad_id, yours }) => [squad_id, yours])).toEqual([
      [home.squadId, true],
      [away.squadId, false],
    ]);
    for (const [who, sentence] of [
      [captain, 'Your side reported this result, so the other squad has to confirm it.'],
      [mate, 'Your side reported this result, so the other squad has to confirm it.'],
      [away.members[1]!, 'Only your captain can answer for your squad.'],
    ] as const) {
      const refused = await client.call<Refused>(who, 'POST', `games/${id}/confirmation`, { version: 1 });
      expect([refused.status, refused.body.error.message]).toEqual([403, sentence]);
    }
    const lineup = client.lineup([other]);
    const confirmed = await client.call(other, 'POST', `games/${id}/confirmation`, { version: 1, lineup });
    expect(confirmed.body).toMatchObject({ state: 'confirmed', your_side: 2 });
    expect(confirmed.body.results[0]!.players.map(({ side, id: user }) => [side, user])).toEqual([
      ...home.members.map(({ userId }) => [1, userId]),
      [2, other.userId],
    ]);
  });

  it('joins both captains’ reports of one game, even at the same time', async () => {
    const { home, away, captain, other } = await createRivals();
    const both = await Promise.all([
      client.report(captain, home, against(away)),
      client.report(other, away, { ...against(home), score: { own: 61, other: 68 } }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]!.body.id).toBe(both[1]!.body.id);
    const view = await client.call(captain, 'GET', `games/${both[0]!.body.id}`);
    expect(view.body).toMatchObject({ state: 'confirmed' });
    at(40 * MINUTE_MS);
    const [first, second] = await Promise.all([
      client.report(captain, home, { ...against(away), number: 2 }),
      client.report(other, away, { ...against(home), number: 1, score: { own: 70, other: 60 } }),
    ]);
    expect(second!.body.id).toBe(first!.body.id);
    const disputed = await client.call(captain, 'GET', `games/${first!.body.id}`);
    expect(disputed.body).toMatchObject({ state: 'disputed', version: 1 });
    expect(disputed.body.results).toHaveLength(2);
  });

  it('confirms an unanswered result after a day only with a screenshot, and the other side can still object', async () => {
    const { home, away, captain, other } = await createRivals();
    const { id: bare } = (await client.report(captain, home, against(away))).body;
    at(30 * MINUTE_MS);
    const { id } = (await client.report(captain, home, { ...against(away), number: 2 })).body;
    const proven = await attach(captain, id, await createPicture());
    expect(proven.status, JSON.stringify(proven.body)).toBe(200);
    expect(proven.body.evidence).toMatchObject([{ side: 1 }]);
    const picture = await context.app.request(proven.body.evidence[0]!.url);
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    at(DAY_MS + 31 * MINUTE_MS);
    await Promise.all([settle(), settle()]);
    await signIn(other);
    expect((await client.call(other, 'GET', `games/${bare}`)).body).toMatchObject({ state: 'reported', due_at: null });
    const unanswered = (await client.call(other, 'GET', `games/${id}`)).body;
    expect(unanswered).toMatchObject({ state: 'confirmed', can: { dispute: true, confirm: false } });
    expect(unanswered.events.at(-1)).toMatchObject({ kind: 'confirmed', by: null, side: null });
    const objection = { version: 1, claim: null, note: 'We never played them.' };
    const disputed = (await client.call(other, 'POST', `games/${id}/dispute`, objection)).body;
    expect(disputed).toMatchObject({ state: 'disputed', confirmed_at: null });
    expect(disputed.events.at(-1)).toMatchObject({ kind: 'disputed', note: 'We never played them.' });
  });

  it('voids a dispute that no one decides in three days', async () => {
    const { home, away, captain, other } = await createRivals();
    const { id } = (await client.report(captain, home, against(away))).body;
    await client.call(other, 'POST', `games/${id}/dispute`, { version: 1, claim: { outcome: 'won' } });
    at(3 * DAY_MS);
    await settle();
    await signIn(captain);
    expect((await client.call(captain, 'GET', `games/${id}`)).body.state).toBe('disputed');
    at(3 * DAY_MS + 21 * MINUTE_MS);
    await settle();
    await signIn(captain);
    expect((await client.call(captain, 'GET', `games/${id}`)).body).toMatchObject({ state: 'void', due_at: null });
    const late = await client.call<Refused>(captain, 'POST', `games/${id}/confirmation`, { version: 2 });
    expect([late.status, late.body.error.message]).toEqual([409, 'This game is void, so its result can’t change.']);
  });

  it('lets a moderator decide for either version or void the game, and records it', async () => {
    const { home, away, captain, other } = await createRivals();
    const { id } = (await client.report(captain, home, against(away))).body;
    await client.call(other, 'POST', `games/${id}/dispute`, { version: 1, claim: { score: { own: 70, other: 69 } } });
    const admin = { ...(await makeAdmin(context.deps)) } as unknown as Player;
    const listed = await client.call<{ games: DisputedGame[] }>(admin, 'GET', 'admin/games');
    expect(listed.body.games.map(({ game }) => game.id)).toContain(id);
    const decision = { version: 2, note: 'The screenshot shows it.' };
    const decided = await client.call<DisputedGame>(admin, 'POST', `admin/games/${id}/decision`, decision);
    expect(decided.body.game).toMatchObject({ state: 'decided', version: 2 });
    expect(decided.body.game.results[1]).toMatchObject({ winner: 2, score_1: 69, score_2: 70 });
    const unknown = await client.call<Refused>(admin, 'POST', `admin/games/${id}/decision`, { version: 9 });
    expect(unknown.status).toBe(422);
    const voided = await client.call<DisputedGame>(admin, 'POST', `admin/games/${id}/decision`, { version: null });
    expect(voided.body.game).toMatchObject({ state: 'void', confirmed_at: null });
    const { rows } = await context.deps.db.execute<{ action: string }>(
      sql`select action from admin_audit_logs where target_id = ${id} order by created_at, id`,
    );
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['decide_game', 'void_game']);
  });

  it('keeps every version of a corrected result', async () => {
    const { home, away, captain, other } = await createRivals();
    const { id } = (await client.report(captain, home, against(away))).body;
    const refused = await client.call<Refused>(other, 'POST', `games/${id}/correction`, {
      version: 1,
      outcome: 'won',
    });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'Only the side that reported this result can correct it.',
    ]);
    const correction = { version: 1, score: { own: 67, other: 61 } };
    const corrected = await client.call(captain, 'POST', `games/${id}/correction`, correction);
    expect(corrected.body).toMatchObject({ version: 2, results: [{ score_1: 68 }, { score_1: 67 }] });
    const outdated = await client.call<Refused>(other, 'POST', `games/${id}/confirmation`, { version: 1 });
    expect([outdated.status, outdated.body.error.message]).toEqual([
      409,
      'This result has changed. Reload the page to see it.',
    ]);
    expect((await client.call(other, 'POST', `games/${id}/confirmation`, { version: 2 })).status).toBe(200);
  });

  it('lets the next captain answer after the captain has left', async () => {
    const { home, away, captain, other } = await createRivals(5);
    const { id } = (await client.report(captain, home, against(away))).body;
    await leaveSquad(context.deps, other, away.squadId, 'hours');
    const next = away.members[1]!;
    const { rows } = await context.deps.db.execute<{ captain_id: string }>(
      sql`select captain_id from squads where id = ${away.squadId}`,
    );
    const heir = away.members.find(({ userId }) => userId === rows[0]!.captain_id) ?? next;
    const confirmed = await client.call(heir, 'POST', `games/${id}/confirmation`, { version: 1 });
    expect([confirmed.status, confirmed.body.state]).toEqual([200, 'confirmed']);
  });

  it.each([
    [{ number: 2 }, 409, 'Someone else reported a game. Reload the page to see it.'],
    [{ number: 0 }, 422, 'Enter a game number from 1 to 50.'],
    [{ score: { own: -1, other: 3 } }, 422, 'Enter both scores, from 0 to 250.'],
    [{ score: { own: 251, other: 3 } }, 422, 'Enter both scores, from 0 to 250.'],
    [{ score: null }, 422, 'Say whether you won, or enter the score.'],
    [{ mode: 'Chess' }, 422, 'Choose one of these modes: Pro-Am 5v5, Rec, Proving Ground, Park/City.'],
    [{ best_of: 2 }, 422, 'Choose best of 1, 3, 5 or 7.'],
    [{ ended_at: '2026-03-03T20:30:00.000Z' }, 422, 'A game can’t end in the future.'],
    [{ ended_at: 'later' }, 422, 'Enter a valid time.'],
    [{ started_at: '2026-03-03T19:00:00.000Z' }, 422, 'This game would be before the session. Check its time.'],
    [{ opponent: 'the Rim Runners' }, 422, 'Paste the link to the other squad’s page.'],
    [
      { opponent: crypto.randomUUID() },
      422,
      'We can’t find that squad. Ask its captain to turn on the squad’s public page.',
    ],
    [{ lineup: { players: [] } }, 422, 'Choose 1 to 5 players.'],
  ])('explains what is wrong with %j', async (change, status, sentence) => {
    const squad = await createPlayingSquad(context.deps);
    at(20 * MINUTE_MS);
    const refused = await client.report<Refused>(squad.members[0]!, squad, change);
    expect([refused.status, refused.body.error.message]).toEqual([status, sentence]);
  });

  it('refuses a lineup without its reporter, strangers, and reports at the wrong time', async () => {
    const squad = await createPlayingSquad(context.deps);
    const [captain, mate] = squad.members as [Player, Player];
    const stranger = await makePlayer(context.deps);
    at(20 * MINUTE_MS);
    const say = async (who: Player, change: object) => {
      const { status, body } = await client.report<Refused>(who, squad, change);
      return [status, body.error?.message];
    };
    expect(await say(captain, { lineup: client.lineup([mate]) })).toEqual([
      422,
      'Only players who were in the game can report it. Add yourself to the lineup.',
    ]);
    expect(await say(captain, { lineup: client.lineup([captain, stranger]) })).toEqual([
      422,
      'One of these players wasn’t in this session.',
    ]);
    expect(await say(stranger, {})).toEqual([404, 'Session not found.']);
    expect(await say(captain, against(squad))).toEqual([
      422,
      'That’s your own squad. Paste the link to the other squad’s page.',
    ]);
    at(-31 * MINUTE_MS);
    await signIn(captain);
    expect(await say(captain, {})).toEqual([409, 'This session hasn’t started yet.']);
    at(8 * DAY_MS);
    await signIn(captain);
    expect(await say(captain, {})).toEqual([409, 'It’s too late to report games of this session.']);
  });

  it('refuses screenshots that are not pictures, too many or too late', async () => {
    const { home, away, captain, other } = await createRivals();
    const { id } = (await client.report(captain, home, against(away))).body;
    const [hostile] = await createHostileFiles();
    const refused = await attach(captain, id, new Uint8Array(hostile!.bytes));
    expect(refused.status).toBe(422);
    expect(refused.body.error.message).toMatch(/^[A-Z].+\.$/);
    const text = await attach(captain, id, new TextEncoder().encode('68:61'));
    expect(text.body.error.message).toBe('That’s not a picture we can read. Use a PNG, JPEG, WebP, AVIF or GIF.');
    const large = await attach(captain, id, new Uint8Array(5.5 * 1024 * 1024));
    expect(large.status).toBeGreaterThanOrEqual(400);
    const bystander = await attach(away.members[1]!, id, await createPicture());
    expect(bystander.body.error.message).toBe('Only your captain can add a screenshot to this game.');
    for (let count = 0; count < 3; count++) expect((await attach(other, id, await createPicture())).status).toBe(200);
    expect((await attach(other, id, await createPicture())).body.error.message).toBe(
      'Your side has added enough screenshots to this game.',
    );
    await client.call(other, 'POST', `games/${id}/confirmation`, { version: 1 });
    expect((await attach(captain, id, await createPicture())).status).toBe(409);
  });

  it('flags shared accounts and networks, and games over the daily limit, without refusing them', async () => {
    const { home, away, captain, other } = await createRivals();
    const admin = (await makeAdmin(context.deps)) as unknown as Player;
    await context.deps.db.execute(sql`
      update auth.sessions set ip = '203.0.113.7', user_agent = 'Phone'
       where user_id in (${captain.userId}, ${other.userId})`);
    const readFlags = async (id: string) =>
      (await client.call<DisputedGame>(admin, 'GET', `admin/games/${id}`)).body.flags;
    for (let number = 1; number <= DAILY_GAMES_PER_PAIRING + 1; number++) {
      at((20 + 5 * number) * MINUTE_MS);
      const { id } = (await client.report(captain, home, { ...against(away), number })).body;
      const lineup = client.lineup(away.members);
      const confirmed = await client.call(other, 'POST', `games/${id}/confirmation`, { version: 1, lineup });
      expect(confirmed.body.state).toBe('confirmed');
      expect(await readFlags(id)).toEqual([
        ...(number > DAILY_GAMES_PER_PAIRING ? [{ kind: 'daily_limit', count: 1 }] : []),
        { kind: 'shared_address', count: 1 },
        { kind: 'shared_device', count: 1 },
      ]);
    }
  });

  it('keeps a deleted account’s games without its name and screenshots', async () => {
    const { home, away, captain, other } = await createRivals();
    const { id } = (await client.report(captain, home, against(away))).body;
    await attach(captain, id, await createPicture());
    await client.call(other, 'POST', `games/${id}/confirmation`, { version: 1 });
    const exported = await listEverythingAbout(context.deps.db, captain.userId);
    expect(Object.keys(exported)).toEqual(
      expect.arrayContaining(['game_results', 'game_players', 'game_events', 'game_evidence']),
    );
    await context.deps.db.execute(
      sql`update auth.users set delete_after = ${START.toISOString()} where id = ${captain.userId}`,
    );
    await eraseDueAccounts(context.deps);
    const view = (await client.call(other, 'GET', `games/${id}`)).body;
    expect(view).toMatchObject({ state: 'confirmed', evidence: [] });
    expect(view.results[0]).toMatchObject({ reported_by: 'Former player', score_1: 68 });
    expect(view.results[0]!.players.find(({ side }) => side === 1)).toMatchObject({
      id: null,
      display_name: 'Former player',
    });
  });

  it('asks for the unfinished game first', async () => {
    const squad = await createPlayingSquad(context.deps);
    const [captain] = squad.members as [Player];
    at(40 * MINUTE_MS);
    await context.deps.db.execute(sql`
      insert into games (session_id, squad_id, number, mode, state, started_at, created_at)
      values (${squad.sessionId}, ${squad.squadId}, 1, 'Rec', 'started', now(), now())`);
    const refused = await client.report<Refused>(captain, squad, { number: 2 });
    expect([refused.status, refused.body.error.message]).toEqual([409, 'Report how game 1 ended first.']);
  });
});
