import { useSyncExternalStore } from 'react';
import { getBrowserZone } from './browser-zone.ts';
import { createStoredChoice, subscribeChoices } from './stored-choice.ts';

/** A zone that this browser can write times in. */
function parseZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const zone = createStoredChoice<string>('planet-crew-zone', parseZone);

/** Where the account says that its owner lives; null for visitors. */
export const getProfileZone = zone.getChoice;

/**
 * The zone in which whoever uses this browser reads and writes times: their profile's, as in messages and in the weeks
 * that the matcher reads; a visitor's is the browser's.
 */
export const getReaderZone = (): string => getProfileZone() ?? getBrowserZone();

/** What the profile says of it, kept for the next page; a zone that this browser has never heard of is left out. */
export const setReaderZone = (ofProfile: string | null): void =>
  zone.setChoice((ofProfile && parseZone(ofProfile)) || null);

/** The same for what is rendered. @param otherwise the zone of the server and of the first paint */
export const useReaderZone = (otherwise: string): string =>
  useSyncExternalStore(subscribeChoices, getReaderZone, () => otherwise);
