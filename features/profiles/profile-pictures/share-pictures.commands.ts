import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { DrawTask } from '../../../pictures/picture-tasks.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import * as messages from '../profiles.messages.ts';

/** An Open Graph image and its version. */
export type SharePicture = { png: Uint8Array<ArrayBuffer>; version: string };

/** Maximum number of images, about 12 MB at 60 KB each. */
const CACHE_SIZE = 200;

/**
 * Renders one of our own graphics.
 * @param owner the owner of the graphic; renders for the same owner run one after another
 * @throws Refusal unavailable when too many renders are queued
 */
export async function renderDrawing({ pictures }: Pick<Deps, 'pictures'>, owner: string, drawing: DrawTask) {
  const outcome = await pictures.draw(owner, drawing);
  if ('made' in outcome) return outcome.made[0]!;
  throw new Refusal('unavailable', messages.drawingBusy);
}

/** Renders a graphic as a PNG. The palette keeps it small enough for mobile chat clients. */
export function drawPng(deps: Pick<Deps, 'pictures'>, svg: string): Promise<Uint8Array<ArrayBuffer>> {
  return renderDrawing(deps, 'links', { draw: 'png', svg, palette: { quality: 90, effort: 4 } });
}

type Drawn = { id: string; version: string; draw: () => string };

/** Creates a cache of share images that draws each version once per language and evicts the oldest. */
export function createPictureCache() {
  const cachedPictures = new Map<string, SharePicture>();
  return async (deps: Deps, { id, version, draw }: Drawn): Promise<SharePicture> => {
    const key = `${readerTranslator.locale} ${id}`;
    const cachedPicture = cachedPictures.get(key);
    if (cachedPicture?.version === version) return cachedPicture;
    const picture = { png: await drawPng(deps, draw()), version };
    cachedPictures.delete(key);
    cachedPictures.set(key, picture);
    if (cachedPictures.size > CACHE_SIZE) cachedPictures.delete(cachedPictures.keys().next().value!);
    return picture;
  };
}
