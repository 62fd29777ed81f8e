import { blockedWords } from '../../content/blocked-words.ts';
import { type Db, isUniqueViolation } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { type Deps, notifyPublicPagesChanged, type Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toUtcDay } from '../../time/instants.ts';
import { findBlockedWord } from '../moderation/blocked-words.rules.ts';
import { consumeReportLimit, flagRefusedListing, reportListing } from '../moderation/flags.commands.ts';
import { canUndo } from '../moderation/moderation.rules.ts';
import type { Report } from '../moderation/moderation.schema.ts';
import { getCurrentPlan } from '../payments/current-plan.commands.ts';
import { areBlocked } from '../profiles/blocks/blocks.queries.ts';
import { lockMember } from '../profiles/player-views.queries.ts';
import { findPublicProfile } from '../profiles/profiles.queries.ts';
import { listAccepted } from './applications/applications.queries.ts';
import * as messages from './lfg.messages.ts';
import * as queries from './lfg.queries.ts';
import {
  canRenew,
  getBoostAvailableAt,
  getBoostEnd,
  getListingEnd,
  getVisibleStatus,
  hasUnlimitedBoosts,
  isComplete,
  isOpen,
} from './lfg.rules.ts';
import type { Listing, ListingEdit, NewListing } from './lfg.schema.ts';
import { LIMITS } from './listing-form.schema.ts';
import { toListing } from './listing-view.rules.ts';

/** Refreshes cached public pages after a listing changes. Pages that are already open update automatically. */
export const refreshPublicPages = (deps: Deps, isGone = false) =>
  notifyPublicPagesChanged(deps, { shown: ['listings'], ...(isGone ? { gone: true } : {}) });

/**
 * @param viewer a signed-in user; listings are hidden if there's a block with the owner
 * @throws Refusal not_found for a listing that doesn't exist, was deleted, or whose owner is banned from listing
 */
export async function readListing(deps: Deps, id: string, viewer?: Person): Promise<Listing> {
  const now = deps.now();
  const row = await queries.findVisibleListing(deps.reads, id, now);
  if (!row || (viewer && (await areBlocked(deps.reads, viewer.userId, row.user_id))))
    throw new Refusal('not_found', messages.listingRemoved);
  return toListing(readerTranslator, row, now);
}

/**
 * Returns the open listings of a user in the directory.
 * @param viewerId a signed-in user; listings are hidden if there's a block with the owner
 * @throws Refusal not_found when the owner isn't visible
 */
export async function readListingsOf(deps: Deps, userId: string, viewerId: string | undefined): Promise<Listing[]> {
  if (!(await findPublicProfile(deps.reads, userId, viewerId)))
    throw new Refusal('not_found', messages.profileNotFound);
  const now = deps.now();
  return (await queries.listVisibleListings(deps.reads, userId, now)).map((row) =>
    toListing(readerTranslator, row, now),
  );
}

/**
 * Creates a listing.
 * @returns the id of the new listing
 * @throws Refusal if it contains a blocked word (with the specified message), if no boost is available, or if the user
 * has too many listings or another one with the same title
 */
export async function createListing(deps: Deps, actor: Person, input: NewListing): Promise<string> {
  await refuseBlockedWords(deps, actor, input, null);
  const now = deps.now();
  const isUnlimitedBoost = input.boost && hasUnlimitedBoosts(await getCurrentPlan(deps, actor.userId));
  const { boost, availability, timezone, needed_positions, allows_crossplay, ...rest } = input;
  const id = await refuseDuplicateTitle(() =>
    deps.db.transaction(async (tx) => {
      const owner = await lockMember(tx, actor.userId);
      if (!owner) throw new Refusal('forbidden', messages.onboardingRequired);
      if ((await queries.countOpenListings(tx, actor.userId, now)) >= LIMITS.listings) {
        throw new Refusal('conflict', lazyText(messages.listingLimit, { max: LIMITS.listings }));
      }
      if (boost && !isUnlimitedBoost) await requireBoost(tx, actor, now);
      return queries.insertListing(tx, {
        ...rest,
        userId: actor.userId,
        neededPositions: needed_positions,
        allowsCrossplay: allows_crossplay,
        availability: JSON.stringify(availability),
        timezone: timezone ?? owner.timezone ?? 'UTC',
        boostedAt: boost ? now : null,
        boostExpiresAt: boost ? getBoostEnd(now) : null,
        createdAt: now,
        listedAt: now,
        expiresAt: getListingEnd(now),
        updatedAt: now,
      });
    }),
  );
  await refreshPublicPages(deps);
  return id;
}

async function requireBoost(tx: Db, actor: Person, now: Date): Promise<void> {
  const next = getBoostAvailableAt(await queries.findLastBoost(tx, actor.userId), false, now);
  if (!next) return;
  throw new Refusal('conflict', lazyText(messages.boostUnavailable, { date: toUtcDay(next) }), 'boost');
}

async function refuseDuplicateTitle<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'lfg_listings_one_of_a_title')) throw error;
    throw new Refusal('conflict', messages.duplicateTitle, 'title');
  }
}

async function refuseBlockedWords(deps: Deps, actor: Person, input: ListingEdit, id: string | null): Promise<void> {
  const word = findBlockedWord(`${input.title} ${input.notes ?? ''}`, blockedWords);
  if (!word) return;
  const { title, notes, platform } = input;
  await flagRefusedListing(deps.db, deps, { id, ownerId: actor.userId, title, notes, role: 'N/A', platform }, word);
  throw new Refusal('invalid', messages.contentBlocked, 'title');
}

/** Locks the caller's own listing for a change. */
async function lockOwnListing(tx: Db, actor: Person, id: string): Promise<queries.ListingRow> {
  const listing = await queries.lockListing(tx, id);
  if (!listing || listing.deletedAt) throw new Refusal('not_found', messages.listingRemoved);
  if (listing.userId !== actor.userId) throw new Refusal('forbidden', messages.onlyOwnerChanges);
  return listing;
}

/**
 * Edits the caller's open listing.
 * @throws Refusal when the listing isn't open, a filled seat would be removed, or creation would refuse the input
 */
export async function editListing(deps: Deps, actor: Person, id: string, input: ListingEdit): Promise<void> {
  const now = deps.now();
  const current = await queries.findListing(deps.db, id);
  // Check only the caller's own listing. Otherwise, editing someone else's listing could file flags against its owner.
  if (current?.userId === actor.userId) await refuseBlockedWords(deps, actor, input, id);
  const { availability, timezone, needed_positions, allows_crossplay, ...rest } = input;
  await refuseDuplicateTitle(() =>
    deps.db.transaction(async (tx) => {
      const listing = await lockOwnListing(tx, actor, id);
      if (!isOpen(listing, now)) throw new Refusal('conflict', messages.listingInactive);
      const displaced = (await listAccepted(tx, id)).find(({ position }) => !needed_positions.includes(position));
      if (displaced) {
        throw new Refusal(
          'conflict',
          lazyText(messages.filledSpotNeeded, { position: displaced.position }),
          'needed_positions',
        );
      }
      const values = {
        ...rest,
        neededPositions: needed_positions,
        allowsCrossplay: allows_crossplay,
        availability: JSON.stringify(availability),
        ...(timezone ? { timezone } : {}),
      };
      await queries.updateListing(tx, id, values, now);
    }),
  );
  await refreshPublicPages(deps);
}

/** Closes the caller's listing. Idempotent. */
export async function closeListing(deps: Deps, actor: Person, id: string): Promise<void> {
  const now = deps.now();
  const isChanged = await deps.db.transaction(async (tx) => {
    const listing = await lockOwnListing(tx, actor, id);
    if (listing.status === 'closed') return false;
    await queries.updateListing(tx, id, { status: 'closed', closedAt: now, closedBy: 'owner' }, now);
    return true;
  });
  if (isChanged) await refreshPublicPages(deps);
}

/**
 * Reopens a listing that the caller closed.
 * @throws Refusal when a moderator closed it or too much time has passed
 */
export async function reopenListing(deps: Deps, actor: Person, id: string): Promise<void> {
  const now = deps.now();
  await refuseDuplicateTitle(() =>
    deps.db.transaction(async (tx) => {
      const listing = await lockOwnListing(tx, actor, id);
      if (listing.status !== 'closed') throw new Refusal('conflict', messages.listingNotClosed);
      if (listing.closedBy !== 'owner' || isComplete(listing)) {
        throw new Refusal('conflict', messages.reopenImpossible);
      }
      if (!listing.closedAt || !canUndo(listing.closedAt, now)) {
        throw new Refusal('conflict', messages.undoTooLate);
      }
      await queries.updateListing(tx, id, { status: 'active', closedAt: null, closedBy: null }, now);
    }),
  );
  await refreshPublicPages(deps);
}

/**
 * Renews the caller's listing for another 30 days. An expired listing is sorted as new again.
 * @throws Refusal when it's closed or was renewed recently
 */
export async function renewListing(deps: Deps, actor: Person, id: string): Promise<void> {
  const now = deps.now();
  await refuseDuplicateTitle(() =>
    deps.db.transaction(async (tx) => {
      const listing = await lockOwnListing(tx, actor, id);
      if (listing.status === 'closed') throw new Refusal('conflict', messages.renewClosed);
      if (!canRenew(listing, now)) throw new Refusal('conflict', messages.renewTooEarly);
      const hasRunOut = getVisibleStatus(listing, now) === 'expired';
      const values = {
        status: 'active' as const,
        expiresAt: getListingEnd(now),
        ...(hasRunOut ? { listedAt: now } : {}),
      };
      await queries.updateListing(tx, id, values, now);
    }),
  );
  await refreshPublicPages(deps);
}

/**
 * Reports someone else's listing to the moderators.
 * @throws Refusal if the listing doesn't exist or is the caller's own, if their earlier report on it is still open, or
 * if they sent too many reports this hour
 */
export async function reportListingToModerators(deps: Deps, actor: Person, report: Report): Promise<void> {
  await consumeReportLimit(deps, actor.userId);
  const listing = await queries.findListing(deps.db, report.listing_id);
  if (!listing || listing.deletedAt) throw new Refusal('not_found', messages.listingRemoved);
  const details = report.details === '' ? null : report.details;
  await reportListing(
    deps.db,
    deps,
    { ...listing, ownerId: listing.userId },
    { reporterId: actor.userId, reason: report.reason, details },
  );
}
