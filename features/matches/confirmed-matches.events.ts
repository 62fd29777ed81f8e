import { event } from '../../server/deps.ts';

/**
 * Everybody has accepted a match, or a group that found each other has become one. `members` stand in the order in which
 * they accepted, after whoever leads them: the leader of the party in it, else the first who accepted.
 */
export const matchConfirmed = event<{
  matchId: string;
  type: string;
  members: { userId: string; position: string | null }[];
}>('matches.became-mutual');
