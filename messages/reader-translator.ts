import { english } from './lazy-text.ts';
import type { Translator } from './translator.ts';

let findTranslator = (): Translator => english;

/**
 * Sets how to find the reader's translator. In a browser it's the page's, and on a server it's the current request's.
 */
export function setReaderTranslator(find: () => Translator): void {
  findTranslator = find;
}

/**
 * Translates for the reader: into the page's language in a browser, and into the language of the current request on a
 * server. Without a reader, as in jobs, it's English. So jobs use the translator of the message's recipient instead.
 */
export const readerTranslator: Translator = Object.defineProperties(
  ((...args: Parameters<Translator>) => findTranslator()(...args)) as Translator,
  {
    locale: { get: () => findTranslator().locale },
    parts: { get: () => findTranslator().parts },
  },
);
