import sharp from 'sharp';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { publicProfile } from '../profiles.queries.ts';
import { playerPicture } from './profile-pictures.drawing.ts';

type Picture = { png: Uint8Array<ArrayBuffer>; version: string };

/** Pictures of lately shared profiles, oldest first; at about 60 KB each this is at most 12 MB. */
const kept = new Map<string, Picture>();
const KEPT = 200;

/** A PNG of a drawing; the palette keeps it small enough for chat clients on the phone. */
export async function drawPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 4 }).toBuffer());
}

/**
 * The Open Graph picture of a published player, drawn again when the profile has changed.
 * @throws Refusal not_found when nobody of that id is in the directory
 */
export async function profilePicture(deps: Deps, id: string): Promise<Picture> {
  const profile = await publicProfile(deps.reads, id);
  if (!profile) throw new Refusal('not_found', 'Profile Not Found');
  const version = String(Date.parse(profile.updated_at));
  const known = kept.get(id);
  if (known?.version === version) return known;
  const picture = { png: await drawPng(playerPicture(profile)), version };
  kept.delete(id);
  kept.set(id, picture);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return picture;
}
