import { useSyncExternalStore } from 'react';
import { getBrowserZone } from './browser-zone.ts';
import { createStoredChoice, subscribeChoices } from './stored-choice.ts';

/** Returns the zone if this browser can format times in it. */
function parseZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const zone = createStoredChoice<string>('planet-crew-zone', parseZone);

/** Returns the account's zone; null for visitors. */
export const getProfileZone = zone.getChoice;

/**
 * Returns the zone in which times are shown and entered: the profile's, as in messages and in the matcher's weeks, or
 * the browser's for visitors.
 */
export const getReaderZone = (): string => getProfileZone() ?? getBrowserZone();

/** Stores the profile's zone for the next page; a zone that this browser doesn't know is ignored. */
export const setReaderZone = (ofProfile: string | null): void =>
  zone.setChoice((ofProfile && parseZone(ofProfile)) || null);

/** Returns the zone for rendering. @param otherwise zone on the server and for the first paint */
export const useReaderZone = (otherwise: string): string =>
  useSyncExternalStore(subscribeChoices, getReaderZone, () => otherwise);
