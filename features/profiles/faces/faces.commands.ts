import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { onDirectoryChanged } from '../directory/directory.commands.ts';
import * as messages from '../profiles.messages.ts';
import { getLook, upsertLook } from '../profiles.queries.ts';
import type { Look } from './face-parts.schema.ts';
import { formatFaceCode, getFaceCode, parseFaceCode } from './faces.rules.ts';
import type { MyLook } from './faces.schema.ts';

/**
 * Returns the user's generated avatar and their own picture, which takes precedence.
 * @throws Refusal not_found without a profile
 */
export async function getOwnLook(deps: Deps, { userId }: Person): Promise<MyLook> {
  const row = await getLook(deps.db, userId);
  if (!row) throw new Refusal('not_found', messages.noProfile);
  const { face, picture, chosen } = row;
  return { look: parseFaceCode(getFaceCode(face)!), chosen: chosen !== null, face, picture };
}

/**
 * Chooses a face, or resets it to the account's default. An uploaded picture still takes precedence.
 * @throws Refusal not_found without a profile
 */
export async function chooseLook(deps: Deps, person: Person, look: Look | null): Promise<MyLook> {
  if (!(await upsertLook(deps.db, person.userId, look && formatFaceCode(look), deps.now()))) {
    throw new Refusal('not_found', messages.noProfile);
  }
  await onDirectoryChanged(deps);
  return getOwnLook(deps, person);
}
