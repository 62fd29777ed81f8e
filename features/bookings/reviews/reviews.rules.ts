import type { BookingStatus } from '../bookings.schema.ts';

/** Only bookings played or given to the end. Earlier endings are settled by their refund and can't be reviewed. */
export const REVIEWABLE_STATUSES: readonly BookingStatus[] = ['completed', 'released'];

export const REVIEW_TEXTS = {
  onlyBuyer: "Only a booking's buyer can review it.",
  notFinished: "You can review a booking once it's finished.",
  nobodyThere: "They've left Planet Crew, so you can't review them.",
  removed: "A moderator removed your review of this booking, so you can't write another one.",
  blockedWord: "Your review contains a word that isn't allowed here. Change it and send it again.",
  notFound: 'Review not found. It may have been removed.',
} as const;

/** With fewer answers, a reply time says nothing. */
export const MIN_ANSWERS = 3;

/** How long the home page asks for a review of a finished booking. */
export const REVIEW_PROMPT_DAYS = 14;
