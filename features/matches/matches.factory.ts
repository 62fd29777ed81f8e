import type { Deps } from '../../server/deps.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { POSITIONS } from '../profiles/game.schema.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { runMatcherNow } from './matcher-runs/matcher-runs.commands.ts';
import { listMatches } from './matches.commands.ts';

/** Creates five players who are a perfect fit, with a language that no one else speaks. */
export async function makeFittingFive(deps: Deps, overrides: Parameters<typeof makePlayer>[1] = {}): Promise<Player[]> {
  const players: Player[] = [];
  for (const role of POSITIONS) players.push(await makePlayer(deps, { role, ...overrides }));
  return players;
}

let squads = 0;

/**
 * Creates an open squad match with a real matcher run.
 * @returns the match's id and its members in the order PG, SG, SF, PF, C
 */
export async function makeSquadProposal(deps: Deps): Promise<{ matchId: string; members: Player[] }> {
  squads += 1;
  // A unique language keeps these five players apart from everyone else in the same database.
  const members = await makeFittingFive(deps, { languages: [`Language ${squads}`] });
  await runMatcherNow(deps);
  const { matches } = await listMatches(deps, toActor(members[0]!), undefined);
  return { matchId: matches[0]!.id, members };
}
