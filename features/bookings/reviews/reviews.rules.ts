import type { BookingStatus } from '../bookings.schema.ts';

/** Statuses in which a booking can be reviewed. Bookings that ended early or were refunded can't be. */
export const REVIEWABLE_STATUSES: readonly BookingStatus[] = ['completed', 'released'];

/** Minimum number of answers to show a reply time. */
export const MIN_ANSWERS = 3;

/** Number of days after a booking in which the home page asks for a review. */
export const REVIEW_PROMPT_DAYS = 14;
