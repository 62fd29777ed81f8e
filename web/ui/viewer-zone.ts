import { useSyncExternalStore } from 'react';

const never = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone in which the person who looks reads times; on the server and for the first paint the given one. */
export function useViewerZone(otherwise: string): string {
  return useSyncExternalStore(never, browserZone, () => otherwise);
}
