import type { DrawTask } from '../../../pictures/picture-tasks.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { findPublicProfile } from '../profiles.queries.ts';
import { playerPicture } from './profile-pictures.drawing.ts';

type Picture = { png: Uint8Array<ArrayBuffer>; version: string };

/** Pictures of lately shared profiles, oldest first; at about 60 KB each this is at most 12 MB. */
const pictureCache = new Map<string, Picture>();
const CACHE_SIZE = 200;

/**
 * What we draw ourselves, drawn.
 * @param who whose drawing it is: those of one wait for each other
 * @throws Refusal unavailable when too much is to be drawn at the moment
 */
export async function drawOnce({ pictures }: Pick<Deps, 'pictures'>, who: string, drawing: DrawTask) {
  const outcome = await pictures.draw(who, drawing);
  if ('made' in outcome) return outcome.made[0]!;
  throw new Refusal('unavailable', 'This cannot be drawn right now. Please try again in a moment.');
}

/** A PNG of a drawing; the palette keeps it small enough for chat clients on the phone. */
export function drawPng(deps: Pick<Deps, 'pictures'>, svg: string): Promise<Uint8Array<ArrayBuffer>> {
  return drawOnce(deps, 'links', { draw: 'png', svg, palette: { quality: 90, effort: 4 } });
}

/**
 * The Open Graph picture of a published player, drawn again when the profile has changed.
 * @throws Refusal not_found when nobody of that id is in the directory
 */
export async function getProfilePicture(deps: Deps, id: string): Promise<Picture> {
  const profile = await findPublicProfile(deps.reads, id);
  if (!profile) throw new Refusal('not_found', 'Profile Not Found');
  const version = String(Date.parse(profile.updated_at));
  const known = pictureCache.get(id);
  if (known?.version === version) return known;
  const picture = { png: await drawPng(deps, playerPicture(profile)), version };
  pictureCache.delete(id);
  pictureCache.set(id, picture);
  if (pictureCache.size > CACHE_SIZE) pictureCache.delete(pictureCache.keys().next().value!);
  return picture;
}
