import { endpoints } from '../content/endpoints.ts';
import type { ContentRoute } from '../content/route-table.ts';
import { seo } from '../content/seo.ts';

/** What a loader hands to `pageMeta` for a page with a fixed address; the browser gets only its own page's words. */
export function pageFacts(path: ContentRoute) {
  const { title, description, index } = seo[path];
  return { title, description, index, path, image: endpoints.pagePicture(path) };
}
