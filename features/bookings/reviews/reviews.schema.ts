import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';
import { plainTextSchema } from '../../moderation/moderation.schema.ts';
import { REVIEW_TEXT_MAX } from './review-limits.schema.ts';

export const ReviewInput = z.strictObject({
  stars: z
    .int('Stars are a whole number from 1 to 5.')
    .min(1, 'Give at least one star.')
    .max(5, 'Give at most five stars.'),
  words: plainTextSchema('Your review', REVIEW_TEXT_MAX).default(''),
});
export type ReviewInput = z.output<typeof ReviewInput>;

/** A review as everybody reads it. */
export const Review = z.object({
  /** Of the booking that it is about. */
  id: z.uuid(),
  stars: z.int(),
  words: z.string(),
  /** Null while they are not in the directory. */
  author: z.object({ id: z.uuid(), name: z.string(), avatarPath: z.string().nullable() }).nullable(),
  created_at: instant,
});
export type Review = z.infer<typeof Review>;
export const ReviewPage = z.object({ reviews: z.array(Review), next: z.string().nullable() });

/** What its buyer said of a booking, as its two sides see it. */
export const OwnReview = z.object({
  stars: z.int(),
  words: z.string(),
  /** A moderator took it down: nobody else reads it. */
  removed: z.boolean(),
});

/** What is known of somebody who can be hired or booked. */
export const SellerRating = z.object({
  /** Of the player, or of the coach's face. */
  id: z.string(),
  reviews: z.int(),
  /** Of the stars of all of them; null without any. */
  average: z.number().nullable(),
  /** Half of their answers came at least so soon; null while there are too few to say. */
  reply_minutes: z.int().nullable(),
  /** When they are free next, as far as they have said. */
  next_free: instant.nullable(),
});
export type SellerRating = z.infer<typeof SellerRating>;
export const SellerRatings = z.object({ standings: z.array(SellerRating) });
