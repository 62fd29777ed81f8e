import { event } from '../../../server/deps.ts';

/** Published when players who found each other became a party. `members` starts with the leader. */
export const partyFormed = event<{
  partyId: string;
  members: { userId: string; position: string | null }[];
}>('matches.became-party');
