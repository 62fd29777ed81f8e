import { useSyncExternalStore } from 'react';
import { browserZone } from './browser-zone.ts';
import { keptChoice, onChoice } from './kept-choice.ts';

/** A zone that this browser can write times in. */
function read(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const zone = keptChoice<string>('planet-crew-zone', read);

/** Where the account says that its owner lives; null for visitors. */
export const profileZone = zone.chosen;

/**
 * The zone in which whoever uses this browser reads and writes times: their profile's, as in messages and in the weeks
 * that the matcher reads; a visitor's is the browser's.
 */
export const readerZone = (): string => profileZone() ?? browserZone();

/** What the profile says of it, kept for the next page; a zone that this browser has never heard of is left out. */
export const learnZone = (ofProfile: string | null): void => zone.learn((ofProfile && read(ofProfile)) || null);

/** The same for what is rendered. @param otherwise the zone of the server and of the first paint */
export const useReaderZone = (otherwise: string): string => useSyncExternalStore(onChoice, readerZone, () => otherwise);
