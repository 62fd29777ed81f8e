import { useEffect, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import type { InboxItem } from '../notifications.schema.ts';

export type InboxPageData = { items: InboxItem[]; unread: number; next: string | null };

/** Everything we told the viewer, newest first; opening the page is reading, so unread ones only look different. */
export function InboxList({ loaded }: { loaded: InboxPageData }) {
  const [page, setPage] = useState(loaded);
  const [loading, setLoading] = useState(false);
  useEffect(() => setPage((now) => withKnown(loaded, now)), [loaded]);
  if (page.items.length === 0) {
    return (
      <EmptyState icon="inbox" title="Nothing yet">
        Match proposals, answers to your listings and receipts appear here.
      </EmptyState>
    );
  }
  async function more() {
    if (!page.next) return;
    setLoading(true);
    try {
      const older = await unwrap(browserApi().api.notifications.$get({ query: { before: page.next } }));
      setPage((now) => ({ ...older, items: [...now.items, ...older.items] }));
    } catch {
      toast({ title: 'Older messages did not load', description: 'Please try again.', tone: 'error' });
    } finally {
      setLoading(false);
    }
  }
  return (
    <div className="stack">
      <ol className="stack" aria-label="Messages">
        {page.items.map((item) => (
          <li key={item.id}>
            <Message item={item} />
          </li>
        ))}
      </ol>
      {page.next && (
        <Button variant="secondary" className="self-center" loading={loading} onClick={() => void more()}>
          Older messages
        </Button>
      )}
    </div>
  );
}

/** New messages above those that are shown already: what looks new keeps doing so until the next visit. */
function withKnown(newest: InboxPageData, known: InboxPageData): InboxPageData {
  const ids = new Set(known.items.map((item) => item.id));
  const added = newest.items.filter((item) => !ids.has(item.id));
  // More have come than one page holds: nothing may be missing between them.
  if (added.length === newest.items.length) return newest;
  return { ...known, items: [...added, ...known.items] };
}

function Message({ item }: { item: InboxItem }) {
  return (
    <Panel as="article" className="stack" {...(item.read ? {} : { tone: 'cyan' as const })}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base">
          {!item.read && <span className="sr-only">New: </span>}
          {item.title}
        </h2>
        <span className="text-sm text-mist">
          <Moment at={item.createdAt} />
        </span>
      </header>
      <div className="grid max-w-prose gap-2">
        {item.lines.map((line, index) => (
          // Lines of one message never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may occur twice
          <p key={index}>{line}</p>
        ))}
      </div>
      {item.links.length > 0 && (
        <p className="cluster">
          {item.links.map((link, index) => (
            <ButtonLink key={link.path} to={link.path} size="sm" variant={index === 0 ? 'secondary' : 'ghost'}>
              {link.label}
            </ButtonLink>
          ))}
        </p>
      )}
    </Panel>
  );
}
