import { useSyncExternalStore } from 'react';
import { defaultWeekStart, MONDAY, WEEK_STARTS, type WeekStart } from '../../time/week-start.ts';
import { createStoredChoice, subscribeChoices } from './stored-choice.ts';

const weekStart = createStoredChoice<WeekStart>('planet-crew-week', (text) =>
  WEEK_STARTS.find((day) => `${day}` === text),
);
let browserWeekStart: WeekStart | undefined;

/**
 * Returns the first day of the week: the one chosen on the account page, or else the usual one for the browser's
 * language.
 */
export function getReaderWeekStart(): WeekStart {
  const weekStartChoice = weekStart.getChoice();
  if (weekStartChoice) return weekStartChoice;
  browserWeekStart ??= defaultWeekStart(navigator.language);
  return browserWeekStart;
}

/** Stores the account's choice for the next page. */
export const setReaderWeekStart = weekStart.setChoice;

/** Returns the first day of the week for rendering; Monday on the server and for the first paint. */
export const useWeekStart = (): WeekStart => useSyncExternalStore(subscribeChoices, getReaderWeekStart, () => MONDAY);
