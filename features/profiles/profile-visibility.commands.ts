import type { Db } from '../../db/database.ts';
import type { AfterCommit, Deps } from '../../server/deps.ts';
import { recordPublicProfile } from '../accounts/account-deletion.queries.ts';
import { onDirectoryChanged } from './directory/directory.commands.ts';
import { markHidden, markPublished } from './profiles.queries.ts';

/**
 * Hides the profile of a user whose account is scheduled for deletion. Records that it was in the directory, so
 * canceling the deletion can restore it.
 */
export async function hideProfileBeforeDeletion(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<AfterCommit> {
  if (await markHidden(tx, userId)) await recordPublicProfile(tx, userId, deps.now());
  return () => onDirectoryChanged(deps, true);
}

/** Restores the directory status of a user who canceled their account deletion. */
export async function restoreProfileVisibility(
  tx: Db,
  deps: Deps,
  { userId, profileHidden }: { userId: string; profileHidden: boolean },
): Promise<AfterCommit> {
  if (profileHidden) await markPublished(tx, userId, deps.now());
  return () => onDirectoryChanged(deps);
}
