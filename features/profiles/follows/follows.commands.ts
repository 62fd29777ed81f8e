import { lazyText } from '../../../messages/lazy-text.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { withLockedPair } from '../../accounts/account-views.queries.ts';
import * as messages from '../profiles.messages.ts';
import { findPublicProfile } from '../profiles.queries.ts';
import { countFollows, deleteFollow, insertFollow } from './follows.queries.ts';

/** Maximum number of players a user can follow. */
const MAX_FOLLOWS = 500;

/**
 * Follows a player in the directory without notifying them.
 * @throws Refusal not_found for a player the user can't see, for example because of a block
 */
export async function followPlayer(deps: Deps, { userId }: Person, id: string): Promise<void> {
  if (id === userId) throw new Refusal('invalid', messages.cantFollowYourself, 'id');
  // Take the same locks as blocking, so that a concurrent block wins over a follow.
  await withLockedPair(deps.db, userId, id, async (tx) => {
    if (!(await findPublicProfile(tx, id, userId))) throw new Refusal('not_found', messages.notInDirectory);
    if ((await countFollows(tx, userId)) >= MAX_FOLLOWS) {
      throw new Refusal('conflict', lazyText(messages.followLimit, { max: MAX_FOLLOWS }));
    }
    await insertFollow(tx, userId, id, deps.now());
  });
}

/** Unfollows a player. Does nothing when they weren't followed. */
export async function unfollowPlayer(deps: Deps, { userId }: Person, id: string): Promise<void> {
  await deleteFollow(deps.db, userId, id);
}
