import { createContext, useContext, useEffect, useMemo } from 'react';
import type { ReaderTimes } from '../../time/reader-times.ts';
import { getReaderClock, useReaderClock } from './reader-clock.ts';
import { getReaderZone, useReaderZone } from './reader-zone.ts';
import { registerShownTime } from './times-shown.ts';

/** The zone of the page, if it has its own, so that all its times use the same one. */
export const PageZone = createContext<string | undefined>(undefined);

/**
 * Returns the zone in which the viewer reads times: the page's, or else the profile's, or else the browser's.
 * @param otherwise replaces the last two on the server and for the first paint
 */
export function useViewerZone(otherwise: string): string {
  const ofPage = useContext(PageZone);
  const readerZone = useReaderZone(otherwise);
  return ofPage ?? readerZone;
}

/**
 * Returns the viewer's zone and clock format.
 * @param zoneOverride a zone that's shown next to the time
 */
export function useReader(zoneOverride?: string): ReaderTimes {
  const ofPage = useContext(PageZone);
  const viewerZone = useViewerZone('UTC');
  useEffect(() => (zoneOverride || ofPage ? undefined : registerShownTime()), [zoneOverride, ofPage]);
  const clock = useReaderClock();
  const zone = zoneOverride ?? viewerZone;
  return useMemo(() => ({ zone, clock }), [zone, clock]);
}

/** Like `useReader`, but for browser code outside of components. */
export const getReader = (): ReaderTimes => ({ zone: getReaderZone(), clock: getReaderClock() });
