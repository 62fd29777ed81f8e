import { useEffect, useState } from 'react';

/**
 * Returns whether the page has hydrated. Before that, the browser would submit the form itself, and a password must
 * never end up in a URL.
 */
export function useReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready;
}
