import { type Translatable, translate } from './lazy-text.ts';
import { type Locale, SOURCE_LOCALE, TRANSLATED_LOCALES } from './locales.ts';
import type { Translator } from './translator.ts';
import { getTranslator } from './translators.ts';

/**
 * Text that several people read: a message, or a function that writes it in a language. A string is the same in every
 * language, such as what an admin wrote.
 */
export type SharedText = Translatable | ((t: Translator) => string) | string;

/** A stored text in the other languages, where it differs from the English. */
export type Translations = Partial<Record<Locale, string>>;

export function writeSharedText(t: Translator, text: SharedText): string {
  if (typeof text === 'string') return text;
  return typeof text === 'function' ? text(t) : translate(t, text);
}

/**
 * Writes a text in every language, to store it for readers who aren't known yet. The translations are null if the text
 * is the same in every language.
 */
export function writeInEveryLanguage(sharedText: SharedText): { text: string; translations: Translations | null } {
  const text = writeSharedText(getTranslator(SOURCE_LOCALE), sharedText);
  const translations: Translations = {};
  for (const locale of TRANSLATED_LOCALES) {
    const translation = writeSharedText(getTranslator(locale), sharedText);
    if (translation !== text) translations[locale] = translation;
  }
  return { text, translations: Object.keys(translations).length > 0 ? translations : null };
}

/** Returns a stored text in the reader's language, or in English if it wasn't stored in that language. */
export const readStoredText = (
  { text, translations }: { text: string; translations: Translations | null },
  locale: Locale,
): string => translations?.[locale] ?? text;
