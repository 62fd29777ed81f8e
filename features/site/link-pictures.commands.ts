import type { ContentRoute } from '../../content/route-table.ts';
import { seo } from '../../content/seo.ts';
import { getSiteDescription } from '../../content/site.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { drawPng } from '../profiles/profile-pictures/share-pictures.commands.ts';
import { composePagePicture, findRouteOfPicture } from './link-pictures.drawing.ts';
import * as messages from './site.messages.ts';

type Artist = Pick<Deps, 'pictures'>;
type Png = Uint8Array<ArrayBuffer>;

/** Page images only change with a release, so each is drawn once per process and language, on first request. */
const pictureCache = new Map<string, Promise<Png>>();

function renderDrawing(deps: Artist, name: string, draw: () => string): Promise<Png> {
  const key = `${readerTranslator.locale} ${name}`;
  const cachedPicture = pictureCache.get(key);
  if (cachedPicture) return cachedPicture;
  const drawing = drawPng(deps, draw());
  pictureCache.set(key, drawing);
  drawing.catch(() => pictureCache.delete(key));
  return drawing;
}

/** Returns the image for pages that don't have their own. */
export function getSitePicture(deps: Artist): Promise<Png> {
  const { tagline, description } = getSiteDescription(readerTranslator);
  return renderDrawing(deps, 'site', () => composePagePicture(tagline, description));
}

/**
 * Draws the image of a page with a fixed address.
 * @throws Refusal not_found when no page has that name
 */
export async function drawPagePicture(deps: Artist, name: string): Promise<Png> {
  const route: ContentRoute | undefined = findRouteOfPicture(name);
  if (!route) throw new Refusal('not_found', messages.imageNotFound);
  const { title, description } = seo[route](readerTranslator);
  return renderDrawing(deps, name, () => composePagePicture(title, description));
}
