import type { Deps } from '../../server/deps.ts';
import type { Origin } from '../matches/explanations.rules.ts';
import { formMatch } from '../matches/match-groups.commands.ts';
import type { Player } from '../profiles/profiles.factory.ts';
import { createAgreedSession } from './sessions/agreed-sessions.commands.ts';
import { listSquadsByMatch } from './squads.queries.ts';

const SEATS = ['PG', 'C', 'SG', 'SF', 'PF'] as const;

/**
 * Creates the squad of a match between two or five players, with the first one as captain.
 * @throws Refusal when one of the players can't be matched
 */
export async function makeSquad(
  deps: Deps,
  players: readonly Player[],
  origin: Origin = { by: 'listing', title: 'Players wanted' },
): Promise<{ squadId: string; matchId: string }> {
  const seats = Object.fromEntries(players.map(({ userId }, i) => [userId, SEATS[i]!]));
  const leaderId = players[0]!.userId;
  const { id, after } = await deps.db.transaction((tx) => formMatch(tx, deps, { seats, origin, leaderId }));
  await after();
  const squads = await listSquadsByMatch(deps.db, leaderId, [id]);
  return { squadId: squads.get(id)!, matchId: id };
}

/** Creates a squad as the live queue does: its players are checked in to a session that starts now. */
export async function makeLiveSquad(
  deps: Deps,
  players: readonly Player[],
): Promise<{ squadId: string; matchId: string }> {
  const squad = await makeSquad(deps, players, { by: 'now' });
  const memberIds = players.map(({ userId }) => userId);
  const startsAt = deps.now();
  await deps.db.transaction((tx) =>
    createAgreedSession(tx, { squadId: squad.squadId, memberIds, startsAt, here: true }, startsAt),
  );
  return squad;
}
