import { type Locale, SOURCE_LOCALE } from '../messages/locales.ts';

/** Returns the URL of a file with its texts in one language, for requests that don't send the page's language. */
export function toLocalizedFile(locale: Locale, address: string): string {
  if (locale === SOURCE_LOCALE) return address;
  const [path, query] = address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('lang', locale);
  return `${path}?${parameters}`;
}
