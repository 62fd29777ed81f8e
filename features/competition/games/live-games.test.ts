import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS, MINUTE_MS } from '../../../time/units.ts';
import { openSession } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import type { SquadRoom } from '../../squads/squads.schema.ts';
import { settleDueGames } from './game-settlement.commands.ts';
import type { DisputedGame, Game, SessionGames } from './games.schema.ts';
import { createGameCalls, createPlayingSquad, type PlayingSquad, type Refused } from './test-squads-at-play.ts';

const START = new Date('2026-03-03T20:00:00Z');

describe('games of the live room', () => {
  let context: TestContext;
  let client: ReturnType<typeof createGameCalls>;
  const at = (ms: number) => context.setNow(new Date(START.getTime() + ms));
  beforeAll(async () => {
    context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
    client = createGameCalls(context);
  });
  afterAll(() => context.close());
  beforeEach(() => at(0));

  async function createSquad() {
    const squad = await createPlayingSquad(context.deps, 5);
    at(20 * MINUTE_MS);
    const [captain, mate] = squad.members as [Player, Player];
    return { squad, captain, mate };
  }
  const readRoom = async (who: Player, { squadId }: PlayingSquad) =>
    (await client.call<SquadRoom>(who, 'GET', `squads/${squadId}`)).body;
  const listLive = async (who: Player, squad: PlayingSquad) => (await readRoom(who, squad)).live_now!.games;
  const start = (who: Player, { squadId, sessionId }: PlayingSquad, number: number) =>
    client.call<SquadRoom>(who, 'PUT', `squads/${squadId}/sessions/${sessionId}/games/${number}`);
  const say = <T = SquadRoom>(who: Player, { squadId, sessionId }: PlayingSquad, number: number, result: string) =>
    client.call<T>(who, 'PUT', `squads/${squadId}/sessions/${sessionId}/games/${number}/result`, { result });
  const voidGame = async (id: string) => {
    const admin = { ...(await makeAdmin(context.deps)) } as unknown as Player;
    await client.call<DisputedGame>(admin, 'POST', `admin/games/${id}/decision`, { version: null, note: 'A rematch.' });
  };

  it('are the games of the session’s page, with everyone in the lineup', async () => {
    const { squad, captain, mate } = await createSquad();
    await start(captain, squad, 1);
    await say(captain, squad, 1, 'won');
    const { games } = (await client.call<SessionGames>(mate, 'GET', `sessions/${squad.sessionId}/games`)).body;
    expect(games).toMatchObject([{ number: 1, state: 'reported', mode: 'Pro-Am 5v5', can: { confirm: true } }]);
    expect(games[0]!.results[0]!.players).toHaveLength(5);
    await client.call(mate, 'POST', `games/${games[0]!.id}/confirmation`, { version: 1 });
    expect(await listLive(captain, squad)).toMatchObject([{ result: 'won', status: 'confirmed' }]);
  });

  it('don’t count once they are void, and another one can start', async () => {
    const { squad, captain, mate } = await createSquad();
    await start(captain, squad, 1);
    await say(captain, squad, 1, 'won');
    await say(mate, squad, 1, 'won');
    const [game] = await listLive(captain, squad);
    await voidGame(game!.id);
    expect(await listLive(captain, squad)).toMatchObject([{ result: 'won', status: 'void' }]);
    const late = await say<Refused>(mate, squad, 1, 'lost');
    expect([late.status, late.body.error.message]).toEqual([409, 'Game 1 is void, so it doesn’t count.']);
    expect((await start(mate, squad, 2)).status).toBe(200);
    await say(mate, squad, 2, 'lost');
    expect(await listLive(captain, squad)).toMatchObject([{ status: 'void' }, { result: 'lost', status: 'reported' }]);
    await context.deps.db.execute(sql`
      update squad_sessions set starts_at = starts_at - interval '3 hours', ends_at = ends_at - interval '3 hours',
             answers_until = null
       where id = ${squad.sessionId}`);
    await context.deps.db.execute(sql`
      insert into squad_session_feedback (session_id, user_id, asked_at, said_at, took_place)
      values (${squad.sessionId}, ${captain.userId}, now(), now(), true)`);
    const { evenings } = await readRoom(captain, squad);
    expect(evenings.last).toMatchObject([{ won: 0, lost: 1, tied: 0 }]);
  });

  it('show ties and disputes that were entered on the session’s page', async () => {
    const { squad, captain, mate } = await createSquad();
    await client.report(captain, squad, { score: { own: 70, other: 70 } });
    expect(await listLive(mate, squad)).toMatchObject([{ result: 'tied', status: 'reported', reported_by_you: false }]);
    const differs = await say<Refused>(mate, squad, 1, 'won');
    expect([differs.status, differs.body.error.message]).toEqual([
      409,
      expect.stringMatching(/reported game 1 as a tie/),
    ]);
    const { id } = (await listLive(mate, squad))[0]!;
    await client.call(mate, 'POST', `games/${id}/dispute`, { version: 1, claim: { outcome: 'lost' } });
    expect(await listLive(captain, squad)).toMatchObject([{ status: 'disputed' }]);
    const disputed = await say<Refused>(mate, squad, 1, 'lost');
    expect([disputed.status, disputed.body.error.message]).toEqual([
      409,
      'Game 1 is disputed. It won’t count until that’s settled.',
    ]);
  });

  it('tell whether a moderator or the clock voided them', async () => {
    const { squad, captain, mate } = await createSquad();
    const first = (await client.report(captain, squad)).body;
    await voidGame(first.id);
    const second = (await client.report(captain, squad, { number: 2 })).body;
    await client.call(mate, 'POST', `games/${second.id}/dispute`, { version: 1, claim: null });
    at(4 * DAY_MS);
    await settleDueGames(context.deps, new AbortController().signal);
    captain.accessToken = await openSession(context.deps, captain.userId);
    const read = async (id: string) => (await client.call<Game>(captain, 'GET', `games/${id}`)).body;
    expect((await read(first.id)).events.at(-1)).toMatchObject({
      ...{ kind: 'voided', by: null, automatic: false, note: 'A rematch.' },
    });
    expect((await read(second.id)).events.at(-1)).toMatchObject({ kind: 'voided', by: null, automatic: true });
    const titles = (await listOutbox(context.deps.db, captain.userId)).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['A moderator voided your game', 'Your game is void']));
  });
});

describe('notifications about games', () => {
  let context: TestContext;
  let client: ReturnType<typeof createGameCalls>;
  beforeAll(async () => {
    context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
    client = createGameCalls(context);
    context.setNow(START);
  });
  afterAll(() => context.close());
  const listTitles = async ({ userId }: Player) =>
    (await listOutbox(context.deps.db, userId)).map(({ title }) => title).filter((title) => /game|result/i.test(title));

  it('go to whoever can answer, once for each change', async () => {
    const [home, away] = [await createPlayingSquad(context.deps), await createPlayingSquad(context.deps)];
    context.setNow(new Date(START.getTime() + 20 * MINUTE_MS));
    const [captain, mate] = home.members as [Player, Player];
    const [rival, rivalMate] = away.members as [Player, Player];
    const { id, sides } = (await client.report(captain, home, { opponent: away.squadId })).body;
    const names = sides.map(({ name }) => name);
    expect(await listTitles(rival)).toEqual([`${names[0]} reported a game against you`]);
    for (const other of [captain, mate, rivalMate]) expect(await listTitles(other)).toEqual([]);
    await client.call(rival, 'POST', `games/${id}/dispute`, { version: 1, claim: null, note: 'We never met.' });
    expect(await listTitles(captain)).toEqual([`${names[1]} disputed your game`]);
    const admin = { ...(await makeAdmin(context.deps)) } as unknown as Player;
    await client.call(admin, 'POST', `admin/games/${id}/decision`, { version: 1 });
    expect(await listTitles(captain)).toContain('A moderator decided your game');
    expect(await listTitles(rival)).toContain('A moderator decided your game');
    expect(await listTitles(rivalMate)).toEqual([]);
  });

  it('ask everyone who played against strangers, except the reporter', async () => {
    const squad = await createPlayingSquad(context.deps, 5);
    const [captain, mate, ...others] = squad.members as [Player, Player, ...Player[]];
    await client.report(mate, squad, { lineup: client.lineup([captain, mate]) });
    expect(await listTitles(captain)).toEqual([expect.stringMatching(/^Confirm a result of /)]);
    for (const other of [mate, ...others]) expect(await listTitles(other)).toEqual([]);
  });
});
