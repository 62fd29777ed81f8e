import { useSyncExternalStore } from 'react';
import { type ClockHours, usualClock } from '../../time/reader-times.ts';
import { keptChoice } from './kept-choice.ts';
import { onProfileZone, profileZone } from './reader-zone.ts';

/** What people with this browser's language and region are used to. */
function clockOfBrowser(): ClockHours {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h23' || hourCycle === 'h24' ? 24 : 12;
}

function read(text: string): ClockHours | undefined {
  const hours = Number(text);
  return hours === 12 || hours === 24 ? hours : undefined;
}

const clock = keptChoice<ClockHours>('planet-crew-clock', read);
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

function listen(onChange: () => void): () => void {
  const ends = [clock.listen(onChange), onProfileZone(onChange)];
  return () => {
    for (const end of ends) end();
  };
}

/** The same for what is rendered; on the server and for the first paint twelve hours. */
export const useReaderClock = (): ClockHours => useSyncExternalStore(listen, readerClock, () => 12);
