import { useEffect, useState } from 'react';
import { getServerNow } from '../../../web/ui/server-clock.ts';

/** The time of the server, kept true while the page is open: check-in opens and sessions begin without a word from the server. */
export function useNow(): number {
  const [now, setNow] = useState(() => getServerNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(getServerNow()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
