import { event } from '../../../server/deps.ts';

/** People who found each other have become a party. `members` begin with who leads them. */
export const partyFormed = event<{
  partyId: string;
  members: { userId: string; position: string | null }[];
}>('matches.became-party');
