import { event } from '../../../server/deps.ts';

/** Published when a user voluntarily leaves or disbands their party, so that its members no longer queue together. */
export const partyLeft = event<{ userId: string; ended: boolean }>('matches.left-party');
