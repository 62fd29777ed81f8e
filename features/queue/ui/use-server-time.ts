import { useEffect, useState } from 'react';
import { getServerNow } from '../../../web/ui/server-clock.ts';

/** The time of the server, anew so often while something is counted. @param every in milliseconds */
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
