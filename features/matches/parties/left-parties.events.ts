import { event } from '../../../server/deps.ts';

/** Somebody left their party, or ended it, of their own accord: who of it still queues together does not any more. */
export const partyLeft = event<{ userId: string; ended: boolean }>('matches.left-party');
