import { formatCount } from '../inbox-groups.rules.ts';
import { useUnread } from './unread-count.ts';

/** Shows the unread count next to the inbox link: the same number as on the bell. */
export function InboxCount() {
  const unread = useUnread();
  if (!unread) return null;
  return (
    <>
      <span className="inbox-count" aria-hidden="true">
        {formatCount(unread)}
      </span>
      <span className="sr-only">{unread} unread</span>
    </>
  );
}
