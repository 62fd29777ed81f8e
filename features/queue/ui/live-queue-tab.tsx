import { useEffect } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../queue.messages.ts';
import type { QueueConsole } from '../queue.schema.ts';
import { QueueStopSwitch } from './queue-switch.tsx';
import { ChecksTable, LeadersTable, WaitingTable } from './queue-tables.tsx';

const EVERY_MS = 3_000;
const TILES = ['a', 'b', 'c', 'd'];

/** The live queue in the admin console, refreshed every few seconds while the tab is visible. */
export function LiveQueueTab() {
  const t = useTranslator();
  const { data: console, failed, reload, setData } = useQueueConsole();
  if (!console && failed) {
    return (
      <ErrorState title={t(messages.consoleError)} onRetry={reload}>
        {t(messages.consoleErrorHint)}
      </ErrorState>
    );
  }
  if (!console) {
    return (
      <SkeletonRegion label={t(messages.loadingConsole)} className="stack">
        <Skeleton shape="block" className="h-24" />
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          {TILES.map((tile) => (
            <Skeleton key={tile} shape="block" className="h-24" />
          ))}
        </div>
        <Skeleton shape="block" className="h-64" />
      </SkeletonRegion>
    );
  }
  return (
    <div className="stack-lg">
      <CatchingUpNotice behind={failed} />
      <QueueStopSwitch stop={console.stopped} onTurned={setData} />
      <Hour hour={console.hour} />
      <WaitingTable console={console} />
      <ChecksTable console={console} />
      <LeadersTable console={console} />
    </div>
  );
}

function Hour({ hour }: { hour: QueueConsole['hour'] }) {
  const t = useTranslator();
  return (
    <section aria-label={t(messages.lastHour)} className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <StatTile
        label={t(messages.joinedCount)}
        icon="users"
        value={hour.joined.toLocaleString(t.locale)}
        hint={t(messages.joinedCountHint)}
      />
      <StatTile
        label={t(messages.squadCount)}
        icon="planet"
        tone="green"
        value={hour.squads.toLocaleString(t.locale)}
      />
      <StatTile
        label={t(messages.failedCheckCount)}
        icon="close"
        tone="red"
        value={hour.failed.toLocaleString(t.locale)}
      />
      <StatTile
        label={t(messages.gaveUpCount)}
        icon="logout"
        tone="gold"
        value={hour.gave_up.toLocaleString(t.locale)}
      />
    </section>
  );
}

function useQueueConsole() {
  const query = useQuery('live-queue', () => browserApi().api.admin['live-queue'].$get());
  const { loading, reload } = query;
  useEffect(() => {
    if (loading) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), EVERY_MS);
    return () => clearInterval(timer);
  }, [loading, reload]);
  return query;
}
