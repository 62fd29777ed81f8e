import { createHash } from 'node:crypto';
import type { Deps } from '../../server/deps.ts';
import { drawPng } from '../profiles/profile-pictures/profile-pictures.commands.ts';
import { readListing } from './lfg.commands.ts';
import { listingPicture } from './listing-picture.drawing.ts';

type Picture = { png: Uint8Array<ArrayBuffer>; version: string };

/** Pictures of lately shared listings, oldest first; at about 60 KB each this is at most 12 MB. */
const kept = new Map<string, Picture>();
const KEPT = 200;

/**
 * The Open Graph picture of a listing, drawn again when what it shows has changed.
 * @throws Refusal not_found when there is no such listing
 */
export async function listingCard(deps: Deps, id: string): Promise<Picture> {
  const listing = await readListing(deps, id);
  const version = createHash('sha256').update(JSON.stringify(listing)).digest('base64url');
  const known = kept.get(id);
  if (known?.version === version) return known;
  const picture = { png: await drawPng(deps, listingPicture(listing)), version };
  kept.delete(id);
  kept.set(id, picture);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return picture;
}
