import { useEffect, useState } from 'react';
import { servedFiles } from '../content/served-files.ts';
import { SOURCE_LOCALE } from '../messages/locales.ts';

const PROBE_TIMEOUT_MS = 2_000;
const CHECK_MS = 20_000;

/**
 * Returns whether the browser reports that it has no network. It also reports this when it can only reach its own
 * machine.
 */
export const isOffline = (): boolean => navigator.onLine === false;

let probe: Promise<boolean> | undefined;

/** Returns whether the browser has no network and really can't reach the server. */
export async function isCutOff(): Promise<boolean> {
  if (!isOffline()) return false;
  // Any response proves that the server can be reached, so request a small file.
  probe ??= fetch(servedFiles.manifest(SOURCE_LOCALE), {
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  })
    .then(
      async (response) => {
        await response.text();
        return false;
      },
      () => true,
    )
    .finally(() => {
      probe = undefined;
    });
  return probe;
}

/** Returns whether the server can't be reached because there's no network; false until that's known. */
export function useCutOff(): boolean {
  const [cutOff, setCutOff] = useState(false);
  // The browser reports only changes of its own network, not that the server can be reached again.
  useEffect(() => {
    if (!cutOff) return;
    const timer = setInterval(() => void isCutOff().then(setCutOff), CHECK_MS);
    return () => clearInterval(timer);
  }, [cutOff]);
  useEffect(() => {
    let isMounted = true;
    const check = () => void isCutOff().then((next) => isMounted && setCutOff(next));
    check();
    window.addEventListener('online', check);
    window.addEventListener('offline', check);
    return () => {
      isMounted = false;
      window.removeEventListener('online', check);
      window.removeEventListener('offline', check);
    };
  }, []);
  return cutOff;
}
