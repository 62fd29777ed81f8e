import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { type AfterCommit, type Deps, port, publishEvent, resolvePort } from '../../server/deps.ts';
import { matchConfirmed } from './confirmed-matches.events.ts';
import type { MatchRow } from './matches.queries.ts';

/**
 * Returns which of the given matches (or parties) became a squad that the user is still in, each with the squad's id.
 */
export type ListSquadsBySource = (db: Db, userId: string, ids: string[]) => Promise<Map<string, string>>;

export const matchSquadsPort = port<ListSquadsBySource>('matches.squads');
/** Returns an SQL statement for the same lookup among matches. It selects `id` and `match_id`. */
export const matchSquadsSqlPort = port<(userId: SQLWrapper, matchIds: SQLWrapper) => SQL>('matches.squads-among');
export const partySquadsPort = port<ListSquadsBySource>('matches.squads-of-parties');

/**
 * Publishes the event that everyone has accepted.
 * @param match `memberIds` with the leader first
 * @returns the squad created from it, and what to run after the commit
 */
export async function publishMatchConfirmed(
  tx: Db,
  deps: Deps,
  match: Pick<MatchRow, 'id' | 'type' | 'memberIds' | 'positions'>,
): Promise<{ squadId: string | undefined; after: AfterCommit }> {
  const { id, type, memberIds, positions } = match;
  const members = memberIds.map((userId) => ({ userId, position: positions[userId] ?? null }));
  const after = await publishEvent(tx, deps, matchConfirmed, { matchId: id, type, members });
  const squads = await resolvePort(deps, matchSquadsPort)(tx, memberIds[0]!, [id]);
  return { squadId: squads.get(id), after };
}
