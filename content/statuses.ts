/**
 * All statuses and next steps, in players' language, for pages, emails and the inbox. `badge` is one or two words.
 * `next` says who has to do what, and can differ by the viewer's side.
 */
import type { Message } from '../messages/message.ts';
import type { Translator } from '../messages/translator.ts';
import * as messages from './content.messages.ts';

type Tone = 'neutral' | 'violet' | 'cyan' | 'green' | 'gold' | 'red' | 'orange';
type Side = 'buyer' | 'seller' | 'admin';
export type Status = { badge: Message; tone: Tone };
/** A text that may name the seller: as player or as coach. */
type SellerMessage = Message | Message<{ seller: string }>;
/** One text for all sides, or separate texts for some sides and one for everyone else. */
type Next = SellerMessage | ({ others: SellerMessage } & Partial<Record<Side, SellerMessage>>);
export type StageStatus = Status & { next?: Next };

/** Payment statuses of an order. */
export const orderStatuses = {
  awaiting_payment: {
    badge: messages.waitingForPayment,
    tone: 'gold',
    next: { buyer: messages.orderAwaitingBuyer, others: messages.orderAwaitingOthers },
  },
  paid: { badge: messages.orderPaid, tone: 'green' },
  expired: { badge: messages.orderExpired, tone: 'neutral' },
  failed: { badge: messages.orderFailed, tone: 'red' },
} as const satisfies Record<string, StageStatus>;

/** Badges shown next to an order's stage. */
export const orderBadges = {
  frozen: { badge: messages.orderFrozen, tone: 'red', next: messages.orderFrozenNext },
  refundFailed: {
    badge: messages.orderRefundFailed,
    tone: 'red',
    next: {
      buyer: messages.orderRefundFailedBuyer,
      admin: messages.orderRefundFailedAdmin,
      others: messages.orderRefundFailedOthers,
    },
  },
  choice: { badge: messages.orderChoice, tone: 'gold' },
} as const satisfies Record<string, StageStatus>;

/** Shown wherever a payment is under review by a bank or an admin. */
export const underReview = { title: messages.underReviewTitle, text: messages.underReviewText } as const;

/** Stages of the booking or team that an order paid for. */
export const stageStatuses = {
  reserved: { badge: messages.waitingForPayment, tone: 'gold' },
  lapsed: { badge: messages.stageLapsed, tone: 'neutral' },
  held: {
    badge: messages.stageHeld,
    tone: 'gold',
    next: { seller: messages.stageHeldSeller, others: messages.stageHeldOthers },
  },
  accepted: { badge: messages.stageAccepted, tone: 'cyan', next: messages.stageAcceptedNext },
  in_progress: { badge: messages.stageInProgress, tone: 'cyan' },
  between: { badge: messages.stageInProgress, tone: 'cyan', next: messages.stageBetweenNext },
  scheduled: { badge: messages.stageScheduled, tone: 'cyan', next: messages.stageScheduledNext },
  started: { badge: messages.stageInProgress, tone: 'cyan', next: messages.stageStartedNext },
  completed: { badge: messages.stageCompleted, tone: 'green' },
  released: { badge: messages.stageReleased, tone: 'green' },
  declined: { badge: messages.stageDeclined, tone: 'red' },
  expired: { badge: messages.stageExpired, tone: 'red' },
  cancelled: { badge: messages.stageCanceled, tone: 'neutral' },
  stopped: {
    badge: messages.stageStopped,
    tone: 'red',
    next: { buyer: messages.stageStoppedBuyer, others: messages.stageStoppedOthers },
  },
  ended_early: { badge: messages.stageEndedEarly, tone: 'gold' },
  contested: { badge: messages.stageEndedEarly, tone: 'gold' },
  refunded: { badge: messages.stageRefunded, tone: 'neutral' },
  disputed: { badge: messages.stageDisputed, tone: 'red', next: messages.stageDisputedNext },
  decided: { badge: messages.stageDecided, tone: 'neutral' },
  requested: { badge: messages.stageRequested, tone: 'gold' },
  assembling: { badge: messages.stageAssembling, tone: 'cyan', next: messages.stageAssemblingNext },
  filled: { badge: messages.stageFilled, tone: 'green', next: messages.stageFilledNext },
  delivered: {
    badge: messages.stageDelivered,
    tone: 'green',
    next: { buyer: messages.stageDeliveredBuyer, others: messages.stageDeliveredOthers },
  },
} as const satisfies Record<string, StageStatus>;

export type Turn = { yours: SellerMessage; theirs: SellerMessage };

/** Texts that say whose turn it is at a given stage. */
export const turnLabels = {
  game: { yours: messages.turnGameYours, theirs: messages.turnGameTheirs },
  lastGame: { yours: messages.turnLastGameYours, theirs: messages.turnLastGameTheirs },
  payout: { yours: messages.turnPayoutYours, theirs: messages.turnPayoutTheirs },
  money: messages.turnMoney,
  admin: messages.turnAdmin,
} as const satisfies Record<string, Message | Turn>;

/** Payout statuses, shown to the seller. */
export const payoutStatuses = {
  verified: { badge: messages.payoutVerified, tone: 'green' },
  unverified: { badge: messages.payoutUnverified, tone: 'gold' },
} as const satisfies Record<string, Status>;

/** Statuses of a match of two or five players. The card of an open match shows what the player has to do. */
export const matchStatuses = {
  proposed: { badge: messages.matchProposed, tone: 'gold' },
  mutual: { badge: messages.matchMutual, tone: 'green' },
  declined: { badge: messages.matchDeclined, tone: 'neutral' },
  expired: { badge: messages.matchExpired, tone: 'neutral' },
} as const satisfies Record<string, Status>;

/** Statuses of a matching round, shown to admins. */
export const runStatuses = {
  queued: { badge: messages.runQueued, tone: 'neutral' },
  running: { badge: messages.runRunning, tone: 'cyan' },
  done: { badge: messages.runDone, tone: 'green' },
  failed: { badge: messages.runFailed, tone: 'red' },
} as const satisfies Record<string, Status>;

/** Statuses of an application to a listing, shown to the listing's owner and the applicant. */
export const applicationStatuses = {
  pending: { badge: messages.applicationPending, tone: 'gold', next: messages.applicationPendingNext },
  accepted: { badge: messages.applicationAccepted, tone: 'green', next: messages.applicationAcceptedNext },
  declined: { badge: messages.applicationDeclined, tone: 'neutral', next: messages.applicationDeclinedNext },
  withdrawn: { badge: messages.applicationWithdrawn, tone: 'neutral', next: messages.applicationWithdrawnNext },
} as const satisfies Record<string, Status & { next: Message }>;

/** Texts that replace an application's status while its listing is temporarily closed. */
const applicationPauses: Partial<Record<keyof typeof applicationStatuses, Message>> = {
  pending: messages.applicationPendingPaused,
  accepted: messages.applicationAcceptedPaused,
  withdrawn: messages.applicationWithdrawnPaused,
};

/**
 * Returns the applicant's next step.
 * @param listing whether the listing is open, temporarily hidden or over
 */
export function getApplicationNextStep(
  status: keyof typeof applicationStatuses,
  listing: 'open' | 'hidden' | 'over',
): Message {
  if (listing === 'hidden') return applicationPauses[status] ?? applicationStatuses[status].next;
  const isWaiting = status === 'pending' || status === 'withdrawn';
  return isWaiting && listing === 'over' ? messages.applicationOver : applicationStatuses[status].next;
}

/** Listing statuses, shown to the owner. */
export const listingStatuses = {
  active: { badge: messages.listingActive, tone: 'green', next: messages.listingActiveNext },
  expired: { badge: messages.listingExpired, tone: 'gold', next: messages.listingExpiredNext },
  closed: { badge: messages.listingClosed, tone: 'neutral', next: messages.listingClosedNext },
} as const satisfies Record<string, Status & { next: Message }>;

/** Listing statuses, shown to moderators. */
export const moderatedListingStatuses = {
  ...listingStatuses,
  hidden: { badge: messages.listingHidden, tone: 'red' },
  deleted: { badge: messages.listingDeleted, tone: 'red' },
} as const satisfies Record<string, Status>;

/** Statuses of a phone concierge call. */
export const callStatuses = {
  booked: { badge: messages.callBooked, tone: 'cyan' },
  taken: { badge: messages.callTaken, tone: 'gold' },
  done: { badge: messages.callDone, tone: 'green' },
  missed: { badge: messages.callMissed, tone: 'neutral', next: messages.callMissedNext },
} as const satisfies Record<string, StageStatus>;

/** Reasons a call was canceled. */
export const callCancellations = {
  member: messages.callWithdrawn,
  desk: messages.callCanceledByUs,
  banned: messages.callCanceledBanned,
  leaving: messages.callCanceledLeaving,
  plan: messages.callCanceledPlan,
  nobody: messages.callNoOneCalled,
} as const;

/**
 * Returns the text for the viewer's side.
 * @param seller the seller's label: player or coach
 */
export function getNextStep(t: Translator, next: Next | undefined, side: Side, seller: string): string | undefined {
  const text = isBySide(next) ? (next[side] ?? next.others) : next;
  return text && t(text as Message<{ seller: string }>, { seller });
}

/** In the browser, the build has replaced each message with its text or a list of the text's parts. */
const isBySide = (next: Next | undefined): next is Exclude<Next, SellerMessage> =>
  typeof next === 'object' && 'others' in next;
