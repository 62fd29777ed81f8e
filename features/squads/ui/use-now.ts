import { useEffect, useState } from 'react';
import { getServerNow } from '../../../web/ui/server-clock.ts';

/**
 * Returns the server time, updated regularly, because the server sends no event when check-in opens or a session
 * starts.
 * @param every in milliseconds
 */
export function useNow(every = 10_000): number {
  const [now, setNow] = useState(() => getServerNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(getServerNow()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
