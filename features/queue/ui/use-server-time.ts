import { useEffect, useState } from 'react';
import { getServerNow } from '../../../web/ui/server-clock.ts';

/** Returns the server's time, updated while something is counting down. @param every in milliseconds */
export function useServerTime(every: number, running = true): number {
  const [now, setNow] = useState(getServerNow);
  useEffect(() => {
    if (!running) return;
    setNow(getServerNow());
    const timer = setInterval(() => setNow(getServerNow()), every);
    return () => clearInterval(timer);
  }, [every, running]);
  return now;
}
