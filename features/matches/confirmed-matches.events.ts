import { event } from '../../server/deps.ts';

/**
 * Published when a match is confirmed: everyone accepted it, or players formed it themselves through a party or
 * listing. `members` starts with the leader, followed by the others in the order they accepted. The leader is the
 * party's leader or, without a party, the first to accept.
 */
export const matchConfirmed = event<{
  matchId: string;
  type: string;
  members: { userId: string; position: string | null }[];
}>('matches.became-mutual');
