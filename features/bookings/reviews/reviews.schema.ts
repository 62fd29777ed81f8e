import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { longText } from '../../../text/short-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import * as messages from '../bookings.messages.ts';
import { REVIEW_TEXT_MAX } from './review-limits.schema.ts';

export const ReviewInput = z.strictObject({
  stars: z
    .int(issueText(messages.reviewStarsInvalid))
    .min(1, issueText(messages.reviewTooFewStars))
    .max(5, issueText(messages.reviewTooManyStars)),
  words: longText(REVIEW_TEXT_MAX, {
    invalid: issueText(messages.reviewTextInvalid),
    tooLong: issueText(messages.reviewTextTooLong, { max: REVIEW_TEXT_MAX }),
  }).default(''),
});
export type ReviewInput = z.output<typeof ReviewInput>;

/** A public review. */
export const Review = z.object({
  /** Id of the reviewed booking. */
  id: z.uuid(),
  stars: z.int(),
  words: z.string(),
  /** Null while the author isn't in the directory. */
  author: z.object({ id: z.uuid(), name: z.string(), avatarPath: z.string().nullable() }).nullable(),
  created_at: instant,
});
export type Review = z.infer<typeof Review>;
export const ReviewPage = z.object({ reviews: z.array(Review), next: z.string().nullable() });

/** The buyer's review of a booking, as shown to its two sides. */
export const OwnReview = z.object({
  stars: z.int(),
  words: z.string(),
  /** Whether a moderator removed the review, so that only the author can read it. */
  removed: z.boolean(),
});

/** Rating, reply time and availability of a player for hire or a coach. */
export const SellerRating = z.object({
  /** The player's id or the coach's id. */
  id: z.string(),
  reviews: z.int(),
  /** Average stars; null without reviews. */
  average: z.number().nullable(),
  /** Median reply time in minutes; null with too few answers. */
  reply_minutes: z.int().nullable(),
  /** Start of their next free hour, if known. */
  next_free: instant.nullable(),
});
export type SellerRating = z.infer<typeof SellerRating>;
export const SellerRatings = z.object({ standings: z.array(SellerRating) });
