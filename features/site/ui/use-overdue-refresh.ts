import { useEffect, useRef } from 'react';
import { DAY_MS } from '../../../time/units.ts';
import { getServerNow } from '../../../web/ui/server-clock.ts';
import type { Dashboard } from '../dashboard/dashboard.schema.ts';

/** Margin, so that the deadline has passed on the server's clock too. */
const MARGIN_MS = 1_000;

/** Reloads the dashboard when only the passage of time changes it: a deadline passes or a check-in opens. */
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
    // Skip waits of more than a day. The page will have been reloaded by then, and timers can't wait much longer.
    if (wait > DAY_MS) return;
    const timer = setTimeout(() => void latest.current().catch(() => {}), wait);
    return () => clearTimeout(timer);
  }, [next]);
}
