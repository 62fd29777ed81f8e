/**
 * The status of everything and what happens next, in players' language. One place for every status: pages, emails and
 * the inbox read it. `badge` is one or two words; `next` says who does what, depending on the viewer's side.
 */
type Tone = 'neutral' | 'violet' | 'cyan' | 'green' | 'gold' | 'red' | 'court';
type Side = 'buyer' | 'seller' | 'admin';
type Status = { badge: string; tone: Tone };
/** One text for all sides, or one side's own text and another for the rest. `{seller}` is player or coach. */
type Next = string | ({ others: string } & Partial<Record<Side, string>>);
export type StageStatus = Status & { next?: Next };

/** Payment statuses of an order. */
export const orderStatuses = {
  awaiting_payment: {
    badge: 'Waiting for payment',
    tone: 'gold',
    next: { buyer: 'Pay before the page closes.', others: 'The buyer has not paid yet.' },
  },
  paid: { badge: 'Paid', tone: 'green' },
  expired: { badge: 'Expired unpaid', tone: 'neutral' },
  failed: { badge: 'Payment failed', tone: 'red' },
} as const satisfies Record<string, StageStatus>;

/** Marks shown next to an order's stage. */
export const orderMarks = {
  frozen: { badge: 'Payment under review', tone: 'red', next: 'Everything is paused until the review is decided.' },
  refundFailed: {
    badge: 'Refund failed',
    tone: 'red',
    next: {
      buyer: "Your refund didn't arrive. We'll contact you about another way.",
      admin: "A refund didn't arrive. Send it again, or record how it was paid.",
      others: "The buyer's refund didn't arrive. An admin has to find another way.",
    },
  },
  choice: { badge: 'Paid, your choice is next', tone: 'gold' },
} as const satisfies Record<string, StageStatus>;

/** Shown on everything whose payment is under review by a bank or an admin. */
export const atTheBank = {
  title: 'The payment is under review',
  text: 'Everything is paused until the review is decided. Then it has as much time as it had left.',
};

/** Stages of what an order bought: bookings and squads assembled for a buyer. */
export const stageStatuses = {
  reserved: { badge: 'Waiting for payment', tone: 'gold' },
  lapsed: { badge: 'Not paid', tone: 'neutral' },
  held: {
    badge: 'Waiting for an answer',
    tone: 'gold',
    next: { seller: 'Accept or decline.', others: 'The {seller} accepts or declines.' },
  },
  accepted: { badge: 'Accepted', tone: 'cyan', next: 'Play the first game, then both of you confirm it.' },
  in_progress: { badge: 'Being played', tone: 'cyan' },
  between: { badge: 'Being played', tone: 'cyan', next: 'Play the next game, then both of you confirm it.' },
  scheduled: { badge: 'Booked', tone: 'cyan', next: 'The session takes place.' },
  started: { badge: 'Under way', tone: 'cyan', next: 'The session is running.' },
  completed: { badge: 'Completed', tone: 'green' },
  released: { badge: 'Paid out', tone: 'green' },
  declined: { badge: 'Declined', tone: 'red' },
  expired: { badge: 'Not in time', tone: 'red' },
  cancelled: { badge: 'Called off', tone: 'neutral' },
  stopped: {
    badge: 'Standing still',
    tone: 'red',
    next: { buyer: 'Go on with the hire, or end it.', others: 'The buyer goes on with the hire or ends it.' },
  },
  ended_early: { badge: 'Ended early', tone: 'gold' },
  contested: { badge: 'Ended early', tone: 'gold' },
  refunded: { badge: 'Refunded', tone: 'neutral' },
  disputed: { badge: 'In dispute', tone: 'red', next: 'An admin decides.' },
  decided: { badge: 'Decided', tone: 'neutral' },
  requested: { badge: 'Requested', tone: 'gold' },
  assembling: { badge: 'Looking for your five', tone: 'cyan', next: 'The concierge fills the seats.' },
  filled: { badge: 'All seats filled', tone: 'green', next: 'The concierge hands the squad over.' },
  delivered: {
    badge: 'Your squad is there',
    tone: 'green',
    next: { buyer: 'Play the run, then confirm the squad.', others: 'The run is played.' },
  },
} as const satisfies Record<string, StageStatus>;

/** Texts for whose turn it is, at any stage. */
export const turnWords = {
  game: { yours: 'Confirm the next game.', theirs: 'The other side confirms the next game.' },
  lastGame: {
    yours: 'Confirm the last game or dispute it.',
    theirs: 'The other side confirms the last game or disputes it.',
  },
  payout: {
    yours: 'Finish the verification for payouts.',
    theirs: 'The payout waits for the verification of its {seller}.',
  },
  money: 'Money is on its way.',
  admin: 'An admin has to decide about the money.',
} as const;

/** Payout statuses, shown to the seller. */
export const payoutStatuses = {
  verified: { badge: 'Verified', tone: 'green' },
  unverified: {
    badge: 'Not verified',
    tone: 'gold',
    next: 'Finish the verification, and what you earned is paid out.',
  },
} as const satisfies Record<string, StageStatus>;

/** Statuses of a match of two or five. The card of an open match shows what the player needs to do. */
export const matchStatuses = {
  proposed: { badge: 'Answers are open', tone: 'gold' },
  mutual: { badge: 'Everybody accepted', tone: 'green' },
  declined: { badge: 'Somebody could not make it', tone: 'neutral' },
  expired: { badge: 'Not everybody answered', tone: 'neutral' },
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
  pending: { badge: 'Waiting', tone: 'gold', title: 'You applied', next: 'The owner of the listing answers.' },
  accepted: { badge: 'Accepted', tone: 'green', title: 'You are in', next: 'Talk about when you play.' },
  declined: { badge: 'Not this time', tone: 'neutral', title: 'Not this time', next: 'Look at other listings.' },
  withdrawn: { badge: 'Taken back', tone: 'neutral', title: 'You took it back', next: 'You can apply again.' },
} as const satisfies Record<string, StageStatus & { title: string; next: string }>;

/** The application text that changes while its listing is temporarily closed. */
const applicationPauses: Partial<Record<keyof typeof applicationStatuses, string>> = {
  pending: 'Not open now. Wait, or take your application back.',
  accepted: 'Not open now. You have your seat until you leave it.',
  withdrawn: 'Not open now.',
};

/** Returns the applicant's next step. @param listing whether it's open, temporarily hidden, or over */
export function getApplicationNextStep(
  status: keyof typeof applicationStatuses,
  listing: 'open' | 'hidden' | 'over',
): string {
  if (listing === 'hidden') return applicationPauses[status] ?? applicationStatuses[status].next;
  const waits = status === 'pending' || status === 'withdrawn';
  return waits && listing === 'over' ? 'The listing is not open any more.' : applicationStatuses[status].next;
}

/** Listing statuses, shown to the owner. */
export const listingStatuses = {
  active: { badge: 'Active', tone: 'green', next: 'Players see it and apply.' },
  expired: { badge: 'Ran out', tone: 'gold', next: 'Post it again to be found.' },
  closed: { badge: 'Closed', tone: 'neutral', next: 'Nobody can apply any more.' },
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
  missed: { badge: 'Nobody answered', tone: 'neutral', next: 'Pick another half hour if you like.' },
} as const satisfies Record<string, StageStatus>;

/** Why a call was canceled. */
export const callsOff = {
  member: 'Taken back',
  desk: 'Called off by us',
  banned: 'Called off: banned',
  leaving: 'Called off: leaving',
  plan: 'Called off: plan ended',
  nobody: 'Nobody called',
} as const;

/** Returns the text for the viewer's side. @param seller the name of the selling side */
export function getNextStep(next: Next | undefined, side: Side, seller: string): string | undefined {
  const sentence = typeof next === 'object' ? (next[side] ?? next.others) : next;
  return sentence?.replace('{seller}', seller);
}
