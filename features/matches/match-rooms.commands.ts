import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { type AfterCommit, type Deps, port, publishEvent, resolvePort } from '../../server/deps.ts';
import type { MatchRow } from './matches.queries.ts';
import { becameMutual } from './mutual-matches.events.ts';

/** Of the given matches (or parties) those that somebody plays on from, each with the id of the squad that came out of it. */
export type SquadsOf = (db: Db, userId: string, ids: string[]) => Promise<Map<string, string>>;

export const squadsOfMatches = port<SquadsOf>('matches.squads');
/** The same of matches, as a statement of rows with `id` and `match_id`. */
export const squadsAmongMatches = port<(userId: SQLWrapper, matchIds: SQLWrapper) => SQL>('matches.squads-among');
export const squadsOfParties = port<SquadsOf>('matches.squads-of-parties');

/**
 * Tells the features above that everybody has accepted.
 * @param match `memberIds` with who leads them first
 * @returns the squad that came out of it, and what is due after the commit
 */
export async function announceMutual(
  tx: Db,
  deps: Deps,
  match: Pick<MatchRow, 'id' | 'type' | 'memberIds' | 'positions'>,
): Promise<{ squadId: string | undefined; after: AfterCommit }> {
  const { id, type, memberIds, positions } = match;
  const members = memberIds.map((userId) => ({ userId, position: positions[userId] ?? null }));
  const after = await publishEvent(tx, deps, becameMutual, { matchId: id, type, members });
  const squads = await resolvePort(deps, squadsOfMatches)(tx, memberIds[0]!, [id]);
  return { squadId: squads.get(id), after };
}
