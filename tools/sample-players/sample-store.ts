import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const WRITE_DELAY_MS = 2_000;

/**
 * Sample players' data that's kept between starts, in its own file. It contains refresh tokens, so that they don't all
 * have to sign in again, and who interacts with people.
 */
export type SampleStore = {
  tokens: Record<string, string>;
  engaged: string[];
  /** Saves changes to the file after a short delay. */
  save: () => void;
  /** Saves pending changes immediately. */
  close: () => void;
};

export function openSampleStore(file: string): SampleStore {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      const { tokens, engaged } = store;
      writeFileSync(`${file}.new`, JSON.stringify({ tokens, engaged }), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      // Ignore the error; they'll just sign in again next time.
    }
  };
  const store: SampleStore = {
    ...{ tokens: {}, engaged: [], ...readStore(file) },
    save: () => {
      timer ??= setTimeout(write, WRITE_DELAY_MS);
    },
    close: () => void (timer && write()),
  };
  return store;
}

function readStore(file: string): Partial<SampleStore> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
