import { type Db, isUniqueViolation } from '../../db/database.ts';
import { type AfterCommit, type Deps, type Person, publishEvent } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIsoOrNull } from '../../time/instants.ts';
import { isPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { lockAccount } from '../accounts/account-views.queries.ts';
import { setRemoved } from '../bookings/reviews/reviews.queries.ts';
import { findListing, type ListingRow, lockListing, updateListing } from '../lfg/lfg.queries.ts';
import { withdrawRules } from '../matches/rulebook/rulebook.commands.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { type AuditRow, findAuditEntry, markUndone } from '../moderation/audit.queries.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { banEnded } from '../moderation/bans.events.ts';
import { markLifted } from '../moderation/bans.queries.ts';
import { lockFlag, setFlagState } from '../moderation/flags.queries.ts';
import { canUndo } from '../moderation/moderation.rules.ts';
import { type ReportedPage, restoreSquadPage } from '../squads/public-page/reported-pages.commands.ts';
import { lockAnyMessage, restoreMessage } from '../threads/threads.queries.ts';

const CHANGED_MESSAGE = "This has changed since then, so it can't be undone.";
const OPEN_FLAG = { status: 'open', resolution: null, resolvedBy: null, resolvedAt: null } as const;

/**
 * Undoes the admin's recent actions: all of the entries or none.
 * @returns the restored listings and the work due after the commit
 * @throws Refusal when an entry is another admin's, too old or already undone, or its target has changed since
 */
export async function undoActions(tx: Db, deps: Deps, admin: Person, auditIds: string[]): Promise<UndoResult> {
  const listings: string[] = [];
  const due: AfterCommit[] = [];
  for (const id of [...auditIds].reverse()) {
    const entry = await findAuditEntry(tx, id);
    if (!entry) throw new Refusal('not_found', "There's nothing to undo.");
    if (entry.adminId !== admin.userId) throw new Refusal('forbidden', 'Only the admin who did this can undo it.');
    if (!canUndo(entry.createdAt, deps.now())) throw new Refusal('conflict', "It's too late to undo this.");
    if (!(await markUndone(tx, id, deps.now()))) throw new Refusal('conflict', 'This has already been undone.');
    const listingId = await undoEntry(tx, deps, { admin, due }, entry);
    if (listingId) listings.push(listingId);
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'undo',
      targetType: entry.targetType,
      targetId: entry.targetId,
      before: entry.after ?? null,
      after: { ...entry.before, undoOf: id },
    });
  }
  return { listings, due };
}

type UndoResult = { listings: string[]; due: AfterCommit[] };
type UndoContext = { admin: Person; due: AfterCommit[] };

async function undoEntry(tx: Db, deps: Deps, { admin, due }: UndoContext, entry: AuditRow): Promise<string | null> {
  const before = entry.before ?? {};
  await reopenFlags(tx, before.flags);
  switch (entry.action) {
    case 'dismiss_flag':
    case 'uphold_flag':
      return null;
    case 'delete_message':
      await restoreReported(tx, entry);
      return null;
    case 'delete_review':
      await restoreReview(tx, entry);
      return null;
    case 'close_squad_page':
    case 'rename_squad':
      await restorePage(tx, deps, entry);
      return null;
    case 'close_listing':
    case 'delete_listing':
      return entry.targetType === 'listing' ? restoreListing(tx, deps, entry) : null;
    case 'ban_user': {
      const banId = String(entry.after?.banId);
      const wasLifted = await markLifted(tx, banId, admin.userId, deps.now());
      if (!wasLifted) throw new Refusal('conflict', CHANGED_MESSAGE);
      // Resume what the ban stopped, and notify the person that the ban is over.
      const scope = String(entry.after?.scope) as BanScope;
      const liftedBan = { banId, userId: String(entry.targetId), scope, how: 'lifted' as const, at: deps.now() };
      due.push(await publishEvent(tx, deps, banEnded, liftedBan));
      return null;
    }
    case 'publish_rules':
      await withdrawRules(tx, deps, admin, Number(entry.targetId));
      return null;
    default:
      throw new Refusal('conflict', "This action can't be undone.");
  }
}

async function reopenFlags(tx: Db, ids: unknown): Promise<void> {
  const flagIds = Array.isArray(ids) ? ids.map(String) : [];
  for (const id of flagIds) {
    const flag = await lockFlag(tx, id);
    if (!flag || flag.status === 'open') throw new Refusal('conflict', CHANGED_MESSAGE);
  }
  try {
    await setFlagState(tx, flagIds, OPEN_FLAG);
  } catch (error) {
    // The same person has reported this again in the meantime, so the old flag can't be reopened.
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('conflict', CHANGED_MESSAGE);
  }
}

async function restoreReported(tx: Db, { targetId, after }: AuditRow): Promise<void> {
  // If the author had already deleted the message, it stays deleted.
  if (!after?.removedAt) return;
  const message = await lockAnyMessage(tx, targetId!);
  const isUnchanged = message?.removedBy === 'moderator' && toIsoOrNull(message.removedAt) === after.removedAt;
  if (!isUnchanged || message.earlier.length === 0) throw new Refusal('conflict', CHANGED_MESSAGE);
  await restoreMessage(tx, message);
}

async function restoreReview(tx: Db, { targetId, after }: AuditRow): Promise<void> {
  // If the review had already been taken down, it stays down.
  if (typeof after?.removedAt !== 'string') return;
  if (!(await setRemoved(tx, targetId!, new Date(after.removedAt), null)))
    throw new Refusal('conflict', CHANGED_MESSAGE);
}

async function restorePage(tx: Db, deps: Deps, { targetId, before, after }: AuditRow): Promise<void> {
  // If the squad had already ended, it has no public page to turn on again.
  if (typeof after?.name !== 'string') return;
  const pageChange = {
    before: before as ReportedPage & AuditRow['before'],
    after: after as ReportedPage & AuditRow['after'],
  };
  if (!(await restoreSquadPage(tx, deps, targetId!, pageChange))) throw new Refusal('conflict', CHANGED_MESSAGE);
}

type ListingBefore = Pick<ListingRow, 'status' | 'closedBy'> & Record<'closedAt' | 'deletedAt', string | null>;

/**
 * Returns the listing's earlier state. If its owner has requested or canceled an account deletion since, returns the
 * state that the listing would have now without the admin's action.
 */
function toReopenedState(before: ListingBefore, isOwnerLeaving: boolean, now: Date) {
  if (before.status === 'active' && isOwnerLeaving)
    return { status: 'closed', closedBy: 'leaving', closedAt: now } as const;
  if (before.closedBy === 'leaving' && !isOwnerLeaving)
    return { status: 'active', closedBy: null, closedAt: null } as const;
  const closedAt = before.closedAt ? new Date(before.closedAt) : null;
  return { status: before.status, closedBy: before.closedBy, closedAt };
}

async function restoreListing(tx: Db, deps: Deps, entry: AuditRow): Promise<string> {
  const owner = (await findListing(tx, entry.targetId!))?.userId;
  // Lock the account before the listing, like account deletion does, so that the later transaction sees the earlier
  // one's changes.
  if (owner) await lockAccount(tx, owner);
  const listing = await lockListing(tx, entry.targetId!);
  const stateAfter = entry.after ?? {};
  const isUnchanged =
    listing?.closedBy === 'admin' &&
    listing.closedAt?.toISOString() === stateAfter.closedAt &&
    toIsoOrNull(listing.deletedAt) === stateAfter.deletedAt;
  if (!isUnchanged) throw new Refusal('conflict', CHANGED_MESSAGE);
  const before = entry.before as ListingBefore;
  try {
    await updateListing(
      tx,
      listing.id,
      {
        ...toReopenedState(before, await isPendingDeletion(tx, listing.userId), deps.now()),
        deletedAt: before.deletedAt ? new Date(before.deletedAt) : null,
      },
      deps.now(),
    );
  } catch (error) {
    if (!isUniqueViolation(error, 'lfg_listings_one_of_a_title')) throw error;
    throw new Refusal(
      'conflict',
      'The owner has since posted a listing with the same title, so this one stays closed.',
    );
  }
  return listing.id;
}
