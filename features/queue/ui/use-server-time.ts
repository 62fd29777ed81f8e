import { useEffect, useState } from 'react';
import { getServerNow } from '../../../web/ui/server-clock.ts';

/** Returns the server's time, updated while something is counting down. @param intervalMs time between updates */
export function useServerTime(intervalMs: number, isRunning = true): number {
  const [now, setNow] = useState(getServerNow);
  useEffect(() => {
    if (!isRunning) return;
    setNow(getServerNow());
    const timer = setInterval(() => setNow(getServerNow()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, isRunning]);
  return now;
}
