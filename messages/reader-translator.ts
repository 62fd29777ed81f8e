import { english } from './lazy-text.ts';
import type { Translator } from './translator.ts';

let findTranslator = (): Translator => english;

/** Sets how to find the translator of whoever reads: of the page in a browser, of the current request on a server. */
export function setReaderTranslator(find: () => Translator): void {
  findTranslator = find;
}

/**
 * Translates for whoever reads: in a browser the page's language, on a server the language of the current request.
 * English where there's no reader yet, such as in jobs: those pass on the translator of the message's recipient.
 */
export const readerTranslator: Translator = Object.defineProperties(
  ((...given: Parameters<Translator>) => findTranslator()(...given)) as Translator,
  {
    locale: { get: () => findTranslator().locale },
    parts: { get: () => findTranslator().parts },
  },
);
