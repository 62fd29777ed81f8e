import { useSyncExternalStore } from 'react';
import { defaultWeekStart, MONDAY, WEEK_STARTS, type WeekStart } from '../../time/week-start.ts';
import { createStoredChoice, subscribeChoices } from './stored-choice.ts';

const weekStart = createStoredChoice<WeekStart>('planet-crew-week', (text) =>
  WEEK_STARTS.find((day) => `${day}` === text),
);
let browserWeekStart: WeekStart | undefined;

/** The day on which weeks begin here: chosen on the account's page, else the usual one of the browser's language. */
export function getReaderWeekStart(): WeekStart {
  const chosen = weekStart.getChoice();
  if (chosen) return chosen;
  browserWeekStart ??= defaultWeekStart(navigator.language);
  return browserWeekStart;
}

/** What the account says of it, kept for the next page. */
export const setReaderWeekStart = weekStart.setChoice;

/** The same for what is rendered; Monday on the server and for the first paint. */
export const useWeekStart = (): WeekStart => useSyncExternalStore(subscribeChoices, getReaderWeekStart, () => MONDAY);
