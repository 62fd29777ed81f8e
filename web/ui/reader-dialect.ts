/**
 * Returns the reader's dialect of the page's language, such as `en-GB`: the browser's if it speaks that language, or
 * else the page's. A German page in an American browser stays German.
 * @param page the page's language
 */
export function findDialect(page: string): string {
  const { language } = navigator;
  return language?.slice(0, 2) === page.slice(0, 2) ? language : page;
}
