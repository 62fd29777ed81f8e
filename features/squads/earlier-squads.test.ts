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

async function ask<T>(who: Player, method: string, path: string, body?: object): Promise<T> {
  const answer = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${who.accessToken}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.anything()]);
  return JSON.parse(text) as T;
}
const squadsOf = async (who: Player) => (await ask<OwnSquads>(who, 'GET', '/api/squads')).squads;
const idsOf = async (who: Player) => (await squadsOf(who)).map(({ members }) => members.map(({ id }) => id)).sort();
const players = async (count: number) => {
  const made: Player[] = [];
  for (let i = 0; i < count; i++) made.push(await makePlayer(context.deps));
  return made;
};
const migration = readFileSync(new URL('../../db/migrations/0732_earlier_squads.sql', import.meta.url), 'utf8');
const migrate = () => context.deps.db.transaction((tx) => tx.execute(sql.raw(migration)));

it('migrates old mutual matches to squads, without players who can no longer be in one', async () => {
  const fives = [await players(5), await players(5), await players(5)] as Player[][];
  const pairs = [await players(2), await players(2), await players(2), await players(2), await players(2)] as [
    Player,
    Player,
  ][];
  const [whole, parted, fewer] = fives as [Player[], Player[], Player[]];
  const [kept, banned, gone, hidden, blocked] = pairs;
  const matches = new Map<Player[], string>();
  for (const group of [...fives, ...pairs, kept!]) matches.set(group, (await makeSquad(context.deps, group)).matchId);
  // Recreates the state before the migration: matches but no squads.
  await context.deps.db.execute(sql`delete from threads where kind = 'squad'`);
  await context.deps.db.execute(sql`delete from squads`);
  await context.deps.db.execute(sql`
    update match_responses set created_at = created_at - interval '1 hour'
     where match_id = ${matches.get(whole)!} and user_id = ${whole[3]!.userId}`);
  await context.deps.db.execute(sql`
    update matches set closed_at = closed_at - interval '40 days'
     where group_key = (select group_key from matches where id = ${matches.get(kept!)!})
       and id <> ${matches.get(kept!)!}`);
  await ban(banned![1]);
  await ask(gone![0], 'POST', '/api/account/deletion');
  await ask(hidden![0], 'DELETE', '/api/profiles/me/publication');
  await ask(blocked![1], 'PUT', `/api/profiles/${blocked![0].userId}/block`, { kind: 'block' });
  await ask(parted[0]!, 'PUT', `/api/profiles/${parted[1]!.userId}/block`, { kind: 'block' });
  await ban(fewer[0]!);

  for (let times = 0; times < 2; times += 1) {
    await migrate();
    const [squad] = await squadsOf(whole[0]!);
    const room = await ask<SquadRoom>(whole[0]!, 'GET', `/api/squads/${squad!.id}`);
    expect(room.size).toBe(5);
    expect(room.name).toMatch(/^\w+ \w+$/);
    expect(room.members.map(({ id }) => id).sort()).toEqual(whole.map(({ userId }) => userId).sort());
    expect(room.members.map(({ position }) => position).sort()).toEqual(['C', 'PF', 'PG', 'SF', 'SG']);
    expect(room.members.find(({ captain }) => captain)?.id).toBe(whole[3]!.userId);
    await ask(whole[1]!, 'GET', `/api/threads/squad/${squad!.id}`);
    const match = await ask<{ squad_id: string }>(whole[2]!, 'GET', `/api/matches/${matches.get(whole)}`);
    expect(match.squad_id).toBe(squad!.id);

    // These two matched twice. They get one squad, from their latest match.
    expect(await squadsOf(kept![0])).toMatchObject([{ size: 2, you_lead: true, members: { length: 2 } }]);
    for (const pair of [banned, gone, hidden, blocked]) {
      const { rows } = await context.deps.db.execute(sql`select 1 from squads where match_id = ${matches.get(pair!)!}`);
      expect(rows).toEqual([]);
    }
    expect(await idsOf(parted[0]!)).toEqual([]);
    const stay = (await idsOf(parted[1]!))[0]!.sort();
    expect(stay).toEqual(
      parted
        .slice(1)
        .map(({ userId }) => userId)
        .sort(),
    );
    expect((await idsOf(fewer[1]!))[0]).toHaveLength(4);
    expect(await idsOf(fewer[0]!)).toEqual([]);
  }
});

async function ban({ userId }: Player): Promise<void> {
  const admin = await makeAdmin(context.deps);
  const words = { userId, reason: 'Test', days: 3, scope: 'matching' } as const;
  const { after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, words));
  await after();
}
