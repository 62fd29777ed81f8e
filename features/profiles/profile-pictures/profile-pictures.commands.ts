import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import * as messages from '../profiles.messages.ts';
import { findPublicProfile } from '../profiles.queries.ts';
import { drawPlayerPicture } from './profile-pictures.drawing.ts';
import { createPictureCache, type SharePicture } from './share-pictures.commands.ts';

const drawCached = createPictureCache();

/**
 * Returns the Open Graph image of a published player, redrawn after the profile has changed.
 * @throws Refusal not_found when no player with that id is in the directory
 */
export async function getProfilePicture(deps: Deps, id: string): Promise<SharePicture> {
  const profile = await findPublicProfile(deps.reads, id);
  if (!profile) throw new Refusal('not_found', messages.profileNotFound);
  const version = String(Date.parse(profile.updated_at));
  return drawCached(deps, { id, version, draw: () => drawPlayerPicture(readerTranslator, profile) });
}
