import { type Actor, type Deps, publishEvent } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { withLockedPair } from '../../accounts/account-views.queries.ts';
import { deleteFollowsBetween } from '../follows/follows.queries.ts';
import * as messages from '../profiles.messages.ts';
import { playerBlocked } from './blocks.events.ts';
import { deleteBlock, doesPlayerExist, upsertBlock } from './blocks.queries.ts';
import type { BlockKind } from './blocks.schema.ts';

/** Blocks or avoids a player without notifying them. */
export async function blockPlayer(deps: Deps, actor: Actor, id: string, kind: BlockKind): Promise<void> {
  if (id === actor.userId) throw new Refusal('invalid', messages.cantBlockYourself, 'id');
  if (!(await doesPlayerExist(deps.db, id))) throw new Refusal('not_found', messages.playerNotFound);
  // Lock both players. Otherwise the user could join a player in one tab while blocking them in another, or a match
  // with both could form from data read before the block.
  const after = await withLockedPair(deps.db, actor.userId, id, async (tx) => {
    await upsertBlock(tx, { blockerId: actor.userId, blockedId: id, kind, now: deps.now() });
    if (kind === 'block') await deleteFollowsBetween(tx, actor.userId, id);
    return kind === 'block'
      ? publishEvent(tx, deps, playerBlocked, { blockerId: actor.userId, blockedId: id })
      : undefined;
  });
  await after?.();
}

/** Removes a block or an avoid. Does nothing when there was none. */
export async function unblockPlayer(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deleteBlock(deps.db, actor.userId, id);
}
