import type { BookingStatus } from '../bookings.schema.ts';

/** Only bookings that were completed can be reviewed. Those that ended earlier are settled by their refund. */
export const REVIEWABLE_STATUSES: readonly BookingStatus[] = ['completed', 'released'];

/** Minimum number of answers for a meaningful reply time. */
export const MIN_ANSWERS = 3;

/** For how many days the home page asks for a review of a finished booking. */
export const REVIEW_PROMPT_DAYS = 14;
