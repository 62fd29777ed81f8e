import type { Db } from '../../../db/database.ts';
import type { Translatable } from '../../../messages/lazy-text.ts';
import type { AfterCommit, Deps } from '../../../server/deps.ts';
import { isBannedFrom } from '../../moderation/access-policy.commands.ts';
import { getEndReason, isDeniedByBan } from '../../moderation/access-policy.rules.ts';
import type { BanScope } from '../../moderation/ban-reasons.schema.ts';
import { enqueueNotification, enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { isBlockedAmong } from '../../profiles/blocks/blocks.queries.ts';
import { refreshPublicPages } from '../lfg.commands.ts';
import {
  closeListingsOfDeletedOwner,
  listOpenListings,
  lockListing,
  reopenListingsOfRestoredOwner,
} from '../lfg.queries.ts';
import { isComplete, isOpen } from '../lfg.rules.ts';
import {
  createOwnerBackMessage,
  createOwnerGoneMessage,
  createSeatBackMessage,
  createSeatFreeMessage,
} from './application-messages.wording.ts';
import * as queries from './applications.queries.ts';

/**
 * Hides a banned owner's listings during the ban and notifies pending applicants. Frees a banned applicant's seats.
 * Runs in the ban's transaction.
 */
export async function onUserBannedInLfg(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<AfterCommit> {
  const now = deps.now();
  const listings = isDeniedByBan(scope, 'lfg-owner') ? await listOpenListings(tx, userId, now) : [];
  for (const listing of listings)
    await notifyApplicants(tx, deps, listing, getEndReason('lfg-owner', `banned-${scope}`)!);
  const freedListingIds = isDeniedByBan(scope, 'lfg-applicant')
    ? await releaseSeats(tx, deps, userId, {
        reason: getEndReason('lfg-applicant', `banned-${scope}`),
        leftAt: null,
      })
    : [];
  return refreshListingPages(deps, [...listings, ...freedListingIds]);
}

/** Closes a user's listings and frees the user's seats in other listings while their account deletion is pending. */
export async function onAccountDeletionScheduledInLfg(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<AfterCommit> {
  const now = deps.now();
  const listings = await closeListingsOfDeletedOwner(tx, userId, now);
  for (const listing of listings) await notifyApplicants(tx, deps, listing, getEndReason('lfg-owner', 'leaving')!);
  const freedListingIds = await releaseSeats(tx, deps, userId, {
    reason: getEndReason('lfg-applicant', 'leaving'),
    leftAt: now,
  });
  return refreshListingPages(deps, [...listings, ...freedListingIds]);
}

/**
 * Reopens the listings of a user who restores their account, and gives them back seats that are still free. Bans and
 * blocks created in the meantime still apply: a banned owner's listings stay hidden until the ban ends, and a banned or
 * blocked player doesn't get a seat back.
 */
export async function onAccountRestoredInLfg(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<AfterCommit> {
  const now = deps.now();
  const listings = await reopenListingsOfRestoredOwner(tx, userId, now);
  const isHidden = await isBannedFrom(tx, deps, userId, 'lfg-owner');
  for (const listing of isHidden ? [] : listings) await notifyApplicantsOfReturn(tx, deps, listing);
  const isBanned = await isBannedFrom(tx, deps, userId, 'lfg-applicant');
  const restoredIds: string[] = [];
  const player = (await queries.findPlayer(tx, userId))?.display_name;
  for (const { listingId } of await queries.listReleasedSeats(tx, userId)) {
    const listing = await lockListing(tx, listingId);
    const application = await queries.findApplication(tx, listingId, userId);
    if (!listing || !application) continue;
    const acceptedRows = await queries.listAccepted(tx, listingId);
    const isSeatTaken = acceptedRows.some(({ position }) => position === application.position);
    const group = [listing.userId, ...acceptedRows.map(({ applicantId }) => applicantId)];
    const isDenied = isBanned || (await isBlockedAmong(tx, userId, group));
    const isSeatFree = isOpen(listing, now) && !isSeatTaken && !isDenied && application.status === 'withdrawn';
    const status = isSeatFree ? ('accepted' as const) : application.status;
    await queries.updateApplicationStatus(tx, application.id, application.status, {
      status,
      leftAt: null,
      decidedAt: now,
    });
    if (!isSeatFree) continue;
    restoredIds.push(listingId);
    await enqueueNotification(tx, deps, {
      userId: listing.userId,
      write: (t) => createSeatBackMessage(t, application, listing, { player, now }),
    });
  }
  return refreshListingPages(deps, [...listings, ...restoredIds]);
}

/** Shows an owner's listings again after their ban and notifies pending applicants. */
export async function onBanEndedInLfg(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<AfterCommit | undefined> {
  if (!isDeniedByBan(scope, 'lfg-owner') || (await isBannedFrom(tx, deps, userId, 'lfg-owner'))) return undefined;
  const listings = await listOpenListings(tx, userId, deps.now());
  for (const listing of listings) await notifyApplicantsOfReturn(tx, deps, listing);
  return refreshListingPages(deps, listings);
}

async function notifyApplicantsOfReturn(tx: Db, deps: Deps, listing: { id: string; title: string }): Promise<void> {
  const now = deps.now();
  const openApplications = await queries.listPendingAndAccepted(tx, listing.id);
  await enqueueNotifications(
    tx,
    deps,
    openApplications.map((application) => ({
      userId: application.applicantId,
      write: (t) => createOwnerBackMessage(t, application, listing, now),
    })),
  );
}

async function notifyApplicants(
  tx: Db,
  deps: Deps,
  listing: { id: string; title: string },
  reason: Translatable,
): Promise<void> {
  const now = deps.now();
  const openApplications = await queries.listPendingAndAccepted(tx, listing.id);
  await enqueueNotifications(
    tx,
    deps,
    openApplications.map((application) => ({
      userId: application.applicantId,
      write: (t) => createOwnerGoneMessage(t, application, listing, { reason, now }),
    })),
  );
}

/** Frees a user's seats. @returns the ids of the active listings with a freed seat */
async function releaseSeats(
  tx: Db,
  deps: Deps,
  userId: string,
  { reason, leftAt }: { reason: Translatable | undefined; leftAt: Date | null },
): Promise<string[]> {
  const now = deps.now();
  const player = (await queries.findPlayer(tx, userId))?.display_name;
  const freedListingIds: string[] = [];
  for (const { listingId } of await queries.listSeats(tx, userId)) {
    const listing = await lockListing(tx, listingId);
    const application = await queries.findApplication(tx, listingId, userId);
    if (!listing || isComplete(listing) || application?.status !== 'accepted') continue;
    await queries.updateApplicationStatus(tx, application.id, 'accepted', {
      status: 'withdrawn',
      decidedAt: now,
      leftAt,
    });
    if (listing.status !== 'active') continue;
    freedListingIds.push(listingId);
    await enqueueNotification(tx, deps, {
      userId: listing.userId,
      write: (t) => createSeatFreeMessage(t, application, listing, { player, reason, now }),
    });
  }
  return freedListingIds;
}

function refreshListingPages(deps: Deps, listings: readonly unknown[]) {
  return async () => {
    if (listings.length > 0) await refreshPublicPages(deps, true);
  };
}
