import { event } from '../../../server/deps.ts';

/** A user joined a party. `mateIds`: who was already in it. */
export const partyJoined = event<{ userId: string; mateIds: readonly string[] }>('matches.joined-party');
