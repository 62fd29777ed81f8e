import { useEffect, useState } from 'react';
import { serverNow } from '../../../web/ui/server-clock.ts';

/** The time of the server, anew so often while something is counted. @param every in milliseconds */
export function useServerTime(every: number, running = true): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!running) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), every);
    return () => clearInterval(timer);
  }, [every, running]);
  return now;
}
