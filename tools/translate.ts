import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { TRANSLATED_LOCALES } from '../messages/locales.ts';
import { type Catalog, declareMessages, findCatalogProblems, findMissingFormats, readCatalogs } from './catalogs.ts';
import { findStaleQuotes } from './quoted-texts.ts';
import {
  confirmTranslations,
  findChangedTexts,
  findTranslationProblems,
  readSources,
  readTranslation,
} from './translations.ts';

/*
 * `npm run translate` declares the messages of every catalog to TypeScript. `npm run translate -- check` reports
 * problems in the catalogs and translations, lists outdated declarations and translations, and finds journeys that look
 * for texts no page has.
 * `npm run translate -- confirm fr` records that the French texts match the current English ones.
 */
const [mode, ...locales] = process.argv.slice(2);
const unknownLocales = locales.filter(
  (locale) => !TRANSLATED_LOCALES.some((translatedLocale) => translatedLocale === locale),
);
if (
  ![undefined, 'check', 'confirm'].includes(mode) ||
  unknownLocales.length > 0 ||
  (mode === 'confirm') !== locales.length > 0
) {
  console.error(`Use npm run translate, or add -- check, or -- confirm and some of ${TRANSLATED_LOCALES.join(' ')}.`);
  process.exit(1);
}

/** Writes outdated declarations. In `check` mode, it only returns them as problems. */
function updateDeclarations(catalogs: readonly Catalog[]): string[] {
  return catalogs.flatMap((catalog) => {
    const { declarations } = catalog;
    const source = declareMessages(catalog);
    if (existsSync(declarations) && readFileSync(declarations, 'utf8') === source) return [];
    if (mode === 'check') return [`${declarations} is out of date: run npm run translate`];
    writeFileSync(declarations, source);
    return [];
  });
}

/**
 * Returns the problems with a language's translations. Only prints outdated translations, so that an English text can
 * be improved without updating four translations at the same time.
 */
function checkTranslations(catalogs: readonly Catalog[], locale: string): string[] {
  const sources = readSources(locale);
  return catalogs.flatMap((catalog) => {
    const translation = readTranslation(catalog, locale);
    for (const message of findChangedTexts(catalog, translation, sources)) console.log(message);
    return findTranslationProblems(catalog, translation);
  });
}

const catalogs = readCatalogs();
const problems = catalogs.flatMap(findCatalogProblems);
if (problems.length === 0) {
  problems.push(...updateDeclarations(catalogs));
  // Import the formats only now, because they import declarations that may have been broken until now.
  const { FORMATS } = await import('../features/profiles/group-formats.schema.ts');
  problems.push(...catalogs.flatMap((catalog) => findMissingFormats(catalog, FORMATS)));
}
if (mode === 'confirm') for (const locale of locales) confirmTranslations(catalogs, locale);
if (mode === 'check') {
  problems.push(...TRANSLATED_LOCALES.flatMap((locale) => checkTranslations(catalogs, locale)));
  problems.push(...findStaleQuotes(catalogs));
}
for (const problem of problems) console.error(problem);
const count = catalogs.reduce((sum, { messages }) => sum + Object.keys(messages).length, 0);
console.log(`messages: ${catalogs.length} catalogs, ${count} messages, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
