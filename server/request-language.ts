import { parseAccept } from 'hono/utils/accept';
import { endpoints } from '../content/endpoints.ts';
import { findLocale, type Locale, matchLocale, SOURCE_LOCALE } from '../messages/locales.ts';
import { memoizeLru } from '../time/memoize-lru.ts';

/** The cookie with the language that a visitor has chosen. Pages set it in the browser. */
const COOKIE = /(?:^|;\s*)language=([\w-]+)/;
/** Maximum number of cached headers. Browsers send few different ones. */
const MAX_HEADERS = 500;
const MAX_LENGTH = 200;

/** Lists the languages that a header accepts, preferred first. */
const listAccepted = memoizeLru(MAX_HEADERS, (header: string): Locale[] =>
  parseAccept(header).flatMap(({ type, q }) => (q > 0 ? (matchLocale(type) ?? []) : [])),
);

type RequestHints = {
  pathname: string;
  /** The language in the URL, if any. */
  lang: string | undefined;
  acceptLanguage: string | undefined;
};

/**
 * Returns the language of an API request: the one in the address, or else the one in the header. Requests for pictures
 * ignore the header, because shared caches store pictures by address.
 * @param offeredLocales the languages that this node serves
 */
export function findRequestLocale(
  { pathname, lang, acceptLanguage }: RequestHints,
  offeredLocales: readonly Locale[],
): Locale {
  const locale = findLocale(lang);
  if (locale && offeredLocales.includes(locale)) return locale;
  return pathname.startsWith(endpoints.pictures) ? SOURCE_LOCALE : findAcceptedLocale(acceptLanguage, offeredLocales);
}

/**
 * Returns the language that a header asks for. Our pages send their own language in it.
 * @param offeredLocales the languages that this node serves
 */
export function findAcceptedLocale(header: string | null | undefined, offeredLocales: readonly Locale[]): Locale {
  if (!header || header.length > MAX_LENGTH) return SOURCE_LOCALE;
  return listAccepted(header).find((locale) => offeredLocales.includes(locale)) ?? SOURCE_LOCALE;
}

/** Returns the language for a page whose URL doesn't name one: the user's choice, or else the browser's language. */
export function findPageLocale(
  { cookie, acceptLanguage }: { cookie: string | null | undefined; acceptLanguage: string | null | undefined },
  offeredLocales: readonly Locale[],
): Locale {
  const locale = findLocale(cookie?.match(COOKIE)?.[1]);
  if (locale && offeredLocales.includes(locale)) return locale;
  return findAcceptedLocale(acceptLanguage, offeredLocales);
}
