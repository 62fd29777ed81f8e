import { createHash } from 'node:crypto';
import type { Deps } from '../../server/deps.ts';
import { drawPng } from '../profiles/profile-pictures/profile-pictures.commands.ts';
import { readListing } from './lfg.commands.ts';
import { drawListing } from './listing-picture.drawing.ts';

type Picture = { png: Uint8Array<ArrayBuffer>; version: string };

/** Pictures of lately shared listings, oldest first; at about 60 KB each this is at most 12 MB. */
const listingPictureCache = new Map<string, Picture>();
const MAX_CACHED = 200;

/**
 * The Open Graph picture of a listing, drawn again when what it shows has changed.
 * @throws Refusal not_found when there is no such listing
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
