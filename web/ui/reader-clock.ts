import { useSyncExternalStore } from 'react';
import { type ClockHours, defaultClock } from '../../time/reader-times.ts';
import { getProfileZone } from './reader-zone.ts';
import { createStoredChoice, subscribeChoices } from './stored-choice.ts';

/** Returns the usual clock for this browser's language and region. The hour cycles h23 and h24 are 24-hour clocks. */
const detectBrowserClock = (): ClockHours =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle?.startsWith('h2') ? 24 : 12;

const HOURS = [12, 24] as const;
const clock = createStoredChoice<ClockHours>('planet-crew-clock', (text) => HOURS.find((hours) => `${hours}` === text));
let browserClock: ClockHours | undefined;

/**
 * Returns the clock format for times: the one chosen on the account page, or else the usual one in the profile's zone,
 * as in emails. Visitors get their browser's format.
 */
export function getReaderClock(): ClockHours {
  const clockChoice = clock.getChoice();
  if (clockChoice) return clockChoice;
  const zone = getProfileZone();
  if (zone) return defaultClock(zone);
  browserClock ??= detectBrowserClock();
  return browserClock;
}

/** Saves the account's clock format in this browser, so that pages can use it before the account has loaded. */
export const setReaderClock = clock.setChoice;

/** Returns the clock format for rendering; 12 hours on the server and for the first paint. */
export const useReaderClock = (): ClockHours => useSyncExternalStore(subscribeChoices, getReaderClock, () => 12);
