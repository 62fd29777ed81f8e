import { useSyncExternalStore } from 'react';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { defaultWeekStart, MONDAY, WEEK_STARTS, type WeekStart } from '../../time/week-start.ts';
import { findDialect } from './reader-dialect.ts';
import { createStoredChoice, subscribeChoices } from './stored-choice.ts';

const weekStart = createStoredChoice<WeekStart>('planet-crew-week', (text) =>
  WEEK_STARTS.find((day) => `${day}` === text),
);
let usualWeekStart: WeekStart | undefined;

/**
 * Returns the first day of the week: the one chosen on the account page, or else the usual one for the page's language
 * in the browser's regional variant.
 */
export function getReaderWeekStart(): WeekStart {
  const weekStartChoice = weekStart.getChoice();
  if (weekStartChoice) return weekStartChoice;
  usualWeekStart ??= defaultWeekStart(findDialect(readerTranslator.locale));
  return usualWeekStart;
}

/** Stores the account's choice for the next page. */
export const setReaderWeekStart = weekStart.setChoice;

/** Returns the first day of the week for rendering; Monday on the server and for the first paint. */
export const useWeekStart = (): WeekStart => useSyncExternalStore(subscribeChoices, getReaderWeekStart, () => MONDAY);
