import { type ComponentType, lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { type EndedSession, readEndedSession, subscribeEndedSession } from '../../../web/ended-session.ts';

/** Nobody needs it until a session has ended. */
const SessionEnded = lazy<ComponentType<{ ended: EndedSession }>>(() => import('./session-ended.tsx'));

/**
 * Keeps tabs of one mind: who has signed out in another one sees nothing of theirs here, who comes after them only their
 * own, and whose session has ended elsewhere is asked to sign in again.
 */
export default function OneSession({ userId }: { userId: string | null | undefined }) {
  const ended = useSyncExternalStore(subscribeEndedSession, readEndedSession, () => null);
  const { revalidate } = useRevalidator();
  const before = useRef(userId);
  useEffect(() => {
    const last = before.current;
    before.current = userId;
    if (!last || userId === undefined || last === userId) return;
    if (userId) window.location.reload();
    // Who is asked to sign in again keeps their page meanwhile.
    else if (!readEndedSession()) void revalidate();
  }, [userId, revalidate]);
  if (!ended) return null;
  return (
    <Suspense>
      <SessionEnded ended={ended} />
    </Suspense>
  );
}
