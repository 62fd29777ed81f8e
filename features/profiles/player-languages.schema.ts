import { memoizeFormatter } from '../../messages/memoize-formatter.ts';
import type { Translator } from '../../messages/translator.ts';

/**
 * Languages that forms suggest and the directory filters by, with their codes. Profiles store the English names. Any
 * other language can be typed too.
 */
const CODES = {
  English: 'en',
  Spanish: 'es',
  French: 'fr',
  Portuguese: 'pt',
  German: 'de',
  Italian: 'it',
  Filipino: 'fil',
  Polish: 'pl',
  Turkish: 'tr',
  Greek: 'el',
  Serbian: 'sr',
  Lithuanian: 'lt',
  Swedish: 'sv',
  Arabic: 'ar',
  Hebrew: 'he',
  Japanese: 'ja',
  Korean: 'ko',
  Chinese: 'zh',
  Hindi: 'hi',
  Indonesian: 'id',
} as const;

type Suggested = keyof typeof CODES;
export const LANGUAGES = Object.keys(CODES) as [Suggested, ...Suggested[]];

const getNames = memoizeFormatter((locale) => new Intl.DisplayNames(locale, { type: 'language' }));
const isSuggested = (name: string): name is Suggested => Object.hasOwn(CODES, name);

/** Writes the name of a spoken language in the reader's language. Names that a player made up stay as they are. */
export const formatLanguage = (t: Translator, name: string): string =>
  isSuggested(name) ? (getNames(t.locale).of(CODES[name]) ?? name) : name;

/** Writes a spoken language on its own, with a capital letter. */
export function labelLanguage(t: Translator, name: string): string {
  const label = formatLanguage(t, name);
  return label.charAt(0).toLocaleUpperCase(t.locale) + label.slice(1);
}

/** Returns the stored name of a suggested language, and other texts unchanged. */
export function parseLanguageLabel(t: Translator, label: string): string {
  const typed = label.toLocaleLowerCase(t.locale);
  return LANGUAGES.find((name) => formatLanguage(t, name).toLocaleLowerCase(t.locale) === typed) ?? label;
}
