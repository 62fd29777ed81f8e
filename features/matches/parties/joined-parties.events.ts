import { event } from '../../../server/deps.ts';

/** Somebody joined a party. `mateIds`: who was in it before. */
export const partyJoined = event<{ userId: string; mateIds: readonly string[] }>('matches.joined-party');
