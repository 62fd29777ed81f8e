import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const WRITE_DELAY_MS = 2_000;

/**
 * What sample players keep between starts, in their own file: refresh tokens, so that they don't all have to sign in
 * again, and which of them interact with people.
 */
export type SampleStore = {
  tokens: Record<string, string>;
  engaged: string[];
  /** Writes changes to the file soon. */
  save: () => void;
  /** Writes pending changes. */
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
      // They sign in again next time.
    }
  };
  const store: SampleStore = {
    ...{ tokens: {}, engaged: [], ...read(file) },
    save: () => {
      timer ??= setTimeout(write, WRITE_DELAY_MS);
    },
    close: () => void (timer && write()),
  };
  return store;
}

function read(file: string): Partial<SampleStore> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
