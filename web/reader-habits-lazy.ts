import type { ReaderHabits } from './reader-habits.ts';

/**
 * Applies the account's time format settings. Only pages that show times load the formatting code, so it's loaded on
 * demand. If that fails, times follow the browser.
 */
export const applyReaderHabitsLater = (habits: ReaderHabits): Promise<void> =>
  import('./reader-habits.ts').then(({ applyReaderHabits }) => applyReaderHabits(habits)).catch(() => {});
