import type { ReaderHabits } from './learn-reader.ts';

/**
 * Keeps how the account says that times are read. Only pages that show times load what writes them, so it comes along
 * when it is needed; without it they are written as the browser does.
 */
export const learnReaderLater = (habits: ReaderHabits): Promise<void> =>
  import('./learn-reader.ts').then(({ learnReader }) => learnReader(habits)).catch(() => {});
