import { useEffect, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { pageMeta } from '../../../web/page-meta.ts';
import { CatchingUp } from '../../../web/ui/catching-up.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { useLive } from '../../../web/use-live-news.ts';
import { ContactConfirmations } from '../../profiles/ui/contact-confirmations.tsx';
import { CONNECTED_CHANNELS } from '../channels.schema.ts';
import type { ConnectionStanding } from '../connections/connections.schema.ts';
import type { InboxView, Preferences } from '../notifications.schema.ts';
import { ConnectionCard } from '../ui/connection-card.tsx';
import { InboxList, type InboxPageData } from '../ui/inbox-list.tsx';
import { PreferencesForm } from '../ui/preferences-form.tsx';
import { PushCard } from '../ui/push-card.tsx';
import { loadInbox, markSeen, useUnread } from '../ui/unread-count.ts';

type Loaded = { inbox: InboxPageData; preferences: Preferences; connections: ConnectionStanding[] } | null;

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  await requireSignedIn(request);
  const { notifications } = browserApi().api;
  try {
    const [inbox, preferences, connections] = await Promise.all([
      readInbox(viewOf(new URL(request.url).searchParams)),
      unwrap(notifications.preferences.$get()),
      Promise.all(
        CONNECTED_CHANNELS.map((channel) => unwrap(notifications.connections[':channel'].$get({ param: { channel } }))),
      ),
    ]);
    return { inbox, preferences, connections };
  } catch {
    return null;
  }
}

/** Anything else in the address is all of it. */
const viewOf = (address: URLSearchParams): InboxView => (address.get('view') === 'waiting' ? 'waiting' : 'all');

/** What is on the screen has been seen; it looks new until the next visit. */
async function readInbox(view: InboxView): Promise<InboxPageData> {
  const inbox = await loadInbox({ view });
  markSeen(inbox.items);
  return { ...inbox, view };
}

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Inbox',
    description: 'Everything Planet Crew told you, and how you want to be told.',
    path: paths.inbox,
    index: false,
  });
}

const title = <PageTitle title="Inbox" kicker="Notifications" className="pb-0" />;

export default function InboxPage() {
  const first = useLoaderData<typeof clientLoader>();
  const [loaded, setLoaded] = useState<Loaded>(first);
  useEffect(() => setLoaded(first), [first]);
  const [address, setAddress] = useSearchParams();
  const { behind } = useLive(['inbox'], async () => {
    const inbox = await readInbox(viewOf(address));
    setLoaded((now) => now && { ...now, inbox });
  });
  const revalidator = useRevalidator();
  const unread = useUnread();
  return (
    <div className="page max-w-4xl stack-lg pb-16">
      {title}
      <CatchingUp behind={behind} />
      {loaded ? (
        <Tabs
          label="Inbox and settings"
          value={address.get('tab') === 'settings' ? 'settings' : 'messages'}
          onChange={(tab) => setAddress(tab === 'settings' ? { tab } : {}, { replace: true, preventScrollReset: true })}
          tabs={[
            {
              id: 'messages',
              label: 'Messages',
              count: unread ?? loaded.inbox.unread,
              panel: <InboxList key={loaded.inbox.view} loaded={loaded.inbox} />,
            },
            {
              id: 'settings',
              label: 'Settings',
              panel: (
                <div className="stack-lg">
                  <Panel padding="lg">
                    <ContactConfirmations />
                  </Panel>
                  <PushCard />
                  {CONNECTED_CHANNELS.map((channel, at) => (
                    <ConnectionCard key={channel} channel={channel} standing={loaded.connections[at] ?? null} />
                  ))}
                  <Panel padding="lg">
                    <PreferencesForm
                      loaded={loaded.preferences}
                      saidElsewhere={CONNECTED_CHANNELS.filter((_, at) => loaded.connections[at]?.problem)}
                    />
                  </Panel>
                </div>
              ),
            },
          ]}
        />
      ) : (
        <ErrorState title="Your inbox did not load" onRetry={() => revalidator.revalidate()}>
          Your messages are still there; we could not read them just now.
        </ErrorState>
      )}
    </div>
  );
}

export function HydrateFallback() {
  return (
    <div className="page max-w-4xl stack-lg pb-16">
      {title}
      <SkeletonRegion label="Loading messages">
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
