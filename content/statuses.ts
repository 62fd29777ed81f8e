/**
 * All statuses and next steps, in players' language, for pages, emails and the inbox. `badge` is one or two words;
 * `next` says who does what, depending on the viewer's side.
 */
type Tone = 'neutral' | 'violet' | 'cyan' | 'green' | 'gold' | 'red' | 'court';
type Side = 'buyer' | 'seller' | 'admin';
type Status = { badge: string; tone: Tone };
/**
 * One text for all sides, or separate texts for some sides and one for everyone else. `{seller}` is player or coach.
 */
type Next = string | ({ others: string } & Partial<Record<Side, string>>);
export type StageStatus = Status & { next?: Next };

/** Payment statuses of an order. */
export const orderStatuses = {
  awaiting_payment: {
    badge: 'Waiting for payment',
    tone: 'gold',
    next: { buyer: 'Pay before checkout expires.', others: "The buyer hasn't paid yet." },
  },
  paid: { badge: 'Paid', tone: 'green' },
  expired: { badge: 'Expired unpaid', tone: 'neutral' },
  failed: { badge: 'Payment failed', tone: 'red' },
} as const satisfies Record<string, StageStatus>;

/** Badges shown next to an order's stage. */
export const orderMarks = {
  frozen: { badge: 'Payment under review', tone: 'red', next: 'Everything is paused until the review is decided.' },
  refundFailed: {
    badge: 'Refund failed',
    tone: 'red',
    next: {
      buyer: "Your refund didn't arrive. We'll contact you about another way.",
      admin: "A refund didn't arrive. Send it again, or record how it was paid.",
      others: "The buyer's refund didn't arrive. An admin needs to find another way.",
    },
  },
  choice: { badge: 'Paid, your choice is next', tone: 'gold' },
} as const satisfies Record<string, StageStatus>;

/** Shown wherever a payment is under review by a bank or an admin. */
export const underReview = {
  title: 'The payment is under review',
  text: 'Everything is paused until the review is decided. Deadlines then pick up where they stopped.',
};

/** Stages of the booking or team that an order paid for. */
export const stageStatuses = {
  reserved: { badge: 'Waiting for payment', tone: 'gold' },
  lapsed: { badge: 'Not paid', tone: 'neutral' },
  held: {
    badge: 'Waiting for an answer',
    tone: 'gold',
    next: { seller: 'Accept or decline.', others: 'The {seller} will accept or decline.' },
  },
  accepted: { badge: 'Accepted', tone: 'cyan', next: 'Play the first game, then both of you confirm it.' },
  in_progress: { badge: 'In progress', tone: 'cyan' },
  between: { badge: 'In progress', tone: 'cyan', next: 'Play the next game, then both of you confirm it.' },
  scheduled: { badge: 'Booked', tone: 'cyan', next: 'The session is coming up.' },
  started: { badge: 'In progress', tone: 'cyan', next: 'The session is in progress.' },
  completed: { badge: 'Completed', tone: 'green' },
  released: { badge: 'Paid out', tone: 'green' },
  declined: { badge: 'Declined', tone: 'red' },
  expired: { badge: 'Timed out', tone: 'red' },
  cancelled: { badge: 'Canceled', tone: 'neutral' },
  stopped: {
    badge: 'On hold',
    tone: 'red',
    next: { buyer: 'Continue or end the hire.', others: 'The buyer will continue or end the hire.' },
  },
  ended_early: { badge: 'Ended early', tone: 'gold' },
  contested: { badge: 'Ended early', tone: 'gold' },
  refunded: { badge: 'Refunded', tone: 'neutral' },
  disputed: { badge: 'In dispute', tone: 'red', next: 'An admin will decide.' },
  decided: { badge: 'Decided', tone: 'neutral' },
  requested: { badge: 'Requested', tone: 'gold' },
  assembling: { badge: 'Looking for your squad', tone: 'cyan', next: 'The concierge will fill the spots.' },
  filled: { badge: 'All spots filled', tone: 'green', next: 'The concierge will hand over the team.' },
  delivered: {
    badge: 'Your team is ready',
    tone: 'green',
    next: { buyer: 'Play your games, then confirm your team.', others: 'The team will play its games.' },
  },
} as const satisfies Record<string, StageStatus>;

/** Texts that say whose turn it is at a given stage. */
export const turnLabels = {
  game: { yours: 'Confirm the next game.', theirs: 'The other side needs to confirm the next game.' },
  lastGame: {
    yours: 'Confirm the last game or dispute it.',
    theirs: 'The other side needs to confirm the last game or dispute it.',
  },
  payout: {
    yours: 'Finish payout verification.',
    theirs: 'The payout is waiting for the {seller} to finish verification.',
  },
  money: 'The money is on its way.',
  admin: 'An admin needs to decide where the money goes.',
} as const;

/** Payout statuses, shown to the seller. */
export const payoutStatuses = {
  verified: { badge: 'Verified', tone: 'green' },
  unverified: {
    badge: 'Not verified',
    tone: 'gold',
    next: 'Finish verification to get paid what you earned.',
  },
} as const satisfies Record<string, StageStatus>;

/** Statuses of a match of two or five players. The card of an open match shows what the player has to do. */
export const matchStatuses = {
  proposed: { badge: 'Waiting for answers', tone: 'gold' },
  mutual: { badge: 'Everyone accepted', tone: 'green' },
  declined: { badge: "Someone couldn't make it", tone: 'neutral' },
  expired: { badge: 'Not everyone answered', tone: 'neutral' },
} as const satisfies Record<string, Status>;

/** Statuses of a matching round, shown to admins. */
export const runStatuses = {
  queued: { badge: 'Queued', tone: 'neutral' },
  running: { badge: 'Running', tone: 'cyan' },
  done: { badge: 'Done', tone: 'green' },
  failed: { badge: 'Failed', tone: 'red' },
} as const satisfies Record<string, Status>;

/** Statuses of an application to a listing, shown to the listing's owner and the applicant. */
export const applicationStatuses = {
  pending: { badge: 'Waiting', tone: 'gold', title: 'You applied', next: "The listing's owner will answer." },
  accepted: { badge: 'Accepted', tone: 'green', title: "You're in", next: 'Agree on when to play.' },
  declined: { badge: 'Not this time', tone: 'neutral', title: 'Not this time', next: 'Check out other listings.' },
  withdrawn: { badge: 'Withdrawn', tone: 'neutral', title: 'You withdrew it', next: 'You can apply again.' },
} as const satisfies Record<string, StageStatus & { title: string; next: string }>;

/** Texts that replace an application's status while its listing is temporarily closed. */
const applicationPauses: Partial<Record<keyof typeof applicationStatuses, string>> = {
  pending: 'Not open right now. Wait, or withdraw your application.',
  accepted: 'Not open right now. You keep your spot until you leave it.',
  withdrawn: 'Not open right now.',
};

/**
 * Returns the applicant's next step.
 * @param listing whether the listing is open, temporarily hidden or over
 */
export function getApplicationNextStep(
  status: keyof typeof applicationStatuses,
  listing: 'open' | 'hidden' | 'over',
): string {
  if (listing === 'hidden') return applicationPauses[status] ?? applicationStatuses[status].next;
  const waits = status === 'pending' || status === 'withdrawn';
  return waits && listing === 'over' ? 'This listing is no longer open.' : applicationStatuses[status].next;
}

/** Listing statuses, shown to the owner. */
export const listingStatuses = {
  active: { badge: 'Active', tone: 'green', next: 'Players can see it and apply.' },
  expired: { badge: 'Expired', tone: 'gold', next: 'Post it again to be found.' },
  closed: { badge: 'Closed', tone: 'neutral', next: 'Players can no longer apply.' },
} as const satisfies Record<string, StageStatus & { next: string }>;

/** Listing statuses, shown to moderators. */
export const moderatedListingStatuses = {
  ...listingStatuses,
  hidden: { badge: 'Hidden: owner banned', tone: 'red' },
  deleted: { badge: 'Deleted', tone: 'red' },
} as const satisfies Record<string, Status>;

/** Statuses of a phone concierge call. */
export const callStatuses = {
  booked: { badge: 'Booked', tone: 'cyan' },
  taken: { badge: 'Taken', tone: 'gold' },
  done: { badge: 'We talked', tone: 'green' },
  missed: { badge: 'No answer', tone: 'neutral', next: "Pick another half hour if you'd like." },
} as const satisfies Record<string, StageStatus>;

/** Reasons a call was canceled. */
export const callCancellations = {
  member: 'Withdrawn',
  desk: 'Canceled by us',
  banned: 'Canceled: banned',
  leaving: 'Canceled: account deletion',
  plan: 'Canceled: plan ended',
  nobody: 'No one called',
} as const;

/**
 * Returns the text for the viewer's side.
 * @param seller what the seller is called: player or coach
 */
export function getNextStep(next: Next | undefined, side: Side, seller: string): string | undefined {
  const sentence = typeof next === 'object' ? (next[side] ?? next.others) : next;
  return sentence?.replace('{seller}', seller);
}
