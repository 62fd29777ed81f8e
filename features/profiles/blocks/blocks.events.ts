import { event } from '../../../server/deps.ts';

/**
 * A player blocked another, so nothing may keep the two together from now on. Not published for avoids, which don't
 * separate anyone.
 */
export const playerBlocked = event<{ blockerId: string; blockedId: string }>('profiles.blocked');
