import type { Db } from '../../../db/database.ts';
import type { AfterCommit, Deps } from '../../../server/deps.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import { refreshPublicPages } from '../lfg.commands.ts';
import { lockListing } from '../lfg.queries.ts';
import { isComplete } from '../lfg.rules.ts';
import { createDecisionMessage, createSeatFreeMessage } from './application-messages.wording.ts';
import { findApplication, findListingsBetween, findPlayer, updateApplicationStatus } from './applications.queries.ts';

/**
 * Ends the applications between two players, in the block's transaction. To the other player, the block looks like
 * normal activity: an applicant who blocks withdraws, and an owner who blocks declines. Pending applications end
 * without a notification, and a freed seat triggers the usual message.
 * @returns a function that updates the pages that show listings with a newly freed seat
 */
export async function onUserBlockedInLfg(
  tx: Db,
  deps: Deps,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<AfterCommit> {
  const now = deps.now();
  const freedListingIds: string[] = [];
  for (const { listingId, applicantId } of await findListingsBetween(tx, blockerId, blockedId)) {
    const listing = await lockListing(tx, listingId);
    const application = await findApplication(tx, listingId, applicantId);
    if (!listing || isComplete(listing) || !application) continue;
    if (application.status !== 'pending' && application.status !== 'accepted') continue;
    const isLeaving = applicantId === blockerId;
    const status = isLeaving ? 'withdrawn' : 'declined';
    await updateApplicationStatus(tx, application.id, application.status, { status, decidedAt: now });
    if (application.status !== 'accepted' || listing.status !== 'active') continue;
    freedListingIds.push(listingId);
    const player = isLeaving ? (await findPlayer(tx, applicantId))?.display_name : undefined;
    await enqueueNotification(tx, deps, {
      userId: isLeaving ? listing.userId : applicantId,
      write: (t) =>
        isLeaving
          ? createSeatFreeMessage(t, application, listing, { player, now })
          : createDecisionMessage(t, application, listing, { decision: 'declined', now }),
    });
  }
  return async () => {
    if (freedListingIds.length > 0) await refreshPublicPages(deps);
  };
}
