/** The languages that readers can choose, as BCP 47 tags. English is the source of every catalog. */
export type Locale = 'en';

export const SOURCE_LOCALE: Locale = 'en';

/** Languages whose catalogs are complete and checked, but which readers can't choose yet. */
export const TRANSLATED_LOCALES = ['es-419', 'pt-BR', 'fr', 'de'] as const;
