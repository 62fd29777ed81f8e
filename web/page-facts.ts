import { endpoints } from '../content/endpoints.ts';
import type { ContentRoute } from '../content/route-table.ts';
import { seo } from '../content/seo.ts';

/**
 * Returns what a loader passes to `createPageHead` for a page with a fixed address; the browser gets only its own
 * page's texts.
 */
export function getPageFacts(path: ContentRoute) {
  const { title, description, index } = seo[path];
  return { title, description, index, path, image: endpoints.pagePicture(path) };
}
