import { type Locale, SOURCE_LOCALE } from '../messages/locales.ts';

/** The address of a file with its texts in one language, for requests that don't name the page's. */
export function toLocalizedFile(locale: Locale, address: string): string {
  if (locale === SOURCE_LOCALE) return address;
  const [path, query] = address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('lang', locale);
  return `${path}?${parameters}`;
}
