import { SOURCE_LOCALE } from './locales.ts';
import { memoizeFormatter } from './memoize-formatter.ts';
import type { Translator } from './translator.ts';

const getFormat = memoizeFormatter(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      // To Brazilians, a plain "$" means their own currency. They write "US$" for ours.
      currencyDisplay: locale === 'pt-BR' ? 'symbol' : 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    }),
);

/**
 * Formats cents as dollars, with decimals only if they aren't zero: "$9.99" and "$5" in English, "9,99 $" in French.
 */
export function formatDollars({ locale }: Pick<Translator, 'locale'>, cents: number): string {
  const sign = cents < 0 ? '−' : '';
  const value = Math.abs(cents) / 100;
  if (locale !== SOURCE_LOCALE) return sign + getFormat(locale).format(value);
  return `${sign}$${Number.isInteger(value) ? value : value.toFixed(2)}`;
}

/** Formats a number that English texts show without separators: "1000", in German "1.000". */
export const formatNumber = ({ locale }: Pick<Translator, 'locale'>, value: number): string =>
  locale === SOURCE_LOCALE ? String(value) : value.toLocaleString(locale);

/** Returns an amount for a lazy text, which is formatted once the language is known. */
export const lazyDollars = (cents: number) => (t: Translator) => formatDollars(t, cents);
