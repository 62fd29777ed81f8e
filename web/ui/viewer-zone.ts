import { createContext, useContext, useSyncExternalStore } from 'react';

const never = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of a whole page, where it knows in which one its reader lives, so that no two of its times differ in it. */
export const PageZone = createContext<string | undefined>(undefined);

/**
 * The zone in which the person who looks reads times: the page's, else the browser's; on the server and for the first
 * paint of the latter the given one.
 */
export function useViewerZone(otherwise: string): string {
  const ofPage = useContext(PageZone);
  const ofBrowser = useSyncExternalStore(never, browserZone, () => otherwise);
  return ofPage ?? ofBrowser;
}

/** 'Eastern' for America/New_York, as people there call it. */
export function zoneWord(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
  return (parts.find((part) => part.type === 'timeZoneName')?.value ?? zone).replace(/ Time$/, '');
}
