import { withDeadlockRetry } from '../../../db/database.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { lockAccounts, waitForWriters } from '../../accounts/account-views.queries.ts';
import { findPublicProfile } from '../profiles.queries.ts';
import { countFollows, deleteFollow, insertFollow } from './follows.queries.ts';

/** More would be a list that nobody reads. */
const MAX_FOLLOWS = 500;

/**
 * Follows a player who is in the directory. Silent: the other is not told.
 * @throws Refusal not_found for somebody who cannot be seen, a block among the reasons
 */
export async function followPlayer(deps: Deps, { userId }: Person, id: string): Promise<void> {
  if (id === userId) throw new Refusal('invalid', 'You cannot follow yourself.', 'id');
  await withDeadlockRetry(deps.db, async (tx) => {
    await waitForWriters(tx, userId);
    // As a block does it, so that of a follow and a block at once the block has the last word.
    await lockAccounts(tx, [userId, id]);
    if (!(await findPublicProfile(tx, id, userId)))
      throw new Refusal('not_found', 'This player is not in the directory.');
    if ((await countFollows(tx, userId)) >= MAX_FOLLOWS) {
      throw new Refusal('conflict', `You follow ${MAX_FOLLOWS} players. Please let go of somebody first.`);
    }
    await insertFollow(tx, userId, id, deps.now());
  });
}

/** Lets go of a player; nothing happens when they were not followed. */
export async function unfollowPlayer(deps: Deps, { userId }: Person, id: string): Promise<void> {
  await deleteFollow(deps.db, userId, id);
}
