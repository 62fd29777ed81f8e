import { useEffect, useState } from 'react';

/**
 * Whether the script of the page runs yet. Until then a form would be sent by the browser itself, and a password must
 * never end up in an address.
 */
export function useReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready;
}
