import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { makeSquad } from './squads.factory.ts';
import type { OwnSquads, SquadRoom } from './squads.schema.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

async function ask<T>(player: Player, method: string, path: string, body?: object): Promise<T> {
  const response = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.anything()]);
  return JSON.parse(text) as T;
}
const listSquads = async (player: Player) => (await ask<OwnSquads>(player, 'GET', '/api/squads')).squads;
const listIds = async (player: Player) =>
  (await listSquads(player)).map(({ members }) => members.map(({ id }) => id)).sort();
const makePlayers = async (count: number) => {
  const players: Player[] = [];
  for (let i = 0; i < count; i++) players.push(await makePlayer(context.deps));
  return players;
};
const migration = readFileSync(new URL('../../db/migrations/0732_earlier_squads.sql', import.meta.url), 'utf8');
const migrate = () => context.deps.db.transaction((tx) => tx.execute(sql.raw(migration)));

it('migrates old mutual matches to squads, without players who can no longer be in one', async () => {
  const squads = [await makePlayers(5), await makePlayers(5), await makePlayers(5)] as Player[][];
  const pairs = [
    await makePlayers(2),
    await makePlayers(2),
    await makePlayers(2),
    await makePlayers(2),
    await makePlayers(2),
  ] as [Player, Player][];
  const [fullSquad, partedPlayers, fewer] = squads as [Player[], Player[], Player[]];
  const [keptPair, bannedPair, gonePair, hiddenPair, blockedPair] = pairs;
  const matches = new Map<Player[], string>();
  for (const group of [...squads, ...pairs, keptPair!])
    matches.set(group, (await makeSquad(context.deps, group)).matchId);
  // Recreates the state before the migration: matches but no squads.
  await context.deps.db.execute(sql`delete from threads where kind = 'squad'`);
  await context.deps.db.execute(sql`delete from squads`);
  await context.deps.db.execute(sql`
    update match_responses set created_at = created_at - interval '1 hour'
     where match_id = ${matches.get(fullSquad)!} and user_id = ${fullSquad[3]!.userId}`);
  await context.deps.db.execute(sql`
    update matches set closed_at = closed_at - interval '40 days'
     where group_key = (select group_key from matches where id = ${matches.get(keptPair!)!})
       and id <> ${matches.get(keptPair!)!}`);
  await ban(bannedPair![1]);
  await ask(gonePair![0], 'POST', '/api/account/deletion');
  await ask(hiddenPair![0], 'DELETE', '/api/profiles/me/publication');
  await ask(blockedPair![1], 'PUT', `/api/profiles/${blockedPair![0].userId}/block`, { kind: 'block' });
  await ask(partedPlayers[0]!, 'PUT', `/api/profiles/${partedPlayers[1]!.userId}/block`, { kind: 'block' });
  await ban(fewer[0]!);

  for (let times = 0; times < 2; times += 1) {
    await migrate();
    const [squad] = await listSquads(fullSquad[0]!);
    const room = await ask<SquadRoom>(fullSquad[0]!, 'GET', `/api/squads/${squad!.id}`);
    expect(room.size).toBe(5);
    expect(room.name).toMatch(/^\w+ \w+$/);
    expect(room.members.map(({ id }) => id).sort()).toEqual(fullSquad.map(({ userId }) => userId).sort());
    expect(room.members.map(({ position }) => position).sort()).toEqual(['C', 'PF', 'PG', 'SF', 'SG']);
    expect(room.members.find(({ captain }) => captain)?.id).toBe(fullSquad[3]!.userId);
    await ask(fullSquad[1]!, 'GET', `/api/threads/squad/${squad!.id}`);
    const match = await ask<{ squad_id: string }>(fullSquad[2]!, 'GET', `/api/matches/${matches.get(fullSquad)}`);
    expect(match.squad_id).toBe(squad!.id);

    // These two matched twice. They get one squad, from their latest match.
    expect(await listSquads(keptPair![0])).toMatchObject([{ size: 2, you_lead: true, members: { length: 2 } }]);
    for (const pair of [bannedPair, gonePair, hiddenPair, blockedPair]) {
      const { rows } = await context.deps.db.execute(sql`select 1 from squads where match_id = ${matches.get(pair!)!}`);
      expect(rows).toEqual([]);
    }
    expect(await listIds(partedPlayers[0]!)).toEqual([]);
    const stay = (await listIds(partedPlayers[1]!))[0]!.sort();
    expect(stay).toEqual(
      partedPlayers
        .slice(1)
        .map(({ userId }) => userId)
        .sort(),
    );
    expect((await listIds(fewer[1]!))[0]).toHaveLength(4);
    expect(await listIds(fewer[0]!)).toEqual([]);
  }
});

async function ban({ userId }: Player): Promise<void> {
  const admin = await makeAdmin(context.deps);
  const ban = { userId, reason: 'Test', days: 3, scope: 'matching' } as const;
  const { after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, ban));
  await after();
}
