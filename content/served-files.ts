import { type Locale, SOURCE_LOCALE } from '../messages/locales.ts';

const nameIn = (name: string, extension: string) => (locale: Locale) =>
  `/${name}${locale === SOURCE_LOCALE ? '' : `.${locale}`}.${extension}`;

/** Files whose URLs must never change, because browsers remember them. Each language has its own. */
export const servedFiles = {
  serviceWorker: nameIn('service-worker', 'js'),
  offlinePage: nameIn('offline', 'html'),
  manifest: nameIn('manifest', 'webmanifest'),
} as const;
