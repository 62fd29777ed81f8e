import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatCount } from '../inbox-groups.rules.ts';
import * as messages from '../notifications.messages.ts';
import { useUnread } from './unread-count.ts';

/** Shows the unread count next to the inbox link: the same number as on the bell. */
export function InboxCount() {
  const t = useTranslator();
  const unread = useUnread();
  if (!unread) return null;
  return (
    <>
      <span className="inbox-count" aria-hidden="true">
        {formatCount(unread)}
      </span>
      <span className="sr-only">{t(messages.unreadCount, { count: unread })}</span>
    </>
  );
}
