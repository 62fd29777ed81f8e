import type { DrawTask } from '../../../pictures/picture-tasks.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { findPublicProfile } from '../profiles.queries.ts';
import { playerPicture } from './profile-pictures.drawing.ts';

type Picture = { png: Uint8Array<ArrayBuffer>; version: string };

/** Images of recently shared profiles, oldest first. At about 60 KB each, that's 12 MB at most. */
const pictureCache = new Map<string, Picture>();
const CACHE_SIZE = 200;

/**
 * Renders one of our own graphics.
 * @param who the owner of the graphic; renders for the same owner run one after another
 * @throws Refusal unavailable when too many renders are queued
 */
export async function drawOnce({ pictures }: Pick<Deps, 'pictures'>, who: string, drawing: DrawTask) {
  const outcome = await pictures.draw(who, drawing);
  if ('made' in outcome) return outcome.made[0]!;
  throw new Refusal('unavailable', "We can't draw this right now. Try again in a moment.");
}

/** Renders a graphic as a PNG. The palette keeps it small enough for mobile chat clients. */
export function drawPng(deps: Pick<Deps, 'pictures'>, svg: string): Promise<Uint8Array<ArrayBuffer>> {
  return drawOnce(deps, 'links', { draw: 'png', svg, palette: { quality: 90, effort: 4 } });
}

/**
 * Returns the Open Graph image of a published player, redrawn after the profile has changed.
 * @throws Refusal not_found when no player with that id is in the directory
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
