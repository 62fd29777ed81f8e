import type { Db } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import * as queries from './flags.queries.ts';
import type { Report } from './moderation.schema.ts';

/** Refused attempts of one person that are kept for review; more of the same tell a moderator nothing new. */
const REFUSALS_KEPT = 10;

/** What of a listing a moderator needs to judge a report. */
export type FlaggedListing = {
  id: string | null;
  ownerId: string;
  title: string;
  notes: string | null;
  role: string;
  platform: string;
};

const subjectOf = ({ title, notes, role, platform }: FlaggedListing) => ({ title, notes, role, platform });

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
      subject: subjectOf(listing),
      createdAt: deps.now(),
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'content_flags_one_open')) throw error;
    throw new Refusal('conflict', 'You have already reported this listing. A moderator will look at it.');
  }
}

/** Keeps a listing that was refused for a blocked word, as its refusal says. */
export async function keepRefusedListing(db: Db, deps: Deps, listing: FlaggedListing, word: string): Promise<void> {
  if ((await queries.countOpenRefusals(db, listing.ownerId)) >= REFUSALS_KEPT) return;
  await queries.insertFlag(db, {
    kind: 'blocked_word',
    listingId: listing.id,
    reporterId: null,
    ownerId: listing.ownerId,
    reason: 'blocked_word',
    details: `Refused because of "${word}"`,
    subject: subjectOf(listing),
    createdAt: deps.now(),
  });
}
