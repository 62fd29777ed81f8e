import { event } from '../../server/deps.ts';

/**
 * Published when everyone has accepted a match, or a group that formed on its own became one. `members` starts with
 * their leader, followed by the others in the order they accepted. The leader is the leader of the party in the match,
 * or else the first to accept.
 */
export const matchConfirmed = event<{
  matchId: string;
  type: string;
  members: { userId: string; position: string | null }[];
}>('matches.became-mutual');
