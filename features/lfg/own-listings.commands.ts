import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { toIso, toIsoOrNull } from '../../time/instants.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { getCurrentPlan } from '../payments/current-plan.commands.ts';
import { areBlocked } from '../profiles/blocks/blocks.queries.ts';
import { POSITIONS, REGIONS } from '../profiles/game.schema.ts';
import { findOwnProfile } from '../profiles/profiles.queries.ts';
import { countUnread, listReadableThreads } from '../threads/threads.queries.ts';
import {
  type ApplicantRow,
  findApplication,
  listAccepted,
  listApplicants,
  listApplicationIds,
  listApplicationsBy,
} from './applications/applications.queries.ts';
import * as messages from './lfg.messages.ts';
import { findLastBoost, findListing, listListingsOf } from './lfg.queries.ts';
import {
  canBecomeParty,
  getBoostAvailableAt,
  getGroupFormat,
  getVisibleStatus,
  hasUnlimitedBoosts,
  isComplete,
  isOpen,
} from './lfg.rules.ts';
import type { Applicant, ListingOwnerSide as ListingOwnerView, OwnLfg } from './lfg.schema.ts';
import { toListing } from './listing-view.rules.ts';

/** Maximum number of a user's own listings and applications to show, newest first. */
const SHOWN_COUNT = 30;
const APPLICANTS_SHOWN = 200;

/** Returns the caller's listings and applications, and whether they can use a boost. */
export async function readOwnListings(deps: Deps, actor: Person): Promise<OwnLfg> {
  const now = deps.now();
  const [listings, applications, plan, boosted, isHidden, profile] = await Promise.all([
    listListingsOf(deps.db, actor.userId, SHOWN_COUNT),
    listApplicationsBy(deps.db, actor.userId, now, SHOWN_COUNT),
    getCurrentPlan(deps, actor.userId),
    findLastBoost(deps.db, actor.userId),
    isBannedFrom(deps.db, deps, actor.userId, 'lfg-owner'),
    findOwnProfile(deps.db, actor.userId),
  ]);
  const applicationIds = await listApplicationIds(
    deps.db,
    listings.map(({ id }) => id),
  );
  const ids = [...applications, ...applicationIds].map(({ id }) => id);
  const unread = await countUnread(deps.db, actor.userId, 'application', ids);
  const sumUnread = (listingId: string) =>
    applicationIds.reduce((sum, each) => sum + (each.listingId === listingId ? (unread.get(each.id) ?? 0) : 0), 0);
  return {
    listings: listings.map((row) => ({
      ...toListing(readerTranslator, row, now),
      pending: row.pending,
      unread: sumUnread(row.id),
    })),
    applications: applications.map(({ listing_expires_at, owner_name, ...row }) => ({
      ...row,
      owner_name: owner_name ?? readerTranslator(messages.unknownOwner),
      listing_status: getVisibleStatus({ status: row.listing_status, expiresAt: new Date(listing_expires_at) }, now),
      created_at: toIso(row.created_at),
      unread: unread.get(row.id) ?? 0,
    })),
    boost_available_at: toIsoOrNull(getBoostAvailableAt(boosted, hasUnlimitedBoosts(plan), now)),
    boosts_freely: hasUnlimitedBoosts(plan),
    region: REGIONS.find((region) => region === profile?.region) ?? null,
    hidden: isHidden,
  };
}

/**
 * Returns the caller's relation to one listing: whether it's theirs, whether they applied, and the applicants if they
 * own it.
 */
export async function getListingOwnerView(deps: Deps, actor: Person, listingId: string): Promise<ListingOwnerView> {
  const listing = await findListing(deps.db, listingId);
  const isOwn = listing?.userId === actor.userId && listing.deletedAt === null;
  const [application, applicants, acceptedApplicants, isBlocked, isBanned] = await Promise.all([
    findApplication(deps.db, listingId, actor.userId),
    isOwn ? listApplicants(deps.db, listingId, deps.now(), APPLICANTS_SHOWN) : [],
    isOwn ? listAccepted(deps.db, listingId) : [],
    listing ? areBlocked(deps.db, listing.userId, actor.userId) : true,
    listing ? isBannedFrom(deps.db, deps, listing.userId, 'lfg-owner') : false,
  ]);
  const applicantIds = applicants.map(({ id }) => id);
  const [unreadCounts, messageCounts] = await Promise.all([
    countUnread(deps.db, actor.userId, 'application', applicantIds),
    listReadableThreads(deps.db, actor.userId, 'application', applicantIds),
  ]);
  // Hide withdrawn applicants, except those with chat messages. The unread count includes these messages, so the owner
  // must be able to open them.
  const visibleApplicants = applicants.filter(({ id, status }) => status !== 'withdrawn' || messageCounts.has(id));
  const filledSeats = POSITIONS.filter((position) => acceptedApplicants.some((each) => each.position === position));
  return {
    mine: isOwn,
    application: application
      ? {
          id: application.id,
          status: application.status,
          position: application.position,
          message: application.message,
        }
      : null,
    applicants: visibleApplicants.map((row) => toApplicant(row, unreadCounts.get(row.id) ?? 0)),
    browsable: listing !== undefined && isOpen(listing, deps.now()) && !isBlocked && !isBanned,
    can_become_party: isOwn && listing.status === 'active' && canBecomeParty(listing.neededPositions, filledSeats),
    can_become_squad:
      isOwn && !isComplete(listing) && getGroupFormat(listing.neededPositions, filledSeats) !== undefined,
    hidden:
      listing && !listing.deletedAt && isBanned && !isBlocked && (isOwn || application)
        ? { title: listing.title, status: getVisibleStatus(listing, deps.now()) }
        : null,
  };
}

const toApplicant = (row: ApplicantRow, unreadCount: number): Applicant => ({
  ...row,
  unread: unreadCount,
  created_at: toIso(row.created_at),
});
