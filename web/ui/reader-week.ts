import { useSyncExternalStore } from 'react';
import { MONDAY, usualWeekStart, WEEK_STARTS, type WeekStart } from '../../time/week-start.ts';
import { keptChoice, onChoice } from './kept-choice.ts';

const weekStart = keptChoice<WeekStart>('planet-crew-week', (text) => WEEK_STARTS.find((day) => `${day}` === text));
let ofBrowser: WeekStart | undefined;

/** The day on which weeks begin here: chosen on the account's page, else the usual one of the browser's language. */
export function readerWeekStart(): WeekStart {
  const chosen = weekStart.chosen();
  if (chosen) return chosen;
  ofBrowser ??= usualWeekStart(navigator.language);
  return ofBrowser;
}

/** What the account says of it, kept for the next page. */
export const learnWeekStart = weekStart.learn;

/** The same for what is rendered; Monday on the server and for the first paint. */
export const useWeekStart = (): WeekStart => useSyncExternalStore(onChoice, readerWeekStart, () => MONDAY);
