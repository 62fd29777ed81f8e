import type { BookingStatus } from '../bookings.schema.ts';

/** Statuses in which a booking can be reviewed. Bookings that ended earlier are settled by their refund. */
export const REVIEWABLE_STATUSES: readonly BookingStatus[] = ['completed', 'released'];

/** Minimum number of answers to show a reply time. */
export const MIN_ANSWERS = 3;

/** Days in which the home page asks for a review of a finished booking. */
export const REVIEW_PROMPT_DAYS = 14;
