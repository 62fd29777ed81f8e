import type { Db } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { consumeUserLimit } from '../accounts/rate-limits.commands.ts';
import * as queries from './flags.queries.ts';
import * as messages from './moderation.messages.ts';
import type { Report, ReportText } from './moderation.schema.ts';

/** Maximum number of refused attempts kept for review per user. More of the same wouldn't help a moderator. */
const MAX_OPEN_REFUSALS = 10;

/**
 * Counts a report of any kind toward the user's limit before any lookup, because a moderator has to read each one.
 * @throws Refusal too_many if the user sent too many reports this hour
 */
export async function consumeReportLimit(deps: Deps, reporterId: string): Promise<void> {
  await consumeUserLimit(deps, 'reports', reporterId, (wait) => lazyText(messages.tooManyReports, { wait }));
}

/** The listing details a moderator needs to judge a report. */
export type FlaggedListing = {
  id: string | null;
  ownerId: string;
  title: string;
  notes: string | null;
  role: string;
  platform: string;
};

const toSubject = ({ title, notes, role, platform }: FlaggedListing) => ({ title, notes, role, platform });

/**
 * Adds a report to the moderation queue with the listing's current content.
 * @throws Refusal if the listing is the reporter's own, or if they already have an open report on it
 */
export async function reportListing(
  db: Db,
  deps: Deps,
  listing: FlaggedListing,
  { reporterId, reason, details }: { reporterId: string; reason: Report['reason']; details: string | null },
): Promise<void> {
  if (listing.ownerId === reporterId) throw new Refusal('conflict', messages.ownListing);
  try {
    await queries.insertFlag(db, {
      kind: 'report',
      listingId: listing.id,
      reporterId,
      ownerId: listing.ownerId,
      reason,
      details,
      subject: toSubject(listing),
      createdAt: deps.now(),
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'content_flags_one_open')) throw error;
    throw new Refusal('conflict', messages.alreadyReportedListing);
  }
}

/** The details that a moderator needs to judge a report on a player or on something they wrote. */
type FlaggedPerson = {
  userId: string;
  /** Reported application. Without this field and the next three, the report is about the player. */
  applicationId?: string;
  /** Reported chat message. */
  messageId?: string;
  /** Squad whose public page is reported. The player is its captain. */
  squadId?: string;
  /** Reported review, written by this user. */
  reviewId?: string;
  title: string;
  notes: string | null;
  role?: string | null;
  platform?: string | null;
};

/**
 * Adds a report on a player, a message or their squad page to the moderation queue, with its subject's current content.
 * @throws Refusal if reporters report themselves, or already have an open report on the subject
 */
export async function reportPerson(
  db: Db,
  deps: Deps,
  { userId, applicationId, messageId, squadId, reviewId, title, notes, role, platform }: FlaggedPerson,
  { reporterId, reason, details }: { reporterId: string } & ReportText,
): Promise<void> {
  if (userId === reporterId) throw new Refusal('conflict', messages.cantReportYourself);
  try {
    await queries.insertFlag(db, {
      kind: squadId ? 'squad' : reviewId ? 'review' : applicationId || messageId ? 'message' : 'player',
      applicationId,
      messageId,
      squadId,
      reviewId,
      reporterId,
      ownerId: userId,
      reason,
      details: details || null,
      subject: { title, notes, role: role ?? 'N/A', platform: platform ?? 'Unknown' },
      createdAt: deps.now(),
    });
  } catch (error) {
    const uniqueIndexes = [
      'content_flags_one_open_player',
      'content_flags_one_open_message',
      'content_flags_one_open_thread_message',
      'content_flags_one_open_squad',
      'content_flags_one_open_review',
    ];
    if (!uniqueIndexes.some((index) => isUniqueViolation(error, index))) throw error;
    throw new Refusal('conflict', messages.alreadyReported);
  }
}

/** Stores a listing that was refused for a blocked word, because the refusal promises a review by a moderator. */
export async function flagRefusedListing(db: Db, deps: Deps, listing: FlaggedListing, word: string): Promise<void> {
  if ((await queries.countOpenRefusals(db, listing.ownerId)) >= MAX_OPEN_REFUSALS) return;
  await queries.insertFlag(db, {
    kind: 'blocked_word',
    listingId: listing.id,
    reporterId: null,
    ownerId: listing.ownerId,
    reason: 'blocked_word',
    details: `Refused because of "${word}"`,
    subject: toSubject(listing),
    createdAt: deps.now(),
  });
}
