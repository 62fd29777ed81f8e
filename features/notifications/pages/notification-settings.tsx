import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { ContactConfirmations } from '../../profiles/ui/contact-confirmations.tsx';
import { CONNECTED_CHANNELS } from '../channels.schema.ts';
import type { ConnectionStatus } from '../connections/connections.schema.ts';
import * as messages from '../notifications.messages.ts';
import type { Preferences } from '../notifications.schema.ts';
import { ConnectionCard } from '../ui/connection-card.tsx';
import { PreferencesForm } from '../ui/preferences-form.tsx';
import { PushCard } from '../ui/push-card.tsx';
import { usePush } from '../ui/use-push.ts';

type Loaded = { preferences: Preferences; connections: ConnectionStatus[] } | null;

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  await requireSignedIn(request);
  const { notifications } = browserApi().api;
  try {
    const [preferences, connections] = await Promise.all([
      unwrap(notifications.preferences.$get()),
      Promise.all(
        CONNECTED_CHANNELS.map((channel) => unwrap(notifications.connections[':channel'].$get({ param: { channel } }))),
      ),
    ]);
    return { preferences, connections };
  } catch {
    return null;
  }
}

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.notificationSettingsMetaTitle),
    description: readerTranslator(messages.notificationSettingsMetaDescription),
    path: paths.notificationSettings,
    index: false,
  });
}

function Title() {
  const t = useTranslator();
  return (
    <PageTitle
      title={t(messages.settingsTitle)}
      kicker={t(messages.settingsKicker)}
      lead={t(messages.settingsLead)}
      className="pb-0"
    />
  );
}

/** The notification settings, a section of the account. */
export default function NotificationSettings() {
  const t = useTranslator();
  const loaderData = useLoaderData<typeof clientLoader>();
  const push = usePush();
  return (
    <div className="page stack-lg pb-16">
      <Title />
      {loaderData ? (
        <>
          <Panel padding="lg" className="stack-lg">
            <ContactConfirmations />
            <PushCard push={push} />
            {CONNECTED_CHANNELS.map((channel, index) => (
              <ConnectionCard
                key={channel}
                channel={channel}
                connectionStatus={loaderData.connections[index] ?? null}
                isRow
              />
            ))}
          </Panel>
          <Panel padding="lg">
            <PreferencesForm
              loaded={loaderData.preferences}
              devices={push.pushStatus?.devices.length}
              shownElsewhere={CONNECTED_CHANNELS.filter((_, index) => loaderData.connections[index]?.problem)}
            />
          </Panel>
        </>
      ) : (
        <PageLoadError title={t(messages.settingsNotLoaded)}>{t(messages.settingsNotLoadedHint)}</PageLoadError>
      )}
    </div>
  );
}

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page stack-lg pb-16">
      <Title />
      <SkeletonRegion label={t(messages.settingsLoading)}>
        <Skeleton shape="block" className="mb-4 h-32" />
        <Skeleton shape="block" className="h-72" />
      </SkeletonRegion>
    </div>
  );
}
