import { SOURCE_LOCALE } from './locales.ts';
import { memoizeFormatter } from './memoize-formatter.ts';
import type { Translator } from './translator.ts';

type Language = Pick<Translator, 'locale'>;

/** Centimeters per inch. */
export const INCH_CM = 2.54;
/** Pounds per kilogram. */
export const KILOGRAM_LB = 2.2046;

const getFormat = memoizeFormatter(
  (locale, unit?: 'meter' | 'kilogram') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, minimumFractionDigits: unit === 'meter' ? 2 : 0 }),
);

/** Keeps the number and its unit on one line. */
const format = (locale: string, unit: 'meter' | 'kilogram', value: number): string =>
  getFormat(locale, unit).format(value).replace(/\s/, '\u00a0');

/** Formats a height in meters, such as "1,98 m". English has its own texts, in feet. */
export const formatHeight = ({ locale }: Language, cm: number, english: string): string =>
  locale === SOURCE_LOCALE ? english : format(locale, 'meter', Math.round(cm) / 100);

/** Formats a weight in kilograms, such as "95 kg". English has its own texts, in pounds. */
export const formatWeight = ({ locale }: Language, pounds: number, english: string): string =>
  locale === SOURCE_LOCALE ? english : format(locale, 'kilogram', Math.round(pounds / KILOGRAM_LB));
