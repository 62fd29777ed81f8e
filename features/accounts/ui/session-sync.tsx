import { type ComponentType, lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { type EndedSession, readEndedSession, subscribeEndedSession } from '../../../web/ended-session.ts';

/** Loaded lazily because it's only needed once a session has ended. */
const SessionEnded = lazy<ComponentType<{ ended: EndedSession }>>(() => import('./session-ended.tsx'));

/**
 * Keeps tabs in sync. After a sign-out in another tab, this tab hides the user's data, so that the next user sees only
 * their own. If the session has ended elsewhere, the user is asked to sign in again.
 */
export default function SessionSync({ userId }: { userId: string | null | undefined }) {
  const endedSession = useSyncExternalStore(subscribeEndedSession, readEndedSession, () => null);
  const { revalidate } = useRevalidator();
  const before = useRef(userId);
  useEffect(() => {
    const last = before.current;
    before.current = userId;
    if (!last || userId === undefined || last === userId) return;
    if (userId) window.location.reload();
    // A user who's asked to sign in again keeps the open page.
    else if (!readEndedSession()) void revalidate();
  }, [userId, revalidate]);
  if (!endedSession) return null;
  return (
    <Suspense>
      <SessionEnded ended={endedSession} />
    </Suspense>
  );
}
