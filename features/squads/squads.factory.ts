import type { Deps } from '../../server/deps.ts';
import { formMatch } from '../matches/match-groups.commands.ts';
import type { Player } from '../profiles/profiles.factory.ts';
import { listSquadsByMatch } from './squads.queries.ts';

const SEATS = ['PG', 'C', 'SG', 'SF', 'PF'] as const;

/**
 * Creates the squad of a match between two or five players, with the first one as captain.
 * @throws Refusal when one of the players can't be matched
 */
export async function makeSquad(deps: Deps, players: readonly Player[]): Promise<{ squadId: string; matchId: string }> {
  const seats = Object.fromEntries(players.map(({ userId }, i) => [userId, SEATS[i]!]));
  const leaderId = players[0]!.userId;
  const { id, after } = await deps.db.transaction((tx) =>
    formMatch(tx, deps, { seats, origin: { by: 'listing', title: 'Players wanted' }, leaderId }),
  );
  await after();
  const squads = await listSquadsByMatch(deps.db, leaderId, [id]);
  return { squadId: squads.get(id)!, matchId: id };
}
