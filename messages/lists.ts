import { type Locale, SOURCE_LOCALE } from './locales.ts';
import { memoizeFormatter } from './memoize-formatter.ts';
import type { Translator } from './translator.ts';

const TYPES = { and: 'conjunction', or: 'disjunction' } as const;
export type ListStyle = keyof typeof TYPES | 'commas';

const getFormat = memoizeFormatter((locale, type?: Intl.ListFormatType) => new Intl.ListFormat(locale, { type }));

/** Returns a language's list formatter. For English it's the British one, with no comma before the last "and". */
const getListFormat = (locale: Locale, style: keyof typeof TYPES): Intl.ListFormat =>
  getFormat(locale === SOURCE_LOCALE ? 'en-GB' : locale, TYPES[style]);

/** Separator of comma-only lists in all our languages. Intl's unit lists end with "and" in some of them. */
export const COMMA = ', ';

/** Joins items as the language does: "PG, SG and C", "PG, SG or C", or "PG, SG, C" for the comma-only style. */
export const formatList = (
  { locale }: Pick<Translator, 'locale'>,
  items: Iterable<string>,
  style: ListStyle = 'and',
): string => (style === 'commas' ? [...items].join(COMMA) : getListFormat(locale, style).format(items));
