import type { Db } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { consumeUserLimit } from '../accounts/rate-limits.commands.ts';
import * as queries from './flags.queries.ts';
import type { Report, ReportText } from './moderation.schema.ts';

/** Refused attempts of one person that are kept for review; more of the same tell a moderator nothing new. */
const MAX_OPEN_REFUSALS = 10;

/**
 * Counts a report of a person, whatever it is about, before anything is looked up: each one is read by a moderator.
 * @throws Refusal too_many after too many within an hour
 */
export async function consumeReportLimit(deps: Deps, reporterId: string): Promise<void> {
  await consumeUserLimit(
    deps,
    'reports',
    reporterId,
    (wait) =>
      `You have sent many reports within an hour. Please wait ${wait}; those that you sent are being looked at.`,
  );
}

/** What of a listing a moderator needs to judge a report. */
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
 * Puts a report into the moderators' queue with the listing as it stands now.
 * @throws Refusal for one's own listing, and for a second report while the first is open
 */
export async function reportListing(
  db: Db,
  deps: Deps,
  listing: FlaggedListing,
  { reporterId, reason, details }: { reporterId: string; reason: Report['reason']; details: string | null },
): Promise<void> {
  if (listing.ownerId === reporterId) throw new Refusal('conflict', 'This is your own listing: close it instead.');
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
    throw new Refusal('conflict', 'You have already reported this listing. A moderator will look at it.');
  }
}

/** What of a player, or of something they wrote, a moderator needs to judge a report. */
export type FlaggedPerson = {
  userId: string;
  /** The application whose words are reported; null for a report on the player. */
  applicationId: string | null;
  /** The message of a conversation that is reported, where it is one. */
  messageId?: string;
  /** The squad that they captain and whose public page is reported. */
  squadId?: string;
  /** The review of theirs that is reported. */
  reviewId?: string;
  title: string;
  notes: string | null;
  role: string;
  platform: string;
};

/**
 * Puts a report on a player, a message or the squad page of theirs into the moderators' queue, with what it is about as it stands.
 * @throws Refusal for oneself, and for a second report while the first is open
 */
export async function reportPerson(
  db: Db,
  deps: Deps,
  { userId, applicationId, messageId, squadId, reviewId, ...subject }: FlaggedPerson,
  { reporterId, reason, details }: { reporterId: string } & ReportText,
): Promise<void> {
  if (userId === reporterId) throw new Refusal('conflict', 'You cannot report yourself.');
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
      subject,
      createdAt: deps.now(),
    });
  } catch (error) {
    const again = [
      'content_flags_one_open_player',
      'content_flags_one_open_message',
      'content_flags_one_open_thread_message',
      'content_flags_one_open_squad',
      'content_flags_one_open_review',
    ];
    if (!again.some((index) => isUniqueViolation(error, index))) throw error;
    throw new Refusal('conflict', 'You have already reported this. A moderator will look at it.');
  }
}

/** Keeps a listing that was refused for a blocked word, as its refusal says. */
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
