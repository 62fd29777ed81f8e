import { event } from '../../../server/deps.ts';

/**
 * A player blocked another, so subscribers must separate the two. Not published for avoids, which don't separate
 * anyone.
 */
export const playerBlocked = event<{ blockerId: string; blockedId: string }>('profiles.blocked');
