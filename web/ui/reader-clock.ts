import { useSyncExternalStore } from 'react';
import type { ClockHours } from '../../time/reader-times.ts';
import { keptChoice } from './kept-choice.ts';

/** What people with this browser's language and region are used to. */
function usual(): ClockHours {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h23' || hourCycle === 'h24' ? 24 : 12;
}

function read(text: string): ClockHours | undefined {
  const hours = Number(text);
  return hours === 12 || hours === 24 ? hours : undefined;
}

const clock = keptChoice<ClockHours>('planet-crew-clock', read, usual);

/** The clock by which this browser writes times: chosen on the account's page, else the browser's. */
export const browserClock = clock.now;

/** What the account says of it, kept for the next page. */
export const learnClock = clock.learn;

/** The same for what is rendered; on the server and for the first paint twelve hours. */
export const useReaderClock = (): ClockHours => useSyncExternalStore(clock.listen, browserClock, () => 12);
