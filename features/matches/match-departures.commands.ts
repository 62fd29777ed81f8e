import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { isDeniedByBan } from '../moderation/access-policy.rules.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { createWithdrawnMessage } from './match-messages.wording.ts';
import { closePlayerProposals } from './matches.commands.ts';
import { removeFromParty } from './parties/parties.commands.ts';

/** Removes a banned player from their open matches and party, as far as the ban applies, and notifies the others. */
export async function endMatchesOfBannedPlayer(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (isDeniedByBan(scope, 'proposals')) await closePlayerProposals(tx, deps, userId, 'banned');
  if (isDeniedByBan(scope, 'parties')) await removeFromParty(tx, deps, userId, `banned-${scope}`);
}

/**
 * Removes a player with a pending account deletion from their open matches and party, and notifies the other members.
 */
export async function endMatchesBeforeDeletion(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  await closePlayerProposals(tx, deps, userId, 'left');
  await removeFromParty(tx, deps, userId, 'leaving');
}

/**
 * Removes a player from their open matches and party after their profile was unpublished, so that no one waits for
 * them. Notifies the other members, and also the player if they didn't unpublish it themselves.
 */
export async function endMatchesOfUnpublishedPlayer(
  tx: Db,
  deps: Deps,
  { userId, pressed }: { userId: string; pressed: boolean },
): Promise<void> {
  const endedCount = await closePlayerProposals(tx, deps, userId, 'unpublished');
  const wasInParty = await removeFromParty(tx, deps, userId, 'unpublished');
  if (pressed || (endedCount === 0 && !wasInParty)) return;
  await enqueueNotification(tx, deps, { userId, write: (t) => createWithdrawnMessage(t, userId, deps.now()) });
}
