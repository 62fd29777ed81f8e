import { AsyncLocalStorage } from 'node:async_hooks';
import { english } from './lazy-text.ts';
import { setReaderTranslator } from './reader-translator.ts';
import type { Translator } from './translator.ts';

const readers = new AsyncLocalStorage<Translator>();
setReaderTranslator(() => readers.getStore() ?? english);

/** Runs work for a reader: `readerTranslator` translates for them until it's done. For servers only. */
export const runForReader = <Result>(translator: Translator, work: () => Result): Result =>
  readers.run(translator, work);
