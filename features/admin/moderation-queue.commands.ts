import type { Db } from '../../db/database.ts';
import type { AfterCommit, Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIsoOrNull } from '../../time/instants.ts';
import { setRemoved } from '../bookings/reviews/reviews.queries.ts';
import { type ListingRow, lockListing, updateListing } from '../lfg/lfg.queries.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
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

/** Dismisses a flag and leaves the listing alone. */
export async function dismissFlag(tx: Db, deps: Deps, admin: Person, flagId: string): Promise<ActionEffects> {
  const flag = await lockOpenFlag(tx, flagId);
  await flags.setFlagState(tx, [flagId], flags.toResolvedState('dismiss', admin.userId, deps.now()));
  const auditId = await recordAudit(tx, deps, {
    adminId: admin.userId,
    action: 'dismiss_flag',
    targetType: 'flag',
    targetId: flagId,
    before: { flags: [flagId], status: 'open', reason: flag.reason, listingId: flag.listingId },
    after: { status: 'dismissed' },
  });
  return { auditId, listingId: null };
}

const toListingState = ({ status, closedBy, closedAt, deletedAt }: ListingRow) => ({
  status,
  closedBy,
  closedAt: toIsoOrNull(closedAt),
  deletedAt: toIsoOrNull(deletedAt),
});

/**
 * Closes or deletes a listing and upholds its open flags. A refused listing has no row, so its flag is upheld.
 * @throws Refusal when the listing or flag is unknown, they don't belong together, or they've already been decided
 */
export async function removeListing(
  tx: Db,
  deps: Deps,
  admin: Person,
  { how, listingId, flagId }: { how: 'close' | 'delete'; listingId: string | null; flagId?: string | null | undefined },
): Promise<ActionEffects> {
  const now = deps.now();
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
  const upheld = listing ? await flags.lockOpenFlagsOn(tx, listing.id) : flag ? [flag] : [];
  const flagIds = upheld.map((each) => each.id);
  await flags.setFlagState(tx, flagIds, flags.toResolvedState(how, admin.userId, now));
  const values = {
    status: 'closed' as const,
    closedBy: 'admin' as const,
    closedAt: now,
    ...(how === 'delete' ? { deletedAt: now } : {}),
  };
  if (listing) await updateListing(tx, listing.id, values, now);
  const auditId = await recordAudit(tx, deps, {
    adminId: admin.userId,
    action: `${how}_listing`,
    targetType: listing ? 'listing' : 'flag',
    targetId: listing?.id ?? flagId ?? null,
    before: { flags: flagIds, ...(listing ? { title: listing.title, ...toListingState(listing) } : {}) },
    after: listing ? toListingState({ ...listing, ...values }) : { status: 'upheld' },
  });
  return { auditId, listingId: listing?.id ?? null };
}

/** Removes a reported message from its chat and upholds its open flags. */
async function removeReported(tx: Db, deps: Deps, admin: Person, messageId: string): Promise<ActionEffects> {
  const now = deps.now();
  const message = await lockAnyMessage(tx, messageId);
  const flagIds = (await flags.lockOpenFlagsOnMessage(tx, messageId)).map(({ id }) => id);
  await flags.setFlagState(tx, flagIds, flags.toResolvedState('delete', admin.userId, now));
  // If the author already deleted the message, leave it as it is.
  const removes = message && !message.removedAt;
  if (removes) await removeMessage(tx, messageId, 'moderator', now);
  const auditId = await recordAudit(tx, deps, {
    adminId: admin.userId,
    action: 'delete_message',
    targetType: 'message',
    targetId: messageId,
    before: { flags: flagIds },
    after: { removedAt: removes ? now.toISOString() : null },
  });
  return { auditId, listingId: null, messageId };
}

/** Takes down a reported review and upholds its open flags. */
async function removeReportedReview(tx: Db, deps: Deps, admin: Person, reviewId: string): Promise<ActionEffects> {
  const now = deps.now();
  const removed = await setRemoved(tx, reviewId, null, now);
  const flagIds = (await flags.lockOpenFlagsOnReview(tx, reviewId)).map(({ id }) => id);
  await flags.setFlagState(tx, flagIds, flags.toResolvedState('delete', admin.userId, now));
  const auditId = await recordAudit(tx, deps, {
    adminId: admin.userId,
    action: 'delete_review',
    targetType: 'review',
    targetId: reviewId,
    before: { flags: flagIds },
    after: { removedAt: removed ? now.toISOString() : null },
  });
  return { auditId, listingId: null, reviewId };
}

/** Turns off a squad's reported page and upholds its open flags. Deleting it also removes the squad's name. */
async function closeReported(
  tx: Db,
  deps: Deps,
  admin: Person,
  { squadId, how }: { squadId: string; how: 'close' | 'delete' },
): Promise<ActionEffects> {
  const changed = await takeDownSquadPage(tx, deps, squadId, { rename: how === 'delete' });
  const flagIds = (await flags.lockOpenFlagsOnSquad(tx, squadId)).map(({ id }) => id);
  await flags.setFlagState(tx, flagIds, flags.toResolvedState(how, admin.userId, deps.now()));
  const auditId = await recordAudit(tx, deps, {
    adminId: admin.userId,
    action: how === 'delete' ? 'rename_squad' : 'close_squad_page',
    targetType: 'squad',
    targetId: squadId,
    before: { flags: flagIds, ...changed?.before },
    after: { ...changed?.after },
  });
  return { auditId, listingId: null, squadId };
}

/** Bans a person and upholds the flag that led to it. */
export async function banFromConsole(
  tx: Db,
  deps: Deps,
  admin: Person,
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
 * @returns undefined when the flag was already settled, for example by the decision on another flag of its listing
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
  if (decision === 'delete' && flag.messageId) return removeReported(tx, deps, admin, flag.messageId);
  if (decision === 'delete' && flag.reviewId) return removeReportedReview(tx, deps, admin, flag.reviewId);
  if (decision !== 'ban' && flag.squadId) {
    return closeReported(tx, deps, admin, { squadId: flag.squadId, how: decision });
  }
  if (decision !== 'ban') return removeListing(tx, deps, admin, { how: decision, listingId: flag.listingId, flagId });
  if (!flag.ownerId) throw new Refusal('conflict', "That player's account no longer exists, so there's no one to ban.");
  const now = deps.now();
  const bans = await listActiveBans(tx, flag.ownerId, now);
  const banned = bans.some((ban) =>
    isCoveredByBan(ban, QUEUE_BAN_DEFAULTS.scope, computeBanEnd(QUEUE_BAN_DEFAULTS.days, now), now),
  );
  if (banned) return upholdFlag(tx, deps, admin, flagId);
  return banFromConsole(tx, deps, admin, { ban: { userId: flag.ownerId, ...QUEUE_BAN_DEFAULTS }, flagId });
}

/** Upholds another flag about a person whom an earlier one in the same batch has banned. */
async function upholdFlag(tx: Db, deps: Deps, admin: Person, flagId: string): Promise<ActionEffects> {
  await flags.setFlagState(tx, [flagId], flags.toResolvedState('ban', admin.userId, deps.now()));
  const auditId = await recordAudit(tx, deps, {
    adminId: admin.userId,
    action: 'uphold_flag',
    targetType: 'flag',
    targetId: flagId,
    before: { flags: [flagId], status: 'open' },
    after: { status: 'upheld' },
  });
  return { auditId, listingId: null };
}
