import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { Surface } from './access-policy.schema.ts';
import type { BanScope } from './ban-reasons.schema.ts';

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

/** Events that deny a surface. The others (lifted, ran out, unblocked …) reopen it. */
type DenyingEvent = Exclude<
  AccountStatusEvent,
  'ban-lifted' | 'ban-ran-out' | 'unblocked' | 'returned' | 'reliable-again'
>;

type Row = {
  /** Events that deny the surface to the user or, for a block, between the two users. */
  deniedBy: readonly DenyingEvent[];
  /** Message for a banned user. It includes how to appeal, unless the specification fixes the wording. */
  refusal: string;
  /**
   * Existing things that each event ends, with the true reason shown to the people involved. An empty string ends
   * nothing.
   */
  ends: Partial<Record<DenyingEvent, string>>;
  /** Events after which it's restored automatically. Otherwise the others were free to move on. */
  restoredBy: readonly ('ban-lifted' | 'ban-ran-out' | 'returned')[];
  /** What changes while the user is unreliable, in words for that user. Existing things aren't affected. */
  unreliableText?: string;
};

/** Refusal at every surface that's closed to accounts scheduled for deletion. */
export const PENDING_DELETION_REFUSAL = `Your account is scheduled for deletion. Keep your account at ${paths.leaving} before you do this.`;

const BANNED_BY_MODERATOR = 'A moderator banned you';
const APPEAL_HINT = `See why, until when, and how to appeal at ${paths.accountStatus}.`;
const OUT_OF_MATCHES = 'A moderator removed a player from matches, so this match is canceled.';
const THEY_OUT_OF_MATCHES = 'A moderator removed them from matches.';
const OWNER_BANNED = 'A moderator banned its owner from listings. No one will be chosen while the ban lasts.';
const MEMBER_LEAVING = "They're leaving Planet Crew.";
const SELLER_BANNED = `A moderator banned the player. Continue the hire, or end it and we'll refund what wasn't played. If you don't choose within ${refundTerms.disputeDecisionDays} days, it ends.`;
const APPLICANT_BANNED = 'A moderator banned them from applying to listings.';

/**
 * The single policy for account status. For every surface it says what denies it, what ends there, and what the people
 * involved read. Operations, commands and conditions use it, messages are built from it, and
 * `server/account-status-matrix.slow.test.ts` tests every event on every surface.
 */
export const ACCESS_POLICY: Record<Surface, Row> = {
  matcher: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You're banned from matches. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  // Saving a profile unpublishes it for a moment. Here `unpublished` means that it stayed unpublished, or the user
  // unpublished it on purpose.
  proposals: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You're banned from matches. ${APPEAL_HINT}`,
    ends: {
      'banned-matching': OUT_OF_MATCHES,
      'banned-all': OUT_OF_MATCHES,
      // Blocks must stay secret, so this reads like any other decline.
      blocked: "A player couldn't make it, so this match is canceled.",
      leaving: 'A player is leaving Planet Crew, so this match is canceled.',
      unpublished: 'A player unpublished their profile, so this match is canceled.',
    },
    restoredBy: [],
  },
  parties: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You're banned from matches. ${APPEAL_HINT}`,
    ends: {
      'banned-matching': THEY_OUT_OF_MATCHES,
      'banned-all': THEY_OUT_OF_MATCHES,
      blocked: "You're matched on your own again.",
      leaving: MEMBER_LEAVING,
      unpublished: 'They unpublished their profile.',
    },
    restoredBy: [],
  },
  // Unpublishing a profile doesn't remove anyone from their current squads. It only keeps them out of new ones.
  squads: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You're banned from matches. ${APPEAL_HINT}`,
    ends: {
      'banned-matching': THEY_OUT_OF_MATCHES,
      'banned-all': THEY_OUT_OF_MATCHES,
      blocked: 'The spot is open now.',
      leaving: MEMBER_LEAVING,
    },
    restoredBy: [],
  },
  // The queue is over within seconds, so only the page shows that a player dropped out, without the reason.
  queue: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You're banned from matches. ${APPEAL_HINT}`,
    ends: {
      'banned-matching': '',
      'banned-all': '',
      blocked: '',
      leaving: '',
      unpublished: '',
    },
    restoredBy: [],
  },
  // Leaving a squad also means leaving its chat. A ban from matches or listings leaves the other chats open.
  threads: {
    deniedBy: ['banned-all', 'blocked', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so you can't message others. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  assemblies: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving', 'unreliable'],
    unreliableText: "You won't be invited to paid Team Assembly spots.",
    refusal: `${BANNED_BY_MODERATOR}, so you can't take a paid spot. ${APPEAL_HINT}`,
    ends: {
      'banned-all': 'A moderator banned a player. The concierge will ask the next one.',
      leaving: 'A player left Planet Crew. The concierge will ask the next one.',
    },
    restoredBy: [],
  },
  'lfg-owner': {
    deniedBy: ['banned-listing', 'banned-all', 'blocked', 'leaving'],
    refusal: 'You are banned from creating listings',
    ends: {
      'banned-listing': OWNER_BANNED,
      'banned-all': OWNER_BANNED,
      // Pending applicants are declined silently, per the domain rules.
      blocked: '',
      leaving:
        'Its owner is leaving Planet Crew, so no one will be chosen. Your application counts again if they stay.',
    },
    restoredBy: ['ban-lifted', 'ban-ran-out', 'returned'],
  },
  'lfg-applicant': {
    unreliableText: 'Owners of listings you apply to see that you had many no-shows.',
    deniedBy: ['banned-applying', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: 'You are banned from applying to listings',
    ends: {
      'banned-applying': APPLICANT_BANNED,
      'banned-all': APPLICANT_BANNED,
      blocked: 'left the listing',
      leaving: MEMBER_LEAVING,
    },
    restoredBy: ['returned'],
  },
  directory: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so your profile is hidden. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  profile: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so your profile is hidden. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  offers: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving', 'unreliable'],
    unreliableText: 'We keep your hire and coaching offers, but no one can see them.',
    refusal: `${BANNED_BY_MODERATOR}, so you can't offer anything. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  'booking-seller': {
    deniedBy: ['banned-all', 'blocked', 'leaving', 'unreliable'],
    unreliableText: "You can't get new hires or bookings. Those already paid for continue.",
    refusal: `${BANNED_BY_MODERATOR}, so you can't be hired. ${APPEAL_HINT}`,
    ends: { 'banned-all': SELLER_BANNED, leaving: 'The player has left Planet Crew.' },
    restoredBy: ['ban-lifted', 'ban-ran-out'],
  },
  'booking-buyer': {
    deniedBy: ['banned-all', 'blocked', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so you can't book anyone. We'll refund anything that hasn't started. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  reviews: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so you can't review anyone. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  payouts: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so an admin will decide about money you're owed. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  checkout: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: `Your account is banned and can't buy. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  // A plan includes its calls, so the calls end with the plan.
  calls: {
    deniedBy: ['banned-all', 'leaving', 'plan-ended'],
    refusal: `${BANNED_BY_MODERATOR}, so no one will call you. ${APPEAL_HINT}`,
    ends: {
      'banned-all': 'A moderator banned them.',
      leaving: "They're leaving Planet Crew.",
      'plan-ended': 'Their plan has ended.',
    },
    restoredBy: [],
  },
  voting: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so you can't vote. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  storage: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so you can't upload files. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  // Banned users still get notifications that concern them, and users who are leaving learn how to keep their account.
  notifications: { deniedBy: [], refusal: '', ends: {}, restoredBy: [] },
};

/** Reason shown to the people involved when something ends because its buyer is banned. */
export const BUYER_BANNED = 'A moderator banned the buyer.';

/** Returns whether a ban of this scope denies a surface. */
export const isDeniedByBan = (scope: BanScope, surface: Surface): boolean =>
  ACCESS_POLICY[surface].deniedBy.includes(`banned-${scope}`);

/** What changes for an unreliable user, one sentence per surface. */
export const unreliableChanges: string[] = Object.values(ACCESS_POLICY).flatMap(
  ({ unreliableText }) => unreliableText ?? [],
);
