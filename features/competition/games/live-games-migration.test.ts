import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import type { GameHistory } from './game-history.schema.ts';
import type { SessionGames } from './games.schema.ts';
import { createGameCalls, createPlayingSquad, type PlayingSquad } from './test-squads-at-play.ts';

const readMigration = (name: string) =>
  readFileSync(new URL(`../../../db/migrations/${name}.sql`, import.meta.url), 'utf8');
const TABLE = readMigration('20261129T2315_live_now').split("-- The squad's own voice channel")[0]!;
const MIGRATION = readMigration('20261130T1950_live_games');
const START = new Date('2026-03-03T20:00:00Z');

type Row = {
  number: number;
  result?: 'won' | 'lost';
  reportedBy?: string | null;
  confirmedBy?: string;
  reportedAt?: Date;
};

describe('migrating games of the live room', () => {
  let context: TestContext;
  let client: ReturnType<typeof createGameCalls>;
  const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);
  beforeAll(async () => {
    context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
    client = createGameCalls(context);
    context.setNow(START);
  });
  afterAll(() => context.close());

  /** Puts games into the table that kept them before, and migrates them. */
  async function migrate({ sessionId, squadId }: PlayingSquad, rows: readonly Row[]): Promise<void> {
    await context.deps.db.transaction(async (tx) => {
      await tx.execute(sql.raw(TABLE));
      for (const { number, result, reportedBy, confirmedBy, reportedAt } of rows) {
        const reported = result ? (reportedAt ?? at(number * 20)) : undefined;
        await tx.execute(sql`
          insert into squad_session_games
                 (session_id, squad_id, number, started_at, result, reported_at, reported_by, confirmed_by)
          values (${sessionId}, ${squadId}, ${number}, ${at(number * 20 - 10).toISOString()}, ${result ?? null},
                  ${reported?.toISOString() ?? null}, ${reportedBy ?? null}, ${confirmedBy ?? null})`);
      }
      await tx.execute(sql.raw(MIGRATION));
    });
  }
  const list = async (who: Player, { sessionId }: PlayingSquad) =>
    (await client.call<SessionGames>(who, 'GET', `sessions/${sessionId}/games`)).body;

  it('keeps each game with its result, its players and who reported it', async () => {
    const squad = await createPlayingSquad(context.deps, 5);
    const [captain, mate] = squad.members as [Player, Player];
    await migrate(squad, [
      { number: 1, result: 'won', reportedBy: captain.userId, confirmedBy: mate.userId },
      { number: 2, result: 'lost', reportedBy: mate.userId },
      { number: 3 },
    ]);
    context.setNow(at(55));
    const { games, next_number } = await list(captain, squad);
    expect(games).toMatchObject([
      {
        ...{ number: 1, mode: 'Pro-Am 5v5', state: 'confirmed', ended_at: at(20).toISOString() },
        results: [{ winner: 1, score_1: null, reported_by_you: true }],
        events: [
          { kind: 'reported', automatic: false },
          { kind: 'confirmed', automatic: false },
        ],
      },
      { number: 2, state: 'reported', results: [{ winner: 2 }], can: { confirm: true, correct: false } },
      { number: 3, state: 'started', version: 0, ended_at: null, results: [] },
    ]);
    expect(games[0]!.results[0]!.players.map(({ id }) => id).sort()).toEqual(
      squad.members.map(({ userId }) => userId).sort(),
    );
    expect(games[0]!.results[0]!.players[0]).toMatchObject({ id: captain.userId });
    expect(next_number).toBe(3);
    // All of them can be continued: confirmed, reported and counted.
    const { id } = games[1]!;
    expect((await client.call(captain, 'POST', `games/${id}/confirmation`, { version: 1 })).status).toBe(200);
    expect((await client.report(captain, squad, { number: 3 })).body).toMatchObject({ state: 'reported' });
    const history = await client.call<GameHistory>(mate, 'GET', `players/${mate.userId}/games`);
    expect(history.body.games.map(({ outcome }) => outcome)).toEqual(['lost', 'won']);
  });

  it('keeps games of deleted accounts, of players who left and of clocks that differ', async () => {
    const squad = await createPlayingSquad(context.deps);
    const [captain, mate] = squad.members as [Player, Player];
    const guest = await makePlayer(context.deps);
    await context.deps.db.execute(sql`
      delete from squad_session_answers where session_id = ${squad.sessionId} and user_id = ${mate.userId}`);
    await migrate(squad, [
      { number: 1, result: 'won', reportedBy: null },
      { number: 2, result: 'lost', reportedBy: mate.userId, confirmedBy: guest.userId, reportedAt: at(29) },
      { number: 3, result: 'won', reportedBy: guest.userId, confirmedBy: mate.userId },
    ]);
    const { games } = await list(captain, squad);
    expect(games).toMatchObject([
      { state: 'reported', results: [{ reported_by: 'Former player' }], can: { confirm: true } },
      { state: 'confirmed', started_at: at(30).toISOString(), ended_at: at(30).toISOString() },
      { state: 'confirmed' },
    ]);
    // No lineup is larger than the squad, and those who reported and confirmed are in it.
    const listPlayers = (index: number) => games[index]!.results[0]!.players.map(({ id }) => id);
    expect(listPlayers(0)).toEqual([captain.userId]);
    expect(listPlayers(1)).toEqual([mate.userId, guest.userId]);
    expect(listPlayers(2)).toEqual([guest.userId, mate.userId]);
  });

  it('keeps what the API was told about a game that both knew', async () => {
    const squad = await createPlayingSquad(context.deps);
    const [captain, mate] = squad.members as [Player, Player];
    context.setNow(at(55));
    const { id } = (await client.report(captain, squad)).body;
    await migrate(squad, [
      { number: 1, result: 'lost', reportedBy: mate.userId, confirmedBy: captain.userId },
      { number: 2, result: 'won', reportedBy: mate.userId },
    ]);
    const { games } = await list(captain, squad);
    expect(games).toMatchObject([
      { id, number: 1, state: 'reported', sides: [{ side: 1 }], results: [{ score_1: 68, score_2: 61 }] },
      { number: 2, state: 'reported', sides: [{ side: 1 }], results: [{ winner: 1 }] },
    ]);
  });
});
