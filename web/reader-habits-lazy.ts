import type { ReaderHabits } from './reader-habits.ts';

/**
 * Applies the account's settings. The formatting code is loaded on demand, because only pages that show times need
 * it. If that fails, times follow the browser.
 */
export const applyReaderHabitsLater = (habits: ReaderHabits): Promise<void> =>
  import('./reader-habits.ts').then(({ applyReaderHabits }) => applyReaderHabits(habits)).catch(() => {});
