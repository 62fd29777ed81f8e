import type { ContentRoute } from '../../content/route-table.ts';
import { seo } from '../../content/seo.ts';
import { site } from '../../content/site.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { drawPng } from '../profiles/profile-pictures/profile-pictures.commands.ts';
import { pagePicture, routeOfPicture } from './link-pictures.drawing.ts';

type Artist = Pick<Deps, 'pictures'>;
type Png = Uint8Array<ArrayBuffer>;

/** Pictures of pages change only with a release, so each is drawn once a process, when first asked for. */
const drawn = new Map<string, Promise<Png>>();

function once(deps: Artist, key: string, draw: () => string): Promise<Png> {
  const known = drawn.get(key);
  if (known) return known;
  const drawing = drawPng(deps, draw());
  drawn.set(key, drawing);
  drawing.catch(() => drawn.delete(key));
  return drawing;
}

/** The picture of every page that has none of its own. */
export function sitePicture(deps: Artist): Promise<Png> {
  return once(deps, 'site', () => pagePicture(site.tagline, site.description));
}

/**
 * The picture of a page with a fixed address.
 * @throws Refusal not_found when no page has that name
 */
export async function picturePage(deps: Artist, name: string): Promise<Png> {
  const route: ContentRoute | undefined = routeOfPicture(name);
  if (!route) throw new Refusal('not_found', 'No page has a picture of that name.');
  return once(deps, name, () => pagePicture(seo[route].title, seo[route].description));
}
