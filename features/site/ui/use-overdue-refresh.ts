import { useEffect, useRef } from 'react';
import { DAY_MS } from '../../../time/units.ts';
import { getServerNow } from '../../../web/ui/server-clock.ts';
import type { Dashboard } from '../dashboard/dashboard.schema.ts';

/** What was due has to be over by the server's clock, too. */
const MARGIN_MS = 1_000;

/** Reads the home again when time alone changes it: an answer comes too late, or a check-in opens. */
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
    // Later than a day from now, the page will have been read again, and timers do not reach that far.
    if (wait > DAY_MS) return;
    const timer = setTimeout(() => void latest.current().catch(() => {}), wait);
    return () => clearTimeout(timer);
  }, [next]);
}
