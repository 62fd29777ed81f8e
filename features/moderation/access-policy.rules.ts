import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { Surface } from './access-policy.schema.ts';
import type { BanScope } from './ban-reasons.schema.ts';

/** What can happen to somebody's standing; a ban counts by what it is from. */
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

/** What shuts a surface; the events that are no state (lifted, ran out, unblocked …) open it again. */
type DenyingEvent = Exclude<
  AccountStatusEvent,
  'ban-lifted' | 'ban-ran-out' | 'unblocked' | 'returned' | 'reliable-again'
>;

type Row = {
  /** What shuts it for the person, or for a block: between the two. */
  deniedBy: readonly DenyingEvent[];
  /** What a banned person reads at the shut door, with the way out where the specification does not fix the words. */
  refusal: string;
  /** What ends of that which stands there already, and what the people around read as the true reason; '' is nothing. */
  ends: Partial<Record<DenyingEvent, string>>;
  /** After what it comes back by itself; otherwise the others were free to go on. */
  restoredBy: readonly ('ban-lifted' | 'ban-ran-out' | 'returned')[];
  /** What is different there while somebody is unreliable, as they read it; what stood before stays. */
  unreliableText?: string;
};

/** What somebody who is about to be deleted reads at every door that is not for them. */
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
 * The one policy of standing: for every surface what shuts it, what ends there, and what the people around are told.
 * Operations, commands and conditions ask it, messages are made of it, and `server/account-status-matrix.slow.test.ts` plays every event
 * on every surface.
 */
export const ACCESS_POLICY: Record<Surface, Row> = {
  matcher: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${APPEAL_HINT}`,
    ends: {},
    restoredBy: [],
  },
  // Who saves their profile is out for a moment: unpublished is who stays out, or pressed for it.
  proposals: {
    deniedBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${APPEAL_HINT}`,
    ends: {
      'banned-matching': OUT_OF_MATCHES,
      'banned-all': OUT_OF_MATCHES,
      // A block is silent: it reads as every other no.
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
  // Withdrawing a profile takes nobody out of the squads that they play in: it keeps them from new ones.
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
  // What is over within seconds is told on the page alone: a player dropped out, whatever the reason.
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
  // Who is out of a squad is out of its thread. A ban from matches or listings leaves the other conversations open.
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
      // Who waited is declined in silence, as the domain has it.
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
  // A call is promised by a plan, so it goes the way of the plan.
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
  // Whoever is banned still hears what concerns them, and who leaves hears how to stay.
  notifications: { deniedBy: [], refusal: '', ends: {}, restoredBy: [] },
};

/** What the people around read where something ends because its buyer is banned. */
export const BUYER_BANNED = 'A moderator banned the buyer.';

/** Whether a ban of this scope keeps somebody from a surface. */
export const isDeniedByBan = (scope: BanScope, surface: Surface): boolean =>
  ACCESS_POLICY[surface].deniedBy.includes(`banned-${scope}`);

/** What is different for somebody who is unreliable, one sentence a surface. */
export const unreliableChanges: string[] = Object.values(ACCESS_POLICY).flatMap(
  ({ unreliableText }) => unreliableText ?? [],
);
