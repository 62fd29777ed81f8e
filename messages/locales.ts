/** The languages of the product, as BCP 47 tags. English is the source of every catalog. */
export type Locale = 'en';

export const SOURCE_LOCALE: Locale = 'en';
