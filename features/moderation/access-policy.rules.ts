import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import { lazyText, type Translatable } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import type { Surface } from './access-policy.schema.ts';
import type { BanScope } from './ban-reasons.schema.ts';
import * as messages from './moderation.messages.ts';

/** Events that change an account's status. A ban's event depends on its scope. */
export const ACCOUNT_STATUS_EVENTS = [
  'banned-listing',
  'banned-applying',
  'banned-matching',
  'banned-all',
  'ban-lifted',
  'ban-ran-out',
  'blocked',
  'unblocked',
  'unpublished',
  'leaving',
  'returned',
  'plan-ended',
  'unreliable',
  'reliable-again',
] as const;
export type AccountStatusEvent = (typeof ACCOUNT_STATUS_EVENTS)[number];

/** Events that deny a surface. Other events (lifted, ran out, unblocked …) reopen it. */
export type DenyingEvent = Exclude<
  AccountStatusEvent,
  'ban-lifted' | 'ban-ran-out' | 'unblocked' | 'returned' | 'reliable-again'
>;

/**
 * How an existing commitment ends: the people involved read this reason, get no message (`silent`), or get the message
 * they'd get if the user had left on their own (`ordinary`).
 */
type EndingMessage = Translatable | 'silent' | 'ordinary';

type Row = {
  /** Events that deny the surface to the user or, for a block, between the two users. */
  deniedBy: readonly DenyingEvent[];
  /**
   * Message for a banned user. It includes how to appeal, unless the specification fixes the wording. Missing where no
   * ban applies.
   */
  refusal?: Translatable;
  /** Events that end existing commitments, and how the commitments end. */
  ends: Partial<Record<DenyingEvent, EndingMessage>>;
  /** Events that automatically restore ended commitments. */
  restoredBy: readonly ('ban-lifted' | 'ban-ran-out' | 'returned')[];
  /** Text about what changes for unreliable users. Existing commitments aren't affected. */
  unreliableText?: Message;
  /** Message for an unreliable user who's denied access. It includes how to recover. */
  unreliableRefusal?: Translatable;
};

/** Refusal on every surface that's denied to accounts scheduled for deletion. */
export const PENDING_DELETION_REFUSAL = lazyText(messages.deletionScheduled, { path: paths.leaving });

/** Adds the page where users see their account status and can appeal. */
const withStatusPage = (message: Message<{ path: string }>) => lazyText(message, { path: paths.accountStatus });

/**
 * The single policy for account status. For each surface, it says what denies access, what ends existing commitments,
 * and what the people involved read. Operations, commands and conditions use it, and
 * `server/account-status-matrix.slow.test.ts` tests every event on every surface.
 */
export const ACCESS_POLICY: Record<Surface, Row> = {
  matcher: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: withStatusPage(messages.bannedFromMatches),
    ends: {},
    restoredBy: [],
  },
  // Saving a profile unpublishes it for a moment. Here `unpublished` means that it stayed unpublished, or the user
  // unpublished it on purpose.
  proposals: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: withStatusPage(messages.bannedFromMatches),
    ends: {
      'banned-matching': messages.matchEndedBanned,
      'banned-all': messages.matchEndedBanned,
      // Blocks must stay secret, so this reads like any other decline.
      blocked: messages.matchEndedDeclined,
      leaving: messages.matchEndedLeaving,
      unpublished: messages.matchEndedUnpublished,
    },
    restoredBy: [],
  },
  parties: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: withStatusPage(messages.bannedFromMatches),
    ends: {
      'banned-matching': messages.memberBanned,
      'banned-all': messages.memberBanned,
      blocked: messages.partyEnded,
      leaving: messages.memberLeaving,
      unpublished: messages.memberUnpublished,
    },
    restoredBy: [],
  },
  // Unpublishing a profile doesn't remove anyone from their current squads. It only keeps them out of new ones.
  squads: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: withStatusPage(messages.bannedFromMatches),
    ends: {
      'banned-matching': messages.memberBanned,
      'banned-all': messages.memberBanned,
      blocked: messages.squadSpotOpen,
      leaving: messages.memberLeaving,
    },
    restoredBy: [],
  },
  // Ready checks are over within seconds, so only the page shows that a player dropped out, without the reason.
  queue: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: withStatusPage(messages.bannedFromMatches),
    ends: {
      'banned-matching': 'silent',
      'banned-all': 'silent',
      blocked: 'silent',
      leaving: 'silent',
      unpublished: 'silent',
    },
    restoredBy: [],
  },
  // Leaving a squad also means leaving its chat. A ban from matches or listings leaves the other chats open.
  threads: {
    deniedBy: ['banned-all', 'blocked', 'leaving'],
    refusal: withStatusPage(messages.bannedFromMessages),
    ends: {},
    restoredBy: [],
  },
  assemblies: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving', 'unreliable'],
    unreliableText: messages.unreliableTeamAssembly,
    unreliableRefusal: withStatusPage(messages.tooUnreliableForTeamAssembly),
    refusal: withStatusPage(messages.bannedFromTeamAssembly),
    ends: {
      'banned-all': messages.teamPlayerBanned,
      leaving: messages.teamPlayerLeft,
    },
    restoredBy: [],
  },
  'lfg-owner': {
    deniedBy: ['banned-listing', 'banned-all', 'blocked', 'leaving'],
    refusal: messages.bannedFromListing,
    ends: {
      'banned-listing': messages.listingOwnerBanned,
      'banned-all': messages.listingOwnerBanned,
      // Pending applicants are declined silently, per the domain rules.
      blocked: 'silent',
      leaving: messages.listingOwnerLeaving,
    },
    restoredBy: ['ban-lifted', 'ban-ran-out', 'returned'],
  },
  'lfg-applicant': {
    unreliableText: messages.unreliableApplying,
    deniedBy: ['banned-applying', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: messages.bannedFromApplying,
    ends: {
      'banned-applying': messages.applicantBanned,
      'banned-all': messages.applicantBanned,
      blocked: 'ordinary',
      leaving: messages.memberLeaving,
    },
    restoredBy: ['returned'],
  },
  directory: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: withStatusPage(messages.bannedProfileHidden),
    ends: {},
    restoredBy: [],
  },
  profile: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: withStatusPage(messages.bannedProfileHidden),
    ends: {},
    restoredBy: [],
  },
  offers: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving', 'unreliable'],
    unreliableText: messages.unreliableOffers,
    unreliableRefusal: withStatusPage(messages.tooUnreliableForOffers),
    refusal: withStatusPage(messages.bannedFromOffers),
    ends: {},
    restoredBy: [],
  },
  'booking-seller': {
    deniedBy: ['banned-all', 'blocked', 'leaving', 'unreliable'],
    unreliableText: messages.unreliableSelling,
    unreliableRefusal: withStatusPage(messages.tooUnreliableForSelling),
    refusal: withStatusPage(messages.bannedFromSelling),
    ends: {
      'banned-all': lazyText(messages.hiredPlayerBanned, { days: refundTerms.disputeDecisionDays }),
      leaving: messages.hiredPlayerLeft,
    },
    restoredBy: ['ban-lifted', 'ban-ran-out'],
  },
  'booking-buyer': {
    deniedBy: ['banned-all', 'blocked', 'leaving'],
    refusal: withStatusPage(messages.bannedFromBooking),
    ends: {},
    restoredBy: [],
  },
  reviews: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: withStatusPage(messages.bannedFromReviews),
    ends: {},
    restoredBy: [],
  },
  payouts: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: withStatusPage(messages.bannedFromPayouts),
    ends: {},
    restoredBy: [],
  },
  checkout: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: withStatusPage(messages.bannedFromCheckout),
    ends: {},
    restoredBy: [],
  },
  // A plan includes its calls, so the calls end with the plan.
  calls: {
    deniedBy: ['banned-all', 'leaving', 'plan-ended'],
    refusal: withStatusPage(messages.bannedFromCalls),
    ends: {
      'banned-all': messages.callMemberBanned,
      leaving: messages.memberLeaving,
      'plan-ended': messages.callPlanEnded,
    },
    restoredBy: [],
  },
  voting: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: withStatusPage(messages.bannedFromVoting),
    ends: {},
    restoredBy: [],
  },
  storage: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: withStatusPage(messages.bannedFromUploads),
    ends: {},
    restoredBy: [],
  },
  // Banned users still get notifications that concern them, and users who are leaving learn how to keep their account.
  notifications: { deniedBy: [], ends: {}, restoredBy: [] },
};

/**
 * Returns the reason shown to the people involved when this event ends something, or undefined if they don't get one.
 */
export function getEndReason(surface: Surface, event: DenyingEvent): Translatable | undefined {
  const endEffect = ACCESS_POLICY[surface].ends[event];
  return endEffect === 'silent' || endEffect === 'ordinary' ? undefined : endEffect;
}

/** Returns whether a ban of this scope denies a surface. */
export const isDeniedByBan = (scope: BanScope, surface: Surface): boolean =>
  ACCESS_POLICY[surface].deniedBy.includes(`banned-${scope}`);

/** Texts about what changes for an unreliable user, one per surface. */
export const UNRELIABILITY_EFFECTS: Message[] = Object.values(ACCESS_POLICY).flatMap(
  ({ unreliableText }) => unreliableText ?? [],
);
