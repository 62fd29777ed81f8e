import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { attempt } from '../../../web/use-action.ts';
import { groupByTopic, type MessageGroup } from '../inbox-groups.rules.ts';
import * as messages from '../notifications.messages.ts';
import type { InboxItem, InboxView } from '../notifications.schema.ts';
import { markAll } from './mark-all.ts';
import { MessageActions } from './message-actions.tsx';
import { loadInbox, markItemsSeen, useUnread } from './unread-count.ts';

export type InboxPageData = {
  view: InboxView;
  items: InboxItem[];
  unread: number;
  waiting: number;
  next: string | null;
};

/**
 * Shows everything we sent the viewer, grouped by topic. Messages shown here are marked as read, so new ones only look
 * different until the next visit.
 */
export function InboxList({ loaded }: { loaded: InboxPageData }) {
  const t = useTranslator();
  const [page, setPage] = useState(loaded);
  useEffect(() => setPage((now) => mergeKnown(loaded, now)), [loaded]);
  const unread = useUnread();
  const showAllRead = () => setPage((now) => ({ ...now, items: now.items.map((item) => ({ ...item, read: true })) }));
  if (page.items.length === 0 && page.view === 'all') {
    return (
      <EmptyState icon="inbox" title={t(messages.inboxEmpty)}>
        {t(messages.inboxEmptyHint)}
      </EmptyState>
    );
  }
  async function loadOlder() {
    const query = { before: page.next!, view: page.view };
    const olderPage = await attempt(() => loadInbox(query), undefined, t(messages.olderNotLoaded));
    if (!olderPage) return;
    setPage((now) => ({ ...now, ...olderPage, items: [...now.items, ...olderPage.items] }));
    markItemsSeen(olderPage.items);
  }
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Views page={page} />
        {!!unread && (
          <Button variant="ghost" size="sm" onClick={() => markAll(t, showAllRead)}>
            {t(messages.markAllRead)}
          </Button>
        )}
      </div>
      {page.items.length === 0 && (
        <EmptyState icon="check" title={t(messages.nothingToAnswer)}>
          {t(messages.nothingToAnswerHint)}
        </EmptyState>
      )}
      <ol className="stack" aria-label={t(messages.messageList)}>
        {groupByTopic(page.items).map((thing) => (
          <li key={thing.key}>
            <Message thing={thing} />
          </li>
        ))}
      </ol>
      {page.view === 'waiting' && <PendingElsewhereNotice />}
      {page.next && (
        <Button variant="secondary" className="self-center" onClick={loadOlder}>
          {t(messages.showOlder)}
        </Button>
      )}
    </div>
  );
}

const VIEWS = [
  { view: 'waiting', label: messages.viewToAnswer, to: paths.inboxWaiting },
  { view: 'all', label: messages.viewAll, to: paths.inbox },
] as const;

/** Switches between all messages and those that need an answer, with their count. */
function Views({ page }: { page: InboxPageData }) {
  const t = useTranslator();
  return (
    <nav aria-label={t(messages.filterMessages)} className="cluster">
      {VIEWS.map(({ view, label, to }) => (
        <ButtonLink
          key={view}
          to={to}
          replace
          preventScrollReset
          size="sm"
          variant={view === page.view ? 'secondary' : 'ghost'}
          aria-current={view === page.view || undefined}
        >
          {view === 'waiting' && page.waiting > 0 ? t(messages.viewToAnswerCount, { count: page.waiting }) : t(label)}
        </ButtonLink>
      ))}
    </nav>
  );
}

/** Links to Home, which lists every pending action, also those that no message asks about. */
const PendingElsewhereNotice = () => (
  <p className="text-sm text-mist">
    <RichMessage
      message={messages.pendingElsewhere}
      values={{ link: (children) => <Link to={paths.dashboard}>{children}</Link> }}
    />
  </p>
);

/** Adds new messages above those already shown. Messages that look new keep looking new until the next visit. */
function mergeKnown(newestPage: InboxPageData, olderPage: InboxPageData): InboxPageData {
  const ids = new Set(olderPage.items.map((item) => item.id));
  const newItems = newestPage.items.filter((item) => !ids.has(item.id));
  // More messages have arrived than fit on one page, so start over to avoid a gap. In the waiting view, answered
  // messages keep their place.
  if (newItems.length === newestPage.items.length && olderPage.view === 'all') return newestPage;
  return { ...olderPage, waiting: newestPage.waiting, items: [...newItems, ...olderPage.items] };
}

/** Number of lines shown of a longer message. The rest is hidden until the user expands it. */
const SHOWN_LINES = 2;
const LONG_LINES = 4;

function Message({ thing: { newest, earlier } }: { thing: MessageGroup }) {
  const t = useTranslator();
  const isNew = [newest, ...earlier].some((item) => !item.read);
  const isLong = newest.lines.length >= LONG_LINES;
  return (
    <Panel as="article" className="stack" {...(isNew ? { tone: 'cyan' as const } : {})}>
      <MessageText item={newest} lines={isLong ? newest.lines.slice(0, SHOWN_LINES) : newest.lines} />
      <MessageActions item={newest} />
      {isLong && (
        <Disclosure summary={t(messages.showRest)}>
          <Lines lines={newest.lines.slice(SHOWN_LINES)} />
        </Disclosure>
      )}
      {earlier.length > 0 && (
        <Disclosure summary={t(messages.earlierMessages, { count: earlier.length })}>
          <ol className="stack">
            {earlier.map((item) => (
              <li key={item.id}>
                <MessageText item={item} />
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </Panel>
  );
}

function MessageText({ item, lines = item.lines }: { item: InboxItem; lines?: readonly string[] }) {
  const t = useTranslator();
  return (
    <>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base wrap-anywhere">
          {!item.read && <span className="sr-only">{t(messages.newMark)} </span>}
          <span>{item.title}</span>
        </h2>
        <span className="text-sm text-mist">
          <Moment at={item.createdAt} />
        </span>
      </header>
      <Lines lines={lines} />
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <div className="grid max-w-prose gap-2">
      {lines.map((line, index) => (
        // Lines of one message never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may occur twice
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}
