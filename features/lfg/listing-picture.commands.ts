import { createHash } from 'node:crypto';
import type { Deps } from '../../server/deps.ts';
import { drawPng } from '../profiles/profile-pictures/profile-pictures.commands.ts';
import { readListing } from './lfg.commands.ts';
import { drawListing } from './listing-picture.drawing.ts';

type Picture = { png: Uint8Array<ArrayBuffer>; version: string };

/** Recently shared listing pictures, oldest first; at about 60 KB each this is at most 12 MB. */
const listingPictureCache = new Map<string, Picture>();
const MAX_CACHED = 200;

/**
 * Returns the Open Graph picture of a listing, redrawn when what it shows has changed.
 * @throws Refusal not_found when there's no such listing
 */
export async function getListingPicture(deps: Deps, id: string): Promise<Picture> {
  const listing = await readListing(deps, id);
  const version = createHash('sha256').update(JSON.stringify(listing)).digest('base64url');
  const known = listingPictureCache.get(id);
  if (known?.version === version) return known;
  const picture = { png: await drawPng(deps, drawListing(listing)), version };
  listingPictureCache.delete(id);
  listingPictureCache.set(id, picture);
  if (listingPictureCache.size > MAX_CACHED) listingPictureCache.delete(listingPictureCache.keys().next().value!);
  return picture;
}
