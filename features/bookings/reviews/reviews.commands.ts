import { blockedWords } from '../../../content/blocked-words.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { findBlockedWord } from '../../moderation/blocked-words.rules.ts';
import { consumeReportLimit, reportPerson } from '../../moderation/flags.commands.ts';
import type { ReportText } from '../../moderation/moderation.schema.ts';
import { notifyAboutBooking, requireSide } from '../booking-lifecycle.commands.ts';
import * as messages from '../bookings.messages.ts';
import { findBooking } from '../bookings.queries.ts';
import { getCoachName } from '../coaching/coach-names.rules.ts';
import { findVisibleReview, upsertReview } from './reviews.queries.ts';
import { REVIEWABLE_STATUSES } from './reviews.rules.ts';
import type { ReviewInput } from './reviews.schema.ts';

/**
 * Writes or changes the buyer's review of a finished booking. The seller is notified only the first time.
 * @throws Refusal if the caller isn't the buyer, if the booking hasn't ended, or if a moderator removed the review
 */
export async function writeReview(deps: Deps, actor: Person, bookingId: string, review: ReviewInput): Promise<void> {
  if (findBlockedWord(review.words, blockedWords)) throw new Refusal('invalid', messages.reviewBlockedWord, 'words');
  await deps.db.transaction(async (tx) => {
    const row = await findBooking(tx, bookingId);
    if (!row) throw new Refusal('not_found', messages.noSuchBooking);
    if (requireSide(row, actor.userId) !== 'buyer') throw new Refusal('forbidden', messages.onlyBuyerReviews);
    if (!REVIEWABLE_STATUSES.includes(row.status)) throw new Refusal('conflict', messages.reviewTooEarly);
    if (!row.playerId) throw new Refusal('conflict', messages.reviewSellerLeft);
    const now = deps.now();
    const wasStored = await upsertReview(tx, {
      bookingId,
      authorId: actor.userId,
      sellerId: row.playerId,
      coachId: row.coachId,
      ...review,
      createdAt: now,
      updatedAt: now,
    });
    if (!wasStored) throw new Refusal('conflict', messages.reviewNotReplaceable);
    await notifyAboutBooking(tx, deps, bookingId, {
      userId: row.playerId,
      cause: `review:${bookingId}`,
      write: (t) => ({
        title: t(messages.newReviewTitle),
        lines: [t(row.type === 'hire' ? messages.hireReviewed : messages.sessionReviewed)],
      }),
    });
  });
}

/**
 * Reports a review to the moderators with its current text.
 * @throws Refusal if the review is the caller's own, if their earlier report is still open, or if they sent too many
 * reports this hour
 */
export async function reportReview(deps: Deps, actor: Person, id: string, report: ReportText): Promise<void> {
  await consumeReportLimit(deps, actor.userId);
  const review = await findVisibleReview(deps.db, id, deps.now());
  if (!review) throw new Refusal('not_found', messages.reviewNotFound);
  const flag = {
    userId: review.authorId,
    reviewId: id,
    title: `Review of ${getCoachName(review.coachId) ?? 'a hire'}, ${review.stars} of 5 stars`,
    notes: review.words || null,
  };
  await reportPerson(deps.db, deps, flag, { reporterId: actor.userId, ...report });
}
