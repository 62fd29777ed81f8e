import { createHash } from 'node:crypto';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps } from '../../server/deps.ts';
import { createPictureCache, type SharePicture } from '../profiles/profile-pictures/share-pictures.commands.ts';
import { readListing } from './lfg.commands.ts';
import { drawListing } from './listing-picture.drawing.ts';

const drawCached = createPictureCache();

/**
 * Returns the Open Graph picture of a listing in the reader's language, redrawn if its content has changed.
 * @throws Refusal not_found when the listing doesn't exist
 */
export async function getListingPicture(deps: Deps, id: string): Promise<SharePicture> {
  const listing = await readListing(deps, id);
  const { locale } = readerTranslator;
  const version = createHash('sha256')
    .update(JSON.stringify([locale, listing]))
    .digest('base64url');
  return drawCached(deps, { id: `${id} ${locale}`, version, draw: () => drawListing(readerTranslator, listing) });
}
