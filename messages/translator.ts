import format, { type FormatOptions, type FormatValues } from 'icu-minify/format';
import { type Locale, SOURCE_LOCALE } from './locales.ts';
import { memoizeFormatter } from './memoize-formatter.ts';
import type { AnyMessage, CompiledMessage, Message } from './message.ts';

type Part<Rendered> = string | Rendered | (string | Rendered)[];

/** Turns messages into text in one language. */
export interface Translator {
  (message: Message): string;
  <Values>(message: Message<Values>, values: Values): string;
  readonly locale: Locale;
  /** Formats a message that contains tags. Returns its text and the results of the tags' functions. */
  readonly parts: <Rendered>(message: AnyMessage, values: FormatValues<Rendered>) => Part<Rendered>;
}

const options = {
  formatters: {
    getDateTimeFormat: memoizeFormatter(
      (locale, choices?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, choices),
    ),
    getNumberFormat: memoizeFormatter(
      (locale, choices?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, choices),
    ),
    getPluralRules: memoizeFormatter(
      (locale, choices?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, choices),
    ),
  } as FormatOptions['formatters'],
};

/** Returns a message's English text. In the browser, the build has replaced the whole message with that text. */
const getEnglishMessage = (message: AnyMessage): CompiledMessage =>
  message.english ?? (message as unknown as CompiledMessage);

/**
 * Creates a translator.
 * @param find returns a message's compiled text in this language; by default, the English text in the message
 */
export function createTranslator(
  locale: Locale = SOURCE_LOCALE,
  find: (message: AnyMessage) => CompiledMessage = getEnglishMessage,
): Translator {
  const parts: Translator['parts'] = (message, values) => format(find(message), locale, values, options);
  const translate = (message: AnyMessage, values: unknown = {}) =>
    // A Spanish sentence that ends with "p.m." has no period of its own.
    (parts(message, values as FormatValues) as string).replaceAll('.m..', '.m.');
  return Object.assign(translate as Translator, { locale, parts });
}
