import type { Db } from '../../db/database.ts';
import type { AdminActor, AfterCommit, Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIsoOrNull } from '../../time/instants.ts';
import { setRemoved } from '../bookings/reviews/reviews.queries.ts';
import { type ListingRow, lockListing, updateListing } from '../lfg/lfg.queries.ts';
import { type NewAuditEntry, recordAudit } from '../moderation/audit.commands.ts';
import { banUser, type NewBan } from '../moderation/bans.commands.ts';
import { listActiveBans } from '../moderation/bans.queries.ts';
import * as flags from '../moderation/flags.queries.ts';
import { computeBanEnd, isCoveredByBan, QUEUE_BAN_DEFAULTS } from '../moderation/moderation.rules.ts';
import type { FlagDecision, FlagKind } from '../moderation/moderation.schema.ts';
import { takeDownSquadPage } from '../squads/public-page/reported-pages.commands.ts';
import { lockAnyMessage, removeMessage } from '../threads/threads.queries.ts';

/**
 * The effects of one action: its audit entry, the changed listing, the removed message, the squad whose page was turned
 * off, the review taken down, the banned person, and the work due after the commit.
 */
export type ActionEffects = {
  auditId: string;
  listingId: string | null;
  messageId?: string;
  squadId?: string;
  reviewId?: string;
  bannedId?: string;
  after?: AfterCommit;
};

const ABOUT_LISTINGS: ReadonlySet<FlagKind> = new Set(['report', 'blocked_word']);
const ALREADY_HANDLED = 'This flag has already been handled.';

async function lockOpenFlag(tx: Db, id: string): Promise<flags.FlagRow> {
  const flag = await flags.lockFlag(tx, id);
  if (!flag) throw new Refusal('not_found', 'Flag not found.');
  if (flag.status !== 'open') throw new Refusal('conflict', ALREADY_HANDLED);
  return flag;
}

type SettledFlags = Omit<NewAuditEntry, 'adminId'> & { decision: FlagDecision; flagIds: string[] };

/** Resolves flags with a decision and adds an audit entry. @returns the entry's ID */
async function settleFlags(
  tx: Db,
  deps: Deps,
  admin: Person,
  { decision, flagIds, before, ...entry }: SettledFlags,
): Promise<string> {
  await flags.setFlagState(tx, flagIds, flags.toResolvedState(decision, admin.userId, deps.now()));
  return recordAudit(tx, deps, { adminId: admin.userId, before: { flags: flagIds, ...before }, ...entry });
}

/** Dismisses a flag and leaves the listing alone. */
export async function dismissFlag(tx: Db, deps: Deps, admin: Person, flagId: string): Promise<ActionEffects> {
  const { reason, listingId } = await lockOpenFlag(tx, flagId);
  const auditId = await settleFlags(tx, deps, admin, {
    decision: 'dismiss',
    flagIds: [flagId],
    action: 'dismiss_flag',
    targetType: 'flag',
    targetId: flagId,
    before: { status: 'open', reason, listingId },
    after: { status: 'dismissed' },
  });
  return { auditId, listingId: null };
}

type Removal = { how: 'close' | 'delete'; listingId: string | null; flagId?: string | null | undefined };

/**
 * Closes or deletes a listing and upholds its open flags. A refused listing has no row, so only its flag is upheld.
 * @throws Refusal when the listing or flag is unknown, they don't belong together, or they've already been decided
 */
export async function removeListing(tx: Db, deps: Deps, admin: Person, removal: Removal): Promise<ActionEffects> {
  const { listing, flagIds } = await lockRemoval(tx, removal);
  const removedListing = listing && (await closeListing(tx, listing, removal.how, deps.now()));
  const auditId = await settleFlags(tx, deps, admin, {
    decision: removal.how,
    flagIds,
    action: `${removal.how}_listing`,
    targetType: listing ? 'listing' : 'flag',
    targetId: listing?.id ?? removal.flagId ?? null,
    before: listing ? { title: listing.title, ...toListingState(listing) } : {},
    after: removedListing ? toListingState(removedListing) : { status: 'upheld' },
  });
  return { auditId, listingId: listing?.id ?? null };
}

/** Locks the listing and all of its open flags, or the flag of a refused listing. */
async function lockRemoval(tx: Db, { how, listingId, flagId }: Removal) {
  if (!listingId && !flagId) throw new Refusal('invalid', 'Choose the listing or flag this is about.');
  const listing = listingId ? await lockListing(tx, listingId) : undefined;
  if (listingId && (!listing || listing.deletedAt)) throw new Refusal('not_found', 'Listing not found.');
  const flag = flagId ? await lockOpenFlag(tx, flagId) : undefined;
  if (flag && flag.listingId !== listingId) throw new Refusal('conflict', 'This flag is about another listing.');
  if (flag && !ABOUT_LISTINGS.has(flag.kind)) {
    throw new Refusal('conflict', 'This report is about a player, not a listing. Dismiss it or ban the player.');
  }
  if (how === 'close' && !flag && listing?.status === 'closed') {
    throw new Refusal('conflict', 'This listing is already closed.');
  }
  const flagsToUphold = listing ? await flags.lockOpenFlags(tx, 'listingId', listing.id) : flag ? [flag] : [];
  return { listing, flagIds: flagsToUphold.map(({ id }) => id) };
}

async function closeListing(tx: Db, listing: ListingRow, how: Removal['how'], now: Date): Promise<ListingRow> {
  const values = {
    status: 'closed' as const,
    closedBy: 'admin' as const,
    closedAt: now,
    ...(how === 'delete' ? { deletedAt: now } : {}),
  };
  await updateListing(tx, listing.id, values, now);
  return { ...listing, ...values };
}

const toListingState = ({ status, closedBy, closedAt, deletedAt }: ListingRow) => ({
  status,
  closedBy,
  closedAt: toIsoOrNull(closedAt),
  deletedAt: toIsoOrNull(deletedAt),
});

/** Removes a reported message from its chat and upholds its open flags. */
async function removeReportedMessage(tx: Db, deps: Deps, admin: Person, messageId: string): Promise<ActionEffects> {
  const now = deps.now();
  const message = await lockAnyMessage(tx, messageId);
  // If the author already deleted the message, leave it as it is.
  const isRemoval = message && !message.removedAt;
  if (isRemoval) await removeMessage(tx, messageId, 'moderator', now);
  const auditId = await settleFlags(tx, deps, admin, {
    decision: 'delete',
    flagIds: await lockOpenFlagIds(tx, 'messageId', messageId),
    action: 'delete_message',
    targetType: 'message',
    targetId: messageId,
    after: { removedAt: isRemoval ? now.toISOString() : null },
  });
  return { auditId, listingId: null, messageId };
}

/** Takes down a reported review and upholds its open flags. */
async function removeReportedReview(tx: Db, deps: Deps, admin: Person, reviewId: string): Promise<ActionEffects> {
  const now = deps.now();
  const isRestored = await setRemoved(tx, reviewId, null, now);
  const auditId = await settleFlags(tx, deps, admin, {
    decision: 'delete',
    flagIds: await lockOpenFlagIds(tx, 'reviewId', reviewId),
    action: 'delete_review',
    targetType: 'review',
    targetId: reviewId,
    after: { removedAt: isRestored ? now.toISOString() : null },
  });
  return { auditId, listingId: null, reviewId };
}

/** Turns off a squad's reported page and upholds its open flags. Deleting it also removes the squad's name. */
async function closeReportedPage(
  tx: Db,
  deps: Deps,
  admin: Person,
  { squadId, how }: { squadId: string; how: 'close' | 'delete' },
): Promise<ActionEffects> {
  const change = await takeDownSquadPage(tx, deps, squadId, { rename: how === 'delete' });
  const auditId = await settleFlags(tx, deps, admin, {
    decision: how,
    flagIds: await lockOpenFlagIds(tx, 'squadId', squadId),
    action: how === 'delete' ? 'rename_squad' : 'close_squad_page',
    targetType: 'squad',
    targetId: squadId,
    before: { ...change?.before },
    after: { ...change?.after },
  });
  return { auditId, listingId: null, squadId };
}

const lockOpenFlagIds = async (tx: Db, ...about: [target: 'messageId' | 'reviewId' | 'squadId', id: string]) =>
  (await flags.lockOpenFlags(tx, ...about)).map(({ id }) => id);

/** Bans a person and upholds the flag that led to it. */
export async function banFromConsole(
  tx: Db,
  deps: Deps,
  admin: AdminActor,
  { ban, flagId }: { ban: NewBan; flagId?: string | null | undefined },
): Promise<ActionEffects> {
  const flag = flagId ? await lockOpenFlag(tx, flagId) : undefined;
  if (flag && flag.ownerId !== ban.userId) throw new Refusal('conflict', 'This flag is about another player.');
  if (flag) await flags.setFlagState(tx, [flag.id], flags.toResolvedState('ban', admin.userId, deps.now()));
  const { auditId, after } = await banUser(tx, deps, admin, { ...ban, flagIds: flag ? [flag.id] : [] });
  return { auditId, listingId: flag?.listingId ?? null, bannedId: ban.userId, after };
}

/**
 * Applies one decision to one flag, as the queue's keyboard shortcuts do.
 * @returns undefined when the flag was already settled, for example by a decision on another flag of the same listing
 */
export async function decideFlag(
  tx: Db,
  deps: Deps,
  admin: Person,
  { flagId, decision }: { flagId: string; decision: FlagDecision },
): Promise<ActionEffects | undefined> {
  const flag = await flags.lockFlag(tx, flagId);
  if (flag?.status !== 'open') return undefined;
  if (decision === 'dismiss') return dismissFlag(tx, deps, admin, flagId);
  if (decision === 'delete' && flag.messageId) return removeReportedMessage(tx, deps, admin, flag.messageId);
  if (decision === 'delete' && flag.reviewId) return removeReportedReview(tx, deps, admin, flag.reviewId);
  if (decision !== 'ban' && flag.squadId) {
    return closeReportedPage(tx, deps, admin, { squadId: flag.squadId, how: decision });
  }
  if (decision !== 'ban') return removeListing(tx, deps, admin, { how: decision, listingId: flag.listingId, flagId });
  if (!flag.ownerId) throw new Refusal('conflict', "That player's account no longer exists, so there's no one to ban.");
  const now = deps.now();
  const bans = await listActiveBans(tx, flag.ownerId, now);
  const isBanned = bans.some((ban) =>
    isCoveredByBan(ban, QUEUE_BAN_DEFAULTS.scope, computeBanEnd(QUEUE_BAN_DEFAULTS.days, now), now),
  );
  if (isBanned) return upholdFlag(tx, deps, admin, flagId);
  return banFromConsole(tx, deps, admin, { ban: { userId: flag.ownerId, ...QUEUE_BAN_DEFAULTS }, flagId });
}

/** Upholds a flag about a person who was already banned for an earlier flag in the same batch. */
async function upholdFlag(tx: Db, deps: Deps, admin: Person, flagId: string): Promise<ActionEffects> {
  const auditId = await settleFlags(tx, deps, admin, {
    decision: 'ban',
    flagIds: [flagId],
    action: 'uphold_flag',
    targetType: 'flag',
    targetId: flagId,
    before: { status: 'open' },
    after: { status: 'upheld' },
  });
  return { auditId, listingId: null };
}
