import { useCallback, useEffect, useRef, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import type { QueueConsole } from '../queue.schema.ts';
import { QueueStopSwitch } from './queue-switch.tsx';
import { ChecksTable, LeadersTable, WaitingTable } from './queue-tables.tsx';

const EVERY_MS = 3_000;
const TILES = ['a', 'b', 'c', 'd'];

/** The live queue in the admin console, refreshed every few seconds while the tab is visible. */
export function LiveQueueTab() {
  const { console, failed, loading, read, take } = useQueueConsole();
  if (!console && failed) {
    return (
      <ErrorState title="Couldn’t load the live queue" onRetry={read} retrying={loading}>
        The queue keeps running. If this continues, check the server log.
      </ErrorState>
    );
  }
  if (!console) {
    return (
      <SkeletonRegion label="Loading the live queue" className="stack">
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
      <QueueStopSwitch stopped={console.stopped} onTurned={take} />
      <Hour hour={console.hour} />
      <WaitingTable console={console} />
      <ChecksTable console={console} />
      <LeadersTable console={console} />
    </div>
  );
}

function Hour({ hour }: { hour: QueueConsole['hour'] }) {
  return (
    <section aria-label="The last hour" className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <StatTile label="Joined" icon="users" value={hour.joined.toLocaleString('en')} hint="in the last hour" />
      <StatTile label="Squads" icon="planet" tone="green" value={hour.squads.toLocaleString('en')} />
      <StatTile label="Checks failed" icon="close" tone="red" value={hour.failed.toLocaleString('en')} />
      <StatTile label="Gave up" icon="logout" tone="gold" value={hour.gave_up.toLocaleString('en')} />
    </section>
  );
}

function useQueueConsole() {
  const [console, put] = useState<QueueConsole>();
  const [failed, setFailed] = useState(false);
  const [loading, setLoading] = useState(true);
  const running = useRef(false);
  const over = useRef(false);
  /** A response to a request made before the switch changed is outdated when it arrives. */
  const turns = useRef(0);
  const run = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    setLoading(true);
    const turn = turns.current;
    try {
      const next = await unwrap(browserApi().api.admin['live-queue'].$get());
      if (over.current) return;
      if (turn === turns.current) put(next);
      setFailed(false);
    } catch {
      if (!over.current) setFailed(true);
    } finally {
      running.current = false;
      setLoading(false);
    }
  }, []);
  useEffect(() => {
    over.current = false;
    void run();
    const timer = setInterval(() => document.visibilityState === 'visible' && void run(), EVERY_MS);
    return () => {
      over.current = true;
      clearInterval(timer);
    };
  }, [run]);
  const take = (next: QueueConsole) => {
    turns.current += 1;
    put(next);
  };
  return { console, failed, loading, read: () => void run(), take };
}
