import type { BookingStatus } from '../bookings.schema.ts';

/** Only bookings played or given to the end. Earlier endings are settled by their refund and can't be reviewed. */
export const REVIEWABLE_STATUSES: readonly BookingStatus[] = ['completed', 'released'];

export const REVIEW_TEXTS = {
  onlyBuyer: 'Only the buyer of a booking may review it.',
  notFinished: 'A booking can be reviewed once it is finished.',
  nobodyThere: 'They are not with us any more, so there is nobody to review.',
  removed: 'A moderator removed your review of this booking, so it cannot be written again.',
  blockedWord: 'Your review contains a word that is not allowed here. Change it and send it again.',
  notFound: 'There is no such review, or it is not shown any more.',
} as const;

/** With fewer answers, a reply time says nothing. */
export const MIN_ANSWERS = 3;

/** How long the home page asks for a review of a finished booking. */
export const REVIEW_PROMPT_DAYS = 14;
