import { endpoints } from '../../content/endpoints.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { onDirectoryChanged } from '../profiles/directory/directory.commands.ts';
import { swapAvatar } from '../profiles/profiles.queries.ts';
import * as messages from './assets.messages.ts';
import { type Crop, UPLOAD_MAX_BYTES } from './assets.schema.ts';
import { createPictureRefusal } from './picture-errors.commands.ts';
import { removeObjects, uploadObject } from './storage-objects.commands.ts';

const BUCKET = 'avatars';
/** Side lengths of the stored pictures in pixels. Profiles link to the picture with `PROFILE_SIZE`. */
const AVATAR_SIZES = [96, 256, 512] as const;
const PROFILE_SIZE = 256;
const YEAR = 'max-age=31536000';

const toAvatarPath = (userId: string, version: string, size: number) => `${userId}/${version}-${size}.webp`;
const PUBLIC = endpoints.publicObject(BUCKET, '');

/** Lists the paths of all sizes of the picture at a URL. */
function listSiblingPaths(address: string | null): string[] {
  if (!address?.startsWith(PUBLIC)) return [];
  const path = address.slice(PUBLIC.length);
  return AVATAR_SIZES.map((size) => path.replace(/-\d+\.webp$/, `-${size}.webp`));
}

type AvatarUpload = {
  bytes: Uint8Array<ArrayBuffer>;
  crop: Crop | undefined;
  /** Whether to keep a picture that was set in the meantime. */
  onlyIfNone?: boolean;
  signal: AbortSignal;
};

/**
 * Sets a player's picture: crops it to a square and re-encodes it in three sizes. Deletes the previous one.
 * @returns the URL of the player's current picture
 * @throws Refusal when it isn't an image, is too large, or the player has no profile
 */
export async function setAvatar(
  deps: Deps,
  person: Person,
  { bytes, crop, onlyIfNone, signal }: AvatarUpload,
): Promise<string> {
  if (bytes.byteLength > UPLOAD_MAX_BYTES) throw new Refusal('invalid', messages.pictureTooLarge, 'file');
  const transform = { make: 'squares', crop, edges: AVATAR_SIZES } as const;
  const outcome = await deps.pictures.read(person.userId, { bytes, wish: transform, signal });
  if ('fault' in outcome) throw createPictureRefusal(outcome.fault, 'file', messages.pictureUnreadable);
  const version = crypto.randomUUID();
  const owner = { userId: person.userId, admin: true };
  for (const [index, size] of AVATAR_SIZES.entries()) {
    const file = { bytes: outcome.made[index]!, contentType: 'image/webp', cacheControl: YEAR };
    const location = { bucket: BUCKET, path: toAvatarPath(person.userId, version, size) };
    await uploadObject(deps, owner, location, { file, mode: 'create', isInternal: true });
  }
  const address = PUBLIC + toAvatarPath(person.userId, version, PROFILE_SIZE);
  const before = await deps.db.transaction((tx) =>
    swapAvatar(tx, person.userId, address, { now: deps.now(), onlyIfNone }),
  );
  const isShown = before && !(onlyIfNone && before.path !== null);
  const replacedPaths = isShown ? listSiblingPaths(before.path) : listSiblingPaths(address);
  await removeObjects(deps, owner, BUCKET, replacedPaths);
  if (!before) throw new Refusal('conflict', messages.profileRequired);
  if (!isShown) return before.path!;
  await onDirectoryChanged(deps);
  return address;
}

/** Removes the picture from the profile and the store. */
export async function removeAvatar(deps: Deps, person: Person): Promise<void> {
  const before = await deps.db.transaction((tx) => swapAvatar(tx, person.userId, null, { now: deps.now() }));
  if (!before?.path) return;
  await removeObjects(deps, { userId: person.userId, admin: true }, BUCKET, listSiblingPaths(before.path));
  await onDirectoryChanged(deps, true);
}
