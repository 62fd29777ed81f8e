import type { Deps } from '../../server/deps.ts';
import { findActiveSessions } from '../accounts/sessions/sessions.commands.ts';
import { findFullyBanned } from '../moderation/bans.queries.ts';

export type Listener = { userId: string; sessionId: string };

/** Returns the listeners who lost access, each with the reason: an ended session or a full ban. */
export async function findRefusals<T extends Listener>(
  deps: Deps,
  listeners: T[],
): Promise<Map<T, 'ended' | 'banned'>> {
  const [acting, isBanned] = await Promise.all([
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
      return isBanned.has(one.userId) ? [[one, 'banned']] : [];
    }),
  );
}
