/** The languages of the product, as BCP 47 tags. English is the source of every catalog. */
export const LOCALES = ['en', 'es-419', 'pt-BR', 'fr', 'de'] as const;
export type Locale = (typeof LOCALES)[number];

export const SOURCE_LOCALE = 'en' satisfies Locale;

/** The languages that catalogs are translated into. */
export const TRANSLATED_LOCALES = LOCALES.filter((locale) => locale !== SOURCE_LOCALE);

type LocaleFacts = {
  /** The language's own name for itself, such as Français. */
  name: string;
  /** Prefix of the URLs that name this language. */
  prefix: string;
};

export const LOCALE_FACTS: Record<Locale, LocaleFacts> = {
  en: { name: 'English', prefix: '/en' },
  'es-419': { name: 'Español', prefix: '/es' },
  'pt-BR': { name: 'Português', prefix: '/pt' },
  fr: { name: 'Français', prefix: '/fr' },
  de: { name: 'Deutsch', prefix: '/de' },
};

/** Each language's locale in Open Graph's format. */
export const OPEN_GRAPH_LOCALES: Record<Locale, string> = {
  en: 'en_US',
  'es-419': 'es_LA',
  'pt-BR': 'pt_BR',
  fr: 'fr_FR',
  de: 'de_DE',
};

/** Returns the language with this exact tag. */
export const findLocale = (tag: string | null | undefined): Locale | undefined =>
  LOCALES.find((locale) => locale === tag);

/** Returns the language of ours that suits a tag: `es-MX` and `es` get Latin American Spanish. */
export const matchLocale = (tag: string): Locale | undefined =>
  LOCALES.find((locale) => locale.split('-')[0] === tag.split('-')[0]?.toLowerCase());

/**
 * Returns the URL at which search engines find a page in a language. English has no prefix, because a URL without one
 * shows English unless the browser asks for another of our languages.
 */
export function toLocalizedPath(locale: Locale, path: string): string {
  if (locale === SOURCE_LOCALE) return path;
  const { prefix } = LOCALE_FACTS[locale];
  return path === '/' ? prefix : prefix + path;
}

/** Splits an address like `/fr/plans` into its language and the page's path. */
export function splitLocalePrefix(pathname: string): { locale?: Locale; pathname: string } {
  for (const locale of LOCALES) {
    const { prefix } = LOCALE_FACTS[locale];
    if (!pathname.startsWith(prefix)) continue;
    const path = pathname.slice(prefix.length);
    if (path === '' || path.startsWith('/')) return { locale, pathname: path || '/' };
    // The router requests the data of `/fr` at `/fr.data`.
    if (path === '.data') return { locale, pathname: '/_.data' };
  }
  return { pathname };
}
