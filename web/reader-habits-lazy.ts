import type { ReaderHabits } from './reader-habits.ts';

/**
 * Keeps how the account says that times are read. Only pages that show times load what writes them, so it comes along
 * when it is needed; without it they are written as the browser does.
 */
export const applyReaderHabitsLater = (habits: ReaderHabits): Promise<void> =>
  import('./reader-habits.ts').then(({ applyReaderHabits }) => applyReaderHabits(habits)).catch(() => {});
