import { useSyncExternalStore } from 'react';
import { type ClockHours, usualClock } from '../../time/reader-times.ts';
import { keptChoice, onChoice } from './kept-choice.ts';
import { profileZone } from './reader-zone.ts';

/** What people with this browser's language and region are used to: h23 and h24 count to twenty-four. */
const clockOfBrowser = (): ClockHours =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle?.startsWith('h2') ? 24 : 12;

const HOURS = [12, 24] as const;
const clock = keptChoice<ClockHours>('planet-crew-clock', (text) => HOURS.find((hours) => `${hours}` === text));
let ofBrowser: ClockHours | undefined;

/**
 * The clock by which times are written here: chosen on the account's page, else the usual one where the profile lives, as
 * in messages, which no browser writes; a visitor's is the browser's.
 */
export function readerClock(): ClockHours {
  const chosen = clock.chosen();
  if (chosen) return chosen;
  const zone = profileZone();
  if (zone) return usualClock(zone);
  ofBrowser ??= clockOfBrowser();
  return ofBrowser;
}

/** What the account says of it, kept for the next page. */
export const learnClock = clock.learn;

/** The same for what is rendered; on the server and for the first paint twelve hours. */
export const useReaderClock = (): ClockHours => useSyncExternalStore(onChoice, readerClock, () => 12);
