/**
 * Returns the reader's regional variant of the page's language, such as `en-GB`. It's the browser's language if that's
 * a variant of the page's, otherwise the page's. A German page in an American browser stays German.
 * @param page the page's language
 */
export function findDialect(page: string): string {
  const { language } = navigator;
  return language?.slice(0, 2) === page.slice(0, 2) ? language : page;
}
