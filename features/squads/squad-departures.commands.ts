import type { Db } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { getEndReason, isDeniedByBan } from '../moderation/access-policy.rules.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { deleteInvitationsBetween, deleteInvitationsOf } from './invitations/squad-invitations.queries.ts';
import { createSquadMessage } from './squad-messages.wording.ts';
import { removeFromRoster } from './squads.commands.ts';
import * as messages from './squads.messages.ts';
import { type ActiveSquad, listRoster, listSquadIds, lockSquad } from './squads.queries.ts';
import { isSharingSubstituteSession, withdrawSubstitute } from './substitutes/substitute-departures.commands.ts';
import { listSubstituteSquadIds } from './substitutes/substitutes.queries.ts';

/** Yields the active squads that a user is in or subs for, in a fixed order, each locked by this transaction. */
async function* lockSquadsOfUser(
  tx: Db,
  deps: Deps,
  userId: string,
): AsyncGenerator<{ row: ActiveSquad; member: boolean }> {
  const ids = [...(await listSquadIds(tx, userId)), ...(await listSubstituteSquadIds(tx, userId, deps.now()))];
  for (const id of [...new Set(ids)].sort()) {
    const row = await lockSquad(tx, id);
    // Read after taking the lock, so that users who left while we waited for it are left out.
    if (row) yield { row, member: (await listRoster(tx, [id])).some((one) => one.userId === userId) };
  }
}

/** Removes a user who's banned from matches from their squads. Notifies the remaining members of the reason. */
export async function removeBannedFromSquads(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (!isDeniedByBan(scope, 'squads')) return;
  await deleteInvitationsOf(tx, userId);
  for await (const { row, member } of lockSquadsOfUser(tx, deps, userId)) {
    await withdrawSubstitute(tx, deps, row, { userId, why: undefined });
    if (member)
      await removeFromRoster(tx, deps, row, {
        userId,
        reason: 'banned',
        reasonText: getEndReason('squads', `banned-${scope}`),
      });
  }
}

/**
 * Removes a user whose account was deleted or is scheduled for deletion from their squads. Notifies the remaining
 * members of the reason.
 */
export async function removeFromSquadsBeforeDeletion(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<void> {
  await deleteInvitationsOf(tx, userId);
  for await (const { row, member } of lockSquadsOfUser(tx, deps, userId)) {
    await withdrawSubstitute(tx, deps, row, { userId, why: undefined });
    if (member)
      await removeFromRoster(tx, deps, row, {
        userId,
        reason: 'leaving',
        reasonText: getEndReason('squads', 'leaving'),
      });
  }
}

/**
 * Deletes the squad invitations of a user who unpublishes their profile, and ends their substitutions. They stay in
 * their squads, but can't be invited or sub until they publish it again.
 */
export async function removeUnpublishedFromInvitations(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<void> {
  await deleteInvitationsOf(tx, userId);
  for await (const { row } of lockSquadsOfUser(tx, deps, userId)) {
    await withdrawSubstitute(tx, deps, row, { userId, why: 'hidden' });
  }
}

/**
 * Separates two players who share squads or a session, in the same transaction as the block. A captain who blocks a
 * member stays; any other blocker leaves, as in a party. Substitutes are removed before members. No one is notified of
 * the block.
 */
export async function separateBlockedSquadmates(
  tx: Db,
  deps: Deps,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  await deleteInvitationsBetween(tx, blockerId, blockedId);
  for await (const { row, member } of lockSquadsOfUser(tx, deps, blockerId)) {
    const roster = await listRoster(tx, [row.id]);
    const isBlockedMember = roster.some(({ userId }) => userId === blockedId);
    if (member && !isBlockedMember) {
      await withdrawSubstitute(tx, deps, row, { userId: blockedId, why: 'parted' });
      continue;
    }
    if (!member) {
      const areInSameSession =
        isBlockedMember || (await isSharingSubstituteSession(tx, row.id, [blockerId, blockedId]));
      if (areInSameSession) await withdrawSubstitute(tx, deps, row, { userId: blockerId, why: 'parted' });
      continue;
    }
    const userId = row.captainId === blockerId ? blockedId : blockerId;
    await removeFromRoster(tx, deps, row, { userId, reason: 'parted', reasonText: getEndReason('squads', 'blocked') });
    if (userId === blockerId) continue;
    const title = lazyText(messages.removedTitle, { squad: row.name });
    const notice = { title, lines: [getEndReason('squads', 'blocked'), messages.findNextSquad], out: true };
    await enqueueNotification(tx, deps, {
      userId: blockedId,
      write: (t) => createSquadMessage(t, { ...row, rev: row.rev + 1 }, notice),
    });
  }
}
