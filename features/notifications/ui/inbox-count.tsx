import { formatCount } from '../inbox-groups.rules.ts';
import { useUnread } from './unread-count.ts';

/** How many messages wait, beside the way to them: the number of the bell. */
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
