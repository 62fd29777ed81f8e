import { event } from '../../../server/deps.ts';

/** Published when a user joins a party. `mateIds` are the members who were already in it. */
export const partyJoined = event<{ userId: string; mateIds: readonly string[] }>('matches.joined-party');
