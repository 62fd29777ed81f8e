import type { BookingStatus } from '../bookings.schema.ts';

/** Only bookings that were completed can be reviewed. Those that ended earlier are settled by their refund. */
export const REVIEWABLE_STATUSES: readonly BookingStatus[] = ['completed', 'released'];

export const REVIEW_TEXTS = {
  onlyBuyer: "Only a booking's buyer can review it.",
  notFinished: "You can review a booking once it's finished.",
  nobodyThere: "They've left Planet Crew, so you can't review them.",
  removed: "A moderator removed your review of this booking, so you can't write another one.",
  blockedWord: "Your review contains a word that isn't allowed here. Change it and send it again.",
  notFound: 'Review not found. It may have been removed.',
} as const;

/** Minimum number of answers for a meaningful reply time. */
export const MIN_ANSWERS = 3;

/** For how many days the home page asks for a review of a finished booking. */
export const REVIEW_PROMPT_DAYS = 14;
