import { withDeadlockRetry } from '../../../db/database.ts';
import { type Actor, type Deps, publishEvent } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { lockAccounts, waitForWriters } from '../../accounts/account-views.queries.ts';
import { deleteFollowsBetween } from '../follows/follows.queries.ts';
import { playerBlocked } from './blocks.events.ts';
import { deleteBlock, doesPlayerExist, upsertBlock } from './blocks.queries.ts';
import type { BlockKind } from './blocks.schema.ts';

/** Blocks or avoids a player. Silent: the other is not told, and what they see does not change. */
export async function blockPlayer(deps: Deps, actor: Actor, id: string, kind: BlockKind): Promise<void> {
  if (id === actor.userId) throw new Refusal('invalid', 'You cannot block yourself.', 'id');
  if (!(await doesPlayerExist(deps.db, id))) throw new Refusal('not_found', 'This player does not exist.');
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    await waitForWriters(tx, actor.userId);
    // One after the other for each player: nobody joins in one tab those whom they block in another, nor does a group
    // form of both that has seen no block.
    await lockAccounts(tx, [actor.userId, id]);
    await upsertBlock(tx, { blockerId: actor.userId, blockedId: id, kind, now: deps.now() });
    if (kind === 'block') await deleteFollowsBetween(tx, actor.userId, id);
    return kind === 'block'
      ? publishEvent(tx, deps, playerBlocked, { blockerId: actor.userId, blockedId: id })
      : undefined;
  });
  await after?.();
}

/** Takes a block or an avoid back; nothing happens when there was none. */
export async function unblockPlayer(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deleteBlock(deps.db, actor.userId, id);
}
