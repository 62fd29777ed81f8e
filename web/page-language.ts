import { paths } from '../content/paths.ts';
import { type Locale, splitLocalePrefix, toLocalizedPath } from '../messages/locales.ts';

const COOKIE = 'language';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

function writeCookie(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** Returns a page's URL in another language, if the URL names a language; otherwise the same URL. */
function translateAddress(pathname: string, locale: Locale): string {
  const localized = splitLocalePrefix(pathname);
  return localized.locale ? toLocalizedPath(locale, localized.pathname) : pathname;
}

/** Chooses a language for this browser and opens the current page in it. */
export function openInLanguage(locale: Locale): void {
  writeCookie(locale);
  const { pathname, search, hash } = window.location;
  const address = translateAddress(pathname, locale);
  if (address === pathname) window.location.reload();
  else window.location.assign(address + search + hash);
}

/** Storage key for the language in which this tab reopened a page, so that it happens only once. */
const REDIRECTED_KEY = 'planet-crew-language';

/**
 * Opens the current page in the account's language if this device uses another one. Pages whose URL names a language
 * keep it.
 * @param page the page's language
 */
export function followAccountLanguage(locale: Locale | null, page: string): void {
  if (!locale || locale === page) return;
  const { pathname } = window.location;
  // A sign-in callback works only once, so open the page after it instead.
  const isCallback = pathname === paths.callback || pathname === paths.shortCallback;
  if (isCallback || splitLocalePrefix(pathname).locale) return;
  if (sessionStorage.getItem(REDIRECTED_KEY) === locale) return;
  sessionStorage.setItem(REDIRECTED_KEY, locale);
  openInLanguage(locale);
}
