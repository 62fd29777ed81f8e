import { event } from '../../../server/deps.ts';

/** People who found each other became a party. `members` start with the leader. */
export const partyFormed = event<{
  partyId: string;
  members: { userId: string; position: string | null }[];
}>('matches.became-party');
