import { createContext, useContext, useEffect, useMemo } from 'react';
import type { ReaderTimes } from '../../time/reader-times.ts';
import { getReaderClock, useReaderClock } from './reader-clock.ts';
import { getReaderZone, useReaderZone } from './reader-zone.ts';
import { registerShownTime } from './times-shown.ts';

/** The zone of a whole page, where it knows in which one its reader lives, so that no two of its times differ in it. */
export const PageZone = createContext<string | undefined>(undefined);

/**
 * The zone in which the person who looks reads times: the page's, else their profile's, else the browser's; on the
 * server and for the first paint of the latter two the given one.
 */
export function useViewerZone(otherwise: string): string {
  const ofPage = useContext(PageZone);
  const own = useReaderZone(otherwise);
  return ofPage ?? own;
}

/** How the person who looks reads times: their zone and their clock. @param fixed a zone that is said beside the time */
export function useReader(fixed?: string): ReaderTimes {
  const ofPage = useContext(PageZone);
  const own = useViewerZone('UTC');
  useEffect(() => (fixed || ofPage ? undefined : registerShownTime()), [fixed, ofPage]);
  const clock = useReaderClock();
  const zone = fixed ?? own;
  return useMemo(() => ({ zone, clock }), [zone, clock]);
}

/** The same outside of components, for what only ever stands in a browser. */
export const getReader = (): ReaderTimes => ({ zone: getReaderZone(), clock: getReaderClock() });
