import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { Surface } from './access-policy.schema.ts';
import type { BanScope } from './ban-reasons.schema.ts';

/** Events that change an account's status; a ban counts by its scope. */
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

/** Events that deny a surface; the others (lifted, ran out, unblocked …) aren't states and reopen it. */
type DenyingEvent = Exclude<
  AccountStatusEvent,
  'ban-lifted' | 'ban-ran-out' | 'unblocked' | 'returned' | 'reliable-again'
>;

type Row = {
  /** Events that deny the surface: for the person, or, for a block, between the two people. */
  deniedBy: readonly DenyingEvent[];
  /** Message for a banned user, with the way to appeal where the specification doesn't fix the wording. */
  refusal: string;
  /**
   * What each event ends of the things already there: the true reason shown to the people involved. An empty string
   * ends nothing.
   */
  ends: Partial<Record<DenyingEvent, string>>;
  /** Events after which it's restored automatically; otherwise the others were free to move on. */
  restoredBy: readonly ('ban-lifted' | 'ban-ran-out' | 'returned')[];
  /** What changes there while the user is unreliable, as they read it; existing things stay. */
  unreliableText?: string;
};

/** Refusal at every surface that's closed to accounts scheduled for deletion. */
export const PENDING_DELETION_REFUSAL = `Your account is about to be deleted. To do this, keep your account first at ${paths.leaving}.`;

const BANNED_BY_MODERATOR = 'A moderator banned you';
const APPEAL_HINT = `Why, until when, and how to appeal: ${paths.standing}.`;
const OUT_OF_MATCHES = 'A moderator took a member out of matches, so this one is off.';
const THEY_OUT_OF_MATCHES = 'A moderator took them out of matches.';
const OWNER_BANNED = 'A moderator banned its owner from listings, so nobody is chosen while that lasts.';
const MEMBER_LEAVING = 'They are leaving Planet Crew.';
const SELLER_BANNED = `A moderator banned the player. Go on with the hire, or end it: what was not played goes back. If you do not choose within ${refundTerms.disputeDecisionDays} days it ends.`;
const APPLICANT_BANNED = 'A moderator banned them from applying to listings.';

/**
 * The single policy for account status: for every surface what denies it, what ends there, and what the people involved
 * read. Operations, commands and conditions use it, messages are built from it, and
 * `server/account-status-matrix.slow.test.ts` tests every event on every surface.
 */
export const ACCESS_POLICY: Record<Surface, Row> = {
  matcher: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  // Saving a profile unpublishes it for a moment. Here, `unpublished` means it stays that way or the user unpublished
  // it on purpose.
  proposals: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${APPEAL_HINT}`,
    ends: {
      'banned-matching': OUT_OF_MATCHES,
      'banned-all': OUT_OF_MATCHES,
      // A block is silent: it reads like any other decline.
      blocked: 'A member could not make it, so this one is off.',
      leaving: 'A member is leaving Planet Crew, so this one is off.',
      unpublished: 'A member has withdrawn their profile, so this one is off.',
    },
    restoredBy: [],
  },
  parties: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${APPEAL_HINT}`,
    ends: {
      'banned-matching': THEY_OUT_OF_MATCHES,
      'banned-all': THEY_OUT_OF_MATCHES,
      blocked: 'You are matched by yourself again.',
      leaving: MEMBER_LEAVING,
      unpublished: 'They have withdrawn their profile.',
    },
    restoredBy: [],
  },
  // Withdrawing a profile removes nobody from their current squads; it only keeps them out of new ones.
  squads: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${APPEAL_HINT}`,
    ends: {
      'banned-matching': THEY_OUT_OF_MATCHES,
      'banned-all': THEY_OUT_OF_MATCHES,
      blocked: 'The seat is free now.',
      leaving: MEMBER_LEAVING,
    },
    restoredBy: [],
  },
  // The queue is over within seconds, so only the page says it: a player dropped out, whatever the reason.
  queue: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${APPEAL_HINT}`,
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
    refusal: `${BANNED_BY_MODERATOR}, so you cannot write to others. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  assemblies: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving', 'unreliable'],
    unreliableText: 'You are not asked for paid seats of a squad.',
    refusal: `${BANNED_BY_MODERATOR}, so you cannot take a paid seat. ${APPEAL_HINT}`,
    ends: {
      'banned-all': 'A moderator banned a player. The concierge asks the next one.',
      leaving: 'A player has left Planet Crew. The concierge asks the next one.',
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
      leaving: 'Its owner is leaving Planet Crew, so nobody is chosen. Your application counts again if they stay.',
    },
    restoredBy: ['ban-lifted', 'ban-ran-out', 'returned'],
  },
  'lfg-applicant': {
    unreliableText: 'Owners of listings that you apply to read that you were missing often.',
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
    refusal: `${BANNED_BY_MODERATOR}, so your profile is not shown. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  profile: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so your profile is not shown. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  offers: {
    deniedBy: ['banned-all', 'blocked', 'unpublished', 'leaving', 'unreliable'],
    unreliableText: 'What you offer for hire or as a coach is kept, and shown to nobody.',
    refusal: `${BANNED_BY_MODERATOR}, so you cannot offer anything. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  'booking-seller': {
    deniedBy: ['banned-all', 'blocked', 'leaving', 'unreliable'],
    unreliableText: 'You cannot be hired or booked anew. What somebody has paid for already goes on.',
    refusal: `${BANNED_BY_MODERATOR}, so you cannot be hired. ${APPEAL_HINT}`,
    ends: { 'banned-all': SELLER_BANNED, leaving: 'The player has left Planet Crew.' },
    restoredBy: ['ban-lifted', 'ban-ran-out'],
  },
  'booking-buyer': {
    deniedBy: ['banned-all', 'blocked', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so you cannot book anybody. What you have paid goes back by itself. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  payouts: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so an admin decides about what is due to you. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  checkout: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: `Your account is banned and cannot buy. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  // A plan includes its calls, so they end with the plan.
  calls: {
    deniedBy: ['banned-all', 'leaving', 'plan-ended'],
    refusal: `${BANNED_BY_MODERATOR}, so nobody calls you. ${APPEAL_HINT}`,
    ends: {
      'banned-all': 'A moderator banned them.',
      leaving: 'They are leaving Planet Crew.',
      'plan-ended': 'Their plan has ended.',
    },
    restoredBy: [],
  },
  voting: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so you cannot vote. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  storage: {
    deniedBy: ['banned-all', 'leaving'],
    refusal: `${BANNED_BY_MODERATOR}, so you cannot upload files. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  // Banned users are still notified of what concerns them, and users who are leaving are notified how to stay.
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
