import { useSyncExternalStore } from 'react';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { type ClockHours, defaultClock } from '../../time/reader-times.ts';
import { findDialect } from './reader-dialect.ts';
import { getProfileZone } from './reader-zone.ts';
import { createStoredChoice, subscribeChoices } from './stored-choice.ts';

const HOURS = [12, 24] as const;
const clock = createStoredChoice<ClockHours>('planet-crew-clock', (text) => HOURS.find((hours) => `${hours}` === text));

/**
 * Returns the clock format for times: the one chosen on the account page, or else the usual one for the page's language
 * in the profile's zone, as in emails. Visitors get the one for their browser's regional variant, such as British
 * English.
 */
export function getReaderClock(): ClockHours {
  const zone = getProfileZone();
  const { locale } = readerTranslator;
  return clock.getChoice() ?? defaultClock({ locale: zone ? locale : findDialect(locale) }, zone ?? 'UTC');
}

/** Saves the account's clock format in this browser, so that pages can use it before the account has loaded. */
export const setReaderClock = clock.setChoice;

/** Returns the clock format for rendering; the usual one for the page's language on the server and for the first paint. */
export const useReaderClock = (): ClockHours =>
  useSyncExternalStore(subscribeChoices, getReaderClock, () => defaultClock(readerTranslator, 'UTC'));
