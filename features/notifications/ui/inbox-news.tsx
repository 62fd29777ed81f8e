import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { readAuthState } from '../../../web/session-store.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { getNewsAnnouncement } from '../inbox-groups.rules.ts';
import { followCounts, refreshCounts, refreshOldCounts, refreshOnReturn, useCounts } from './inbox-counts.ts';

/** Live topics that can change which messages need an answer, because users may answer on any page. */
const TOPICS = ['inbox', 'match', 'party', 'squad', 'application', 'applicants', 'booking'];

/** Keeps the inbox's counts current on every page, and announces new messages to screen readers. */
export function InboxNews() {
  const t = useTranslator();
  const { unread } = useCounts();
  const announcement = useNewsAnnouncement(t, unread);
  const { pathname } = useLocation();
  useEffect(followCounts, []);
  useEffect(repairPush, []);
  const { behind } = useLive(TOPICS, refreshCounts);
  useEffect(() => (behind ? refreshOnReturn() : undefined), [behind]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: without a stream, every navigation reloads the counts
  useEffect(() => {
    if (behind) refreshOldCounts();
  }, [pathname, behind]);
  return (
    <span role="status" className="sr-only">
      {announcement}
    </span>
  );
}

/** Repairs push if the user has granted permission before. Other users don't load any of this code. */
function repairPush(): void {
  const user = readAuthState().user?.id;
  if (!user || !('Notification' in window) || Notification.permission !== 'granted') return;
  void import('./push-subscription.ts').then(({ repairSubscription }) => repairSubscription(user)).catch(() => {});
}

/** Returns the screen-reader announcement when the unread count grows, once per change. */
function useNewsAnnouncement(t: Translator, unreadCount: number | undefined): string {
  const before = useRef(unreadCount);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (unreadCount !== before.current) setAnnouncement(getNewsAnnouncement(t, before.current, unreadCount));
    before.current = unreadCount;
  }, [t, unreadCount]);
  return announcement;
}
