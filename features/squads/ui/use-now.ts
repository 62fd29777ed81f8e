import { useEffect, useState } from 'react';
import { getServerNow } from '../../../web/ui/server-clock.ts';

/**
 * Returns the server time, updated every ten seconds, because the server sends no event when check-in opens or a
 * session starts.
 */
export function useNow(): number {
  const [now, setNow] = useState(() => getServerNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(getServerNow()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
