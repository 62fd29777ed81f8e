import { useEffect, useState } from 'react';

/** The time, kept true while the page is open: check-in opens and sessions begin without a word from the server. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
