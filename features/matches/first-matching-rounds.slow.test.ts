import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { FORMAT_FACTS } from '../profiles/group-formats.schema.ts';
import type { Player } from '../profiles/profiles.factory.ts';
import { runFirstSearch } from './first-searches.commands.ts';
import { listMatches } from './matches.commands.ts';
import { makeFittingFive } from './matches.factory.ts';
import { getWhyNoMatch } from './why-no-match.commands.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const search = (player: Player) => runFirstSearch(context.deps, player.userId);
const matchesOf = async (player: Player) => (await listMatches(context.deps, toActor(player), undefined)).matches;
const readReasons = (player: Player) => getWhyNoMatch(context.deps, toActor(player));

it('never puts a player into two matches of the same type when several searches run at once', async () => {
  const players = [];
  for (let k = 0; k < 3; k++) players.push(...(await makeFittingFive(context.deps, { languages: ['Sami'] })));
  await Promise.all(players.map(search));
  for (const player of players) {
    const kinds = (await matchesOf(player)).map(({ type }) => type);
    expect(kinds.filter((type) => type === FORMAT_FACTS.squad.type).length).toBeLessThanOrEqual(1);
    expect(kinds.filter((type) => type !== FORMAT_FACTS.squad.type).length).toBeLessThanOrEqual(1);
    expect((await readReasons(player)).state).not.toBe('looking');
  }
  expect(await matchesOf(players[0]!)).not.toEqual([]);
});
