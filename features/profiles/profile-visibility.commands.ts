import type { Db } from '../../db/database.ts';
import type { AfterCommit, Deps } from '../../server/deps.ts';
import { rememberHiddenProfile } from '../accounts/account-deletion.queries.ts';
import { onDirectoryChanged } from './directory/directory.commands.ts';
import { markHidden, markPublished } from './profiles.queries.ts';

/** Takes somebody who is about to leave out of the directory; the account remembers that they were in it. */
export async function hideDepartingProfile(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<AfterCommit> {
  if (await markHidden(tx, userId)) await rememberHiddenProfile(tx, userId, deps.now());
  return () => onDirectoryChanged(deps, true);
}

/** Puts somebody who stays after all back where they were. */
export async function restoreProfileVisibility(
  tx: Db,
  deps: Deps,
  { userId, profileHidden }: { userId: string; profileHidden: boolean },
): Promise<AfterCommit> {
  if (profileHidden) await markPublished(tx, userId, deps.now());
  return () => onDirectoryChanged(deps);
}
