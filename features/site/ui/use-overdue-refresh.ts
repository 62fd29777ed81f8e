import { useEffect, useRef } from 'react';
import { DAY_MS } from '../../../time/units.ts';
import { getServerNow } from '../../../web/ui/server-clock.ts';
import type { Dashboard } from '../dashboard/dashboard.schema.ts';

/** Leaves a margin so the deadline has passed on the server's clock, too. */
const MARGIN_MS = 1_000;

/** Reloads the dashboard when time alone changes it: a deadline passes or a check-in opens. */
export function useOverdueRefresh({ waiting, tonight }: Dashboard, refetch: () => Promise<unknown>): void {
  const latest = useRef(refetch);
  latest.current = refetch;
  const instants = [
    ...waiting.flatMap(({ until }) => (until ? [Date.parse(until)] : [])),
    ...tonight.sessions.map(({ check_in_from }) => Date.parse(check_in_from)),
  ];
  const next = Math.min(...instants.filter((instant) => instant > getServerNow()));
  useEffect(() => {
    const wait = next - getServerNow() + MARGIN_MS;
    // In more than a day, the page will have been reloaded anyway, and timers don't reach that far.
    if (wait > DAY_MS) return;
    const timer = setTimeout(() => void latest.current().catch(() => {}), wait);
    return () => clearTimeout(timer);
  }, [next]);
}
