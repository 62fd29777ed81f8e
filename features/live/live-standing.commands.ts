import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { sessionsThatAct } from '../accounts/sessions/sessions.commands.ts';
import { bannedFromAll } from '../moderation/bans.queries.ts';

export type Listener = { userId: string; sessionId: string };

/** Why those of these who may not listen now may not. */
export async function refusalsOf<T extends Listener>(deps: Deps, listeners: T[]): Promise<Map<T, Refusal>> {
  const [acting, banned] = await Promise.all([
    sessionsThatAct(
      deps,
      listeners.map(({ sessionId }) => sessionId),
    ),
    bannedFromAll(
      deps.db,
      listeners.map(({ userId }) => userId),
      deps.now(),
    ),
  ]);
  return new Map(
    listeners.flatMap((one) => {
      if (!acting.has(one.sessionId)) {
        return [[one, new Refusal('unauthenticated', 'This session has ended. Please sign in again.')] as const];
      }
      if (!banned.has(one.userId)) return [];
      const sentence = 'There are no live news while you are banned. Your pages still show what is true.';
      return [[one, new Refusal('forbidden', sentence)] as const];
    }),
  );
}
