import { useSyncExternalStore } from 'react';
import { type ClockHours, defaultClock } from '../../time/reader-times.ts';
import { getProfileZone } from './reader-zone.ts';
import { createStoredChoice, subscribeChoices } from './stored-choice.ts';

/** What people with this browser's language and region are used to: h23 and h24 count to twenty-four. */
const detectBrowserClock = (): ClockHours =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle?.startsWith('h2') ? 24 : 12;

const HOURS = [12, 24] as const;
const clock = createStoredChoice<ClockHours>('planet-crew-clock', (text) => HOURS.find((hours) => `${hours}` === text));
let browserClock: ClockHours | undefined;

/**
 * The clock by which times are written here: chosen on the account's page, else the usual one where the profile lives, as
 * in messages, which no browser writes; a visitor's is the browser's.
 */
export function getReaderClock(): ClockHours {
  const chosen = clock.getChoice();
  if (chosen) return chosen;
  const zone = getProfileZone();
  if (zone) return defaultClock(zone);
  browserClock ??= detectBrowserClock();
  return browserClock;
}

/** What the account says of it, kept for the next page. */
export const setReaderClock = clock.setChoice;

/** The same for what is rendered; on the server and for the first paint twelve hours. */
export const useReaderClock = (): ClockHours => useSyncExternalStore(subscribeChoices, getReaderClock, () => 12);
