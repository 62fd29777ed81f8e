import { event } from '../../../server/deps.ts';

/** A user left or disbanded their party voluntarily, so its members no longer queue together. */
export const partyLeft = event<{ userId: string; ended: boolean }>('matches.left-party');
