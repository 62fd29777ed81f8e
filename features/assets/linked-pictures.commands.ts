import type { Db } from '../../db/database.ts';
import { readTwitchConfig, readTwitchPicture } from '../../integrations/twitch/twitch.client.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { getLook } from '../profiles/profiles.queries.ts';
import { UPLOAD_MAX_BYTES } from './assets.schema.ts';
import { setAvatar } from './avatars.commands.ts';

/** The job kind that imports a streaming account's picture. */
export const LINKED_PICTURE_JOB = 'linked-picture';

type LinkedPicture = { userId: string; picture: string };

/** Enqueues the import of a newly linked streaming account's picture, so the user doesn't have to wait for it. */
export async function onStreamingLinked(tx: Db, deps: Deps, linkedPicture: LinkedPicture): Promise<void> {
  await deps.jobs.send(LINKED_PICTURE_JOB, linkedPicture, { tx, key: linkedPicture.userId });
}

/** Imports a streaming account's picture into a profile that still has none. Skips files that aren't valid images. */
export async function importLinkedPicture(
  deps: Deps,
  { userId, picture }: LinkedPicture,
  signal: AbortSignal,
): Promise<void> {
  const config = readTwitchConfig(deps.env);
  if (!config) return;
  const state = await getLook(deps.db, userId);
  if (!state || state.picture !== null) return;
  const pictureRequest = { address: picture, mostBytes: UPLOAD_MAX_BYTES };
  const bytes = await readTwitchPicture(config, (input, init) => deps.fetch(input, init), pictureRequest);
  if (!bytes) return;
  try {
    await setAvatar(deps, { userId }, { bytes, crop: undefined, onlyIfNone: true, signal });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
    deps.log.warn({ err: error }, "could not import a linked account's picture");
  }
}
