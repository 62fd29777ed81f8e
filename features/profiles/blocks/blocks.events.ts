import { event } from '../../../server/deps.ts';

/** A player blocked another: from now on nothing may hold the two together. Not for avoiding, which parts nobody. */
export const playerBlocked = event<{ blockerId: string; blockedId: string }>('profiles.blocked');
