import compile from 'icu-minify/compile';
import { readTexts } from './catalog-files.ts';
import { english } from './lazy-text.ts';
import { type Locale, SOURCE_LOCALE } from './locales.ts';
import type { AnyMessage, CompiledMessage } from './message.ts';
import { createTranslator, type Translator } from './translator.ts';

const translators = new Map<Locale, Translator>([[SOURCE_LOCALE, english]]);

/** Returns the translator of a language on a server. Reads the language's catalogs on first use. */
export function getTranslator(locale: Locale): Translator {
  const translator = translators.get(locale) ?? createTranslator(locale, readCatalogs(locale));
  translators.set(locale, translator);
  return translator;
}

/**
 * Returns a function that finds a message's text and compiles it on first use. A missing text falls back to English.
 */
function readCatalogs(locale: Locale): (message: AnyMessage) => CompiledMessage {
  const texts = readTexts(locale);
  const messages = new Map<string, CompiledMessage>();
  return ({ id, english: original }) => {
    const cachedMessage = messages.get(id);
    if (cachedMessage !== undefined) return cachedMessage;
    const text = texts.get(id);
    const compiledMessage = text === undefined ? original : compile(text);
    messages.set(id, compiledMessage);
    return compiledMessage;
  };
}
