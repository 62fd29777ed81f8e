import { type ClientLoaderFunctionArgs, type MetaArgs, redirect, useLoaderData, useSearchParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { requireSignedIn } from '../../../web/guards.ts';
import { type KeptMark, loadOrKept } from '../../../web/load-kept.ts';
import { useLiveData } from '../../../web/load-page.ts';
import { OfflineLine } from '../../../web/offline-line.tsx';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { PageHead } from '../../../web/ui/page-head.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import * as messages from '../notifications.messages.ts';
import type { InboxView } from '../notifications.schema.ts';
import { loadInbox, markItemsSeen } from '../ui/inbox-counts.ts';
import { InboxList, type InboxPageData } from '../ui/inbox-list.tsx';
import { SettingsLink } from '../ui/settings-link.tsx';

type Loaded = (InboxPageData & KeptMark) | null;

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const address = new URL(request.url).searchParams;
  // The settings used to be a tab of this page, and emails that were already sent link there.
  if (address.get('tab') === 'settings') throw redirect(paths.notificationSettings);
  const view = parseView(address);
  const load = async (): Promise<Loaded> => {
    await requireSignedIn(request);
    return readInbox(view).catch(() => null);
  };
  const loaded = await loadOrKept('inbox', load, (inbox) => inbox !== null);
  return loaded?.keptAt ? showView(loaded, view) : loaded;
}

/** Returns what to store for offline use: the `all` view, which has every message, without the messages' text. */
const pickKept = (inbox: InboxPageData) =>
  inbox.view === 'all' ? { ...inbox, items: inbox.items.map((item) => ({ ...item, lines: [] })), next: null } : null;

/** Returns a view of the stored messages. */
const showView = (inbox: InboxPageData & KeptMark, view: InboxView) => ({
  ...inbox,
  view,
  items: view === 'all' ? inbox.items : inbox.items.filter(({ waits }) => waits),
});

/** Returns the view in the URL, or all messages. */
const parseView = (address: URLSearchParams): InboxView => (address.get('view') === 'waiting' ? 'waiting' : 'all');

/** Loads messages and marks those on screen as read. They look new until the next visit. */
async function readInbox(view: InboxView): Promise<InboxPageData> {
  const inbox = await loadInbox({ view });
  markItemsSeen(inbox.items);
  return { ...inbox, view };
}

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.inboxMetaTitle),
    description: readerTranslator(messages.inboxMetaDescription),
    path: paths.inbox,
    index: false,
  });
}

function Title() {
  const t = useTranslator();
  return <PageHead title={t(messages.inboxTitle)} barText action={<SettingsLink className="max-lg:hidden" />} />;
}

export default function InboxPage() {
  const t = useTranslator();
  const [address] = useSearchParams();
  const initialData = useLoaderData<typeof clientLoader>();
  const { data: inbox, behind } = useLiveData<Loaded>(initialData, ['inbox'], () => readInbox(parseView(address)));
  return (
    <div className="page max-w-4xl stack pt-3 pb-16">
      <Title />
      <OfflineLine page="inbox" data={inbox} pick={pickKept} behind={behind} />
      {inbox ? (
        <InboxList key={`${inbox.view} ${inbox.keptAt}`} loaded={inbox} />
      ) : (
        <PageLoadError title={t(messages.inboxNotLoaded)}>{t(messages.inboxNotLoadedHint)}</PageLoadError>
      )}
    </div>
  );
}

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page max-w-4xl stack pt-3 pb-16">
      <Title />
      <SkeletonRegion label={t(messages.inboxLoading)}>
        {['first', 'second', 'third'].map((key) => (
          <Panel key={key} className="stack mb-4">
            <Skeleton className="h-6 w-56" />
            <Skeleton className="h-5 w-4/5" />
          </Panel>
        ))}
      </SkeletonRegion>
    </div>
  );
}
