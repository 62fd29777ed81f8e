import { event } from '../../server/deps.ts';

/**
 * Everyone accepted a match, or a group that formed on its own became one. `members` are in the order they accepted,
 * after their leader: the leader of the party in the match, or else the first to accept.
 */
export const matchConfirmed = event<{
  matchId: string;
  type: string;
  members: { userId: string; position: string | null }[];
}>('matches.became-mutual');
