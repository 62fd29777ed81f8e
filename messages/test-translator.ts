import compile from 'icu-minify/compile';
import { readCatalogs } from '../tools/catalogs.ts';
import { readTranslation } from '../tools/translations.ts';
import type { Locale, TRANSLATED_LOCALES } from './locales.ts';
import { createTranslator, type Translator } from './translator.ts';

/** Creates a translator to a language that readers can't choose yet. */
export function createTestTranslator(locale: (typeof TRANSLATED_LOCALES)[number]): Translator {
  const texts = new Map(
    readCatalogs().flatMap((catalog) =>
      Object.entries(readTranslation(catalog, locale).messages).map(([key, text]) => [`${catalog.name}.${key}`, text]),
    ),
  );
  return createTranslator(locale as string as Locale, ({ id }) => compile(texts.get(id)!));
}
