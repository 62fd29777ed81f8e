import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatCount } from '../inbox-groups.rules.ts';
import * as messages from '../notifications.messages.ts';
import { useCounts } from './inbox-counts.ts';

/** Shows next to the inbox link how many topics need an answer, or a dot if only other messages are new. */
export function InboxCount() {
  const t = useTranslator();
  const { unread, waiting } = useCounts();
  if (waiting) {
    return (
      <>
        <span className="inbox-count" aria-hidden="true">
          {formatCount(waiting)}
        </span>
        <span className="sr-only">{t(messages.toAnswerCount, { count: waiting })}</span>
      </>
    );
  }
  if (!unread) return null;
  return (
    <>
      <span className="inbox-count inbox-dot" aria-hidden="true" />
      <span className="sr-only">{t(messages.hasNews)}</span>
    </>
  );
}
