import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { DAY_MS } from '../../../time/units.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { attempt } from '../../../web/use-action.ts';
import { groupByTopic, type MessageGroup, splitByAnswerNeeded } from '../inbox-groups.rules.ts';
import * as messages from '../notifications.messages.ts';
import type { InboxItem, InboxView } from '../notifications.schema.ts';
import { loadInbox, markItemsSeen, useCounts } from './inbox-counts.ts';
import { markAll } from './mark-all.ts';
import { MessageActions } from './message-actions.tsx';
import { SettingsLink } from './settings-link.tsx';
import './inbox.css';

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
  useEffect(() => setPage((now) => mergePages(loaded, now)), [loaded]);
  const { unread } = useCounts();
  const showAllRead = () => setPage((now) => ({ ...now, items: now.items.map((item) => ({ ...item, read: true })) }));
  if (page.items.length === 0 && page.view === 'all') {
    return (
      <EmptyState icon="inbox" title={t(messages.inboxEmpty)} action={<SettingsLink className="lg:hidden" />}>
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
      <div className="inbox-bar">
        <Views page={page} />
        {!!unread && (
          <Button variant="ghost" size="sm" onClick={() => markAll(t, showAllRead)}>
            {t(messages.markAllRead)}
          </Button>
        )}
        <Link
          to={paths.notificationSettings}
          className="btn btn-ghost btn-icon lg:hidden"
          aria-label={t(messages.settingsLink)}
        >
          <Icon name="settings" size={22} />
        </Link>
      </div>
      {page.items.length === 0 && (
        <EmptyState icon="check" title={t(messages.nothingToAnswer)}>
          {t(messages.nothingToAnswerHint)}
        </EmptyState>
      )}
      <Topics page={page} />
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

/** Links to Home, which lists every pending action, including those that no message asks about. */
const PendingElsewhereNotice = () => (
  <p className="text-sm text-muted">
    <RichMessage
      message={messages.pendingElsewhere}
      values={{ link: (children) => <Link to={paths.dashboard}>{children}</Link> }}
    />
  </p>
);

/** Adds new messages above those already shown. Messages that look new keep looking new until the next visit. */
function mergePages(newestPage: InboxPageData, olderPage: InboxPageData): InboxPageData {
  const ids = new Set(olderPage.items.map((item) => item.id));
  const newItems = newestPage.items.filter((item) => !ids.has(item.id));
  // More messages have arrived than fit on one page, so start over to avoid a gap. In the waiting view, answered
  // messages keep their place.
  if (newItems.length === newestPage.items.length && olderPage.view === 'all') return newestPage;
  return { ...olderPage, waiting: newestPage.waiting, items: [...newItems, ...olderPage.items] };
}

/** Shows topics that need an answer first. The `waiting` view has only such topics, so it needs no headings. */
function Topics({ page }: { page: InboxPageData }) {
  const t = useTranslator();
  const groups = groupByTopic(page.items);
  const { toAnswer, others } = splitByAnswerNeeded(groups);
  if (page.view === 'waiting' || toAnswer.length === 0) {
    return <TopicList groups={groups} label={t(messages.messageList)} hiddenTitle />;
  }
  return (
    <>
      <TopicList groups={toAnswer} label={t(messages.viewToAnswer)} hiddenTitle />
      {others.length > 0 && <TopicList groups={others} label={t(messages.updates)} />}
    </>
  );
}

type TopicListProps = { groups: readonly MessageGroup[]; label: string; hiddenTitle?: boolean };

function TopicList({ groups, label, hiddenTitle }: TopicListProps) {
  return (
    <>
      <h2 className={hiddenTitle ? 'sr-only' : 'inbox-title'}>{label}</h2>
      {/* A list without items would still be drawn. */}
      {groups.length > 0 && (
        <ol className="inbox-list" aria-label={label}>
          {groups.map((thing) => (
            <li key={thing.key}>
              <Message thing={thing} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** One topic: its title and buttons. The details open below the title, so that many topics fit on a screen. */
function Message({ thing: { newest, earlier } }: { thing: MessageGroup }) {
  const t = useTranslator();
  const isNew = [newest, ...earlier].some((item) => !item.read);
  return (
    <article className="inbox-message" data-new={isNew || undefined}>
      {newest.lines.length + earlier.length === 0 ? (
        <MessageTitle item={newest} />
      ) : (
        <details className="inbox-details">
          <summary>
            <MessageTitle item={newest} />
            <Icon name="chevron-down" size={18} />
          </summary>
          <div className="stack">
            <Lines lines={newest.lines} />
            {earlier.length > 0 && (
              <>
                <p className="text-sm text-muted">{t(messages.earlierMessages, { count: earlier.length })}</p>
                <ol className="stack">
                  {earlier.map((item) => (
                    <li key={item.id}>
                      <MessageTitle item={item} />
                      <Lines lines={item.lines} />
                    </li>
                  ))}
                </ol>
              </>
            )}
          </div>
        </details>
      )}
      <MessageActions item={newest} />
    </article>
  );
}

function MessageTitle({ item }: { item: InboxItem }) {
  const t = useTranslator();
  return (
    <header className="inbox-head">
      <h3 className="text-base wrap-anywhere">
        {!item.read && <span className="sr-only">{t(messages.newMark)} </span>}
        <span>{item.title}</span>
      </h3>
      <span className="inbox-when">
        <Moment at={item.createdAt} as={Date.now() - Date.parse(item.createdAt) < DAY_MS ? 'weekday-clock' : 'date'} />
      </span>
    </header>
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
