import { english } from './lazy-text.ts';
import type { Translator } from './translator.ts';

let findTranslator = (): Translator => english;

/** Sets how to find the reader's translator: the page's in a browser, the current request's on a server. */
export function setReaderTranslator(find: () => Translator): void {
  findTranslator = find;
}

/**
 * Translates for the reader: into the page's language in a browser, and into the language of the current request on a
 * server. It's English where there's no reader, such as in jobs. Jobs pass on the translator of the message's recipient
 * instead.
 */
export const readerTranslator: Translator = Object.defineProperties(
  ((...args: Parameters<Translator>) => findTranslator()(...args)) as Translator,
  {
    locale: { get: () => findTranslator().locale },
    parts: { get: () => findTranslator().parts },
  },
);
