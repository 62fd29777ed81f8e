import { useEffect, useRef } from 'react';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { useLive } from '../../../web/use-live-news.ts';
import { useQuery } from '../../../web/use-query.ts';
import { groupByTopic, type MessageGroup } from '../inbox-groups.rules.ts';
import * as messages from '../notifications.messages.ts';
import { markAll } from './mark-all.ts';
import { MessageActions } from './message-actions.tsx';
import { loadInbox, markItemsSeen, useUnread } from './unread-count.ts';

const INBOX = ['inbox'];
/** Number of newest messages in the bell. The inbox has all of them. */
const SHOWN_COUNT = 10;

/** Shows the bell's panel. Messages shown here are marked as read, as in the inbox. */
export function BellPanel({ onLeave }: { onLeave: () => void }) {
  const t = useTranslator();
  const title = useRef<HTMLHeadingElement>(null);
  const unread = useUnread();
  const { data: items, failed, loading, reload, clear } = useNewest();
  const isMissing = failed && !loading && !items;
  useEffect(() => title.current?.focus(), []);
  // The tapped button disappears with the error, so focus moves to the title.
  const retry = () => {
    title.current?.focus();
    void reload();
  };

  return (
    <>
      <div className="bell-head">
        <h2 ref={title} tabIndex={-1} className="bell-title">
          {t(messages.notifications)}
        </h2>
        <Button variant="ghost" size="sm" aria-disabled={!unread} onClick={() => markAll(t, clear)}>
          {t(messages.markAllRead)}
        </Button>
        <IconButton icon="close" label={t(messages.closeBell)} size="sm" className="bell-close" onClick={onLeave} />
      </div>
      <div className="bell-body">
        {isMissing && (
          <ErrorState title={t(messages.bellNotLoaded)} onRetry={retry}>
            {t(messages.bellNotLoadedHint)}
          </ErrorState>
        )}
        {!isMissing && !items && <Loading />}
        {items?.length === 0 && (
          <EmptyState icon="bell" title={t(messages.inboxEmpty)}>
            {t(messages.inboxEmptyHint)}
          </EmptyState>
        )}
        {items && items.length > 0 && (
          <ol>
            {groupByTopic(items).map((thing) => (
              <li key={thing.key} className="bell-thing" data-new={isNew(thing) || undefined}>
                <NewestOfGroup thing={thing} onLeave={onLeave} />
              </li>
            ))}
          </ol>
        )}
      </div>
      <div className="bell-foot">
        <ButtonLink to={paths.inbox} variant="secondary" size="sm" block onClick={onLeave}>
          {t(messages.openInbox)}
        </ButtonLink>
      </div>
    </>
  );
}

const isNew = ({ newest, earlier }: MessageGroup) => [newest, ...earlier].some((item) => !item.read);

/**
 * Loads the newest messages. Messages that were new when first shown look new until the bell closes or everything is
 * marked as read.
 */
function useNewest() {
  const newIds = useRef(new Set<string>());
  const query = useQuery('newest', async () => {
    const inbox = await loadInbox();
    const newestItems = inbox.items.slice(0, SHOWN_COUNT);
    for (const item of newestItems) if (!item.read) newIds.current.add(item.id);
    markItemsSeen(newestItems);
    return newestItems.map((item) => ({ ...item, read: !newIds.current.has(item.id) }));
  });
  useLive(INBOX, query.refresh);
  const clear = () => {
    newIds.current.clear();
    query.setData((items) => items.map((item) => ({ ...item, read: true })));
  };
  return { ...query, clear };
}

function NewestOfGroup({ thing: { newest, earlier }, onLeave }: { thing: MessageGroup; onLeave: () => void }) {
  const t = useTranslator();
  return (
    <>
      <h3 className="bell-message-title">
        {!newest.read && <span className="sr-only">{t(messages.newMark)} </span>}
        <span>{newest.title}</span>
      </h3>
      <p className="bell-when">
        <Moment at={newest.createdAt} />
      </p>
      {newest.lines[0] && <p className="bell-line">{newest.lines[0]}</p>}
      <MessageActions item={newest} onLeave={onLeave} />
      {earlier.length > 0 && (
        <ul className="bell-earlier" aria-label={t(messages.earlierNotifications)}>
          {earlier.map((item) => (
            <li key={item.id}>
              {!item.read && <span className="sr-only">{t(messages.newMark)} </span>}
              <span className="min-w-0">{item.title}</span>
              <Moment at={item.createdAt} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Loading() {
  const t = useTranslator();
  return (
    <SkeletonRegion label={t(messages.bellLoading)}>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="bell-thing">
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </SkeletonRegion>
  );
}
