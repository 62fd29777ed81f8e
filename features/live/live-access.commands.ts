import type { Deps } from '../../server/deps.ts';
import { findActiveSessions } from '../accounts/sessions/sessions.commands.ts';
import { findFullyBanned } from '../moderation/bans.queries.ts';

export type Listener = { userId: string; sessionId: string };

/**
 * Finds listeners who have lost access, with the reason: their session has ended, or they're banned from everything.
 */
export async function findRefusals<T extends Listener>(
  deps: Deps,
  listeners: T[],
): Promise<Map<T, 'ended' | 'banned'>> {
  const [acting, banned] = await Promise.all([
    findActiveSessions(
      deps,
      listeners.map(({ sessionId }) => sessionId),
    ),
    findFullyBanned(
      deps.db,
      listeners.map(({ userId }) => userId),
      deps.now(),
    ),
  ]);
  return new Map(
    listeners.flatMap((one): [T, 'ended' | 'banned'][] => {
      if (!acting.has(one.sessionId)) return [[one, 'ended']];
      return banned.has(one.userId) ? [[one, 'banned']] : [];
    }),
  );
}
