import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { readAuthState } from '../../../web/session-store.ts';
import { Icon } from '../../../web/ui/icon.tsx';
import { measureEndDistance } from '../../../web/ui/reading-direction.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { formatCount, getBellLabel, getUnreadAnnouncement } from '../inbox-groups.rules.ts';
import * as messages from '../notifications.messages.ts';
import { BellPanel } from './bell-panel.tsx';
import { followUnread, refreshOldUnread, refreshOnReturn, refreshUnread, useUnread } from './unread-count.ts';
import './bell.css';

const INBOX = ['inbox'];

/** The bell for signed-in users: the unread count, and a panel with the newest messages. */
export default function Bell() {
  const t = useTranslator();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const unread = useUnread();
  const announcement = useUnreadAnnouncement(unread);
  const { pathname } = useLocation();
  useEffect(followUnread, []);
  useEffect(repairPush, []);
  const { behind } = useLive(INBOX, refreshUnread);
  useEffect(() => (behind ? refreshOnReturn() : undefined), [behind]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: without a stream, every navigation reloads the count
  useEffect(() => {
    if (behind) refreshOldUnread();
  }, [pathname, behind]);

  const positionPanel = () => {
    if (!button.current || !panel.current) return;
    panel.current.style.setProperty('--bell-top', `${button.current.getBoundingClientRect().bottom + 8}px`);
    panel.current.style.setProperty('--bell-end', `${measureEndDistance(button.current)}px`);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn btn-ghost btn-icon bell"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={getBellLabel(t, unread)}
        onClick={positionPanel}
      >
        <Icon name="bell" size={22} />
        {!!unread && (
          <span className="bell-count" aria-hidden="true">
            {formatCount(unread)}
          </span>
        )}
      </button>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t(messages.notifications)}
        className="bell-panel"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && <BellPanel onLeave={() => panel.current?.hidePopover()} />}
      </div>
    </>
  );
}

/** Repairs push if the user has granted permission before. Other users don't load any of this code. */
function repairPush(): void {
  const user = readAuthState().user?.id;
  if (!user || !('Notification' in window) || Notification.permission !== 'granted') return;
  void import('./push-subscription.ts').then(({ repairSubscription }) => repairSubscription(user)).catch(() => {});
}

/** Returns the screen-reader announcement when the count grows, once per change. */
function useUnreadAnnouncement(unreadCount: number | undefined): string {
  const t = useTranslator();
  const before = useRef(unreadCount);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (unreadCount !== before.current) setAnnouncement(getUnreadAnnouncement(t, before.current, unreadCount));
    before.current = unreadCount;
  }, [t, unreadCount]);
  return announcement;
}
