import { useEffect, useState } from 'react';
import { getServerNow } from '../../../web/ui/server-clock.ts';

/**
 * Returns the server time, updated while the page is open. Check-in opens and sessions begin without an event from the
 * server.
 */
export function useNow(): number {
  const [now, setNow] = useState(() => getServerNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(getServerNow()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
