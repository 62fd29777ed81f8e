import { endpoints } from '../content/endpoints.ts';
import type { ContentRoute } from '../content/route-table.ts';
import { seo } from '../content/seo.ts';
import { readerTranslator } from '../messages/reader-translator.ts';

/**
 * Returns the facts for `createPageHead` of a page with a static URL, so that the browser gets only this page's texts.
 */
export function getPageMetadata(path: ContentRoute) {
  const { title, description, index } = seo[path](readerTranslator);
  return { title, description, index, path, image: endpoints.pagePicture(path) };
}
