import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { BanScope } from './ban-reasons.schema.ts';
import type { Surface } from './standing.schema.ts';

/** What can happen to somebody's standing; a ban counts by what it is from. */
export const STANDING_EVENTS = [
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
export type StandingEvent = (typeof STANDING_EVENTS)[number];

/** What shuts a surface; the events that are no state (lifted, ran out, unblocked …) open it again. */
type Shutting = Exclude<StandingEvent, 'ban-lifted' | 'ban-ran-out' | 'unblocked' | 'returned' | 'reliable-again'>;

type Row = {
  /** What shuts it for the person, or for a block: between the two. */
  shutBy: readonly Shutting[];
  /** What a banned person reads at the shut door, with the way out where the specification does not fix the words. */
  refusal: string;
  /** What ends of that which stands there already, and what the people around read as the true reason; '' is nothing. */
  ends: Partial<Record<Shutting, string>>;
  /** After what it comes back by itself; otherwise the others were free to go on. */
  comesBack: readonly ('ban-lifted' | 'ban-ran-out' | 'returned')[];
  /** What is different there while somebody is unreliable, as they read it; what stood before stays. */
  unreliable?: string;
};

/** What somebody who is about to be deleted reads at every door that is not for them. */
export const LEAVING_REFUSAL = `Your account is about to be deleted. To do this, keep your account first at ${paths.leaving}.`;

const SERVED = 'A moderator banned you';
const WAY_OUT = `Why, until when, and how to appeal: ${paths.standing}.`;
const OUT_OF_MATCHES = 'A moderator took a member out of matches, so this one is off.';
const THEY_OUT_OF_MATCHES = 'A moderator took them out of matches.';
const OWNER_BANNED = 'A moderator banned its owner from listings, so nobody is chosen while that lasts.';
const THEY_LEAVE = 'They are leaving Planet Crew.';
const SELLER_BANNED = `A moderator banned the player. Go on with the hire, or end it: what was not played goes back. If you do not choose within ${refundTerms.disputeDecisionDays} days it ends.`;
const APPLICANT_BANNED = 'A moderator banned them from applying to listings.';

/**
 * The one policy of standing: for every surface what shuts it, what ends there, and what the people around are told.
 * Operations, commands and conditions ask it, messages are made of it, and `server/account-status-matrix.deep.test.ts` plays every event
 * on every surface.
 */
export const STANDING: Record<Surface, Row> = {
  matcher: {
    shutBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${WAY_OUT}`,
    ends: {},
    comesBack: [],
  },
  // Who saves their profile is out for a moment: unpublished is who stays out, or pressed for it.
  proposals: {
    shutBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${WAY_OUT}`,
    ends: {
      'banned-matching': OUT_OF_MATCHES,
      'banned-all': OUT_OF_MATCHES,
      // A block is silent: it reads as every other no.
      blocked: 'A member could not make it, so this one is off.',
      leaving: 'A member is leaving Planet Crew, so this one is off.',
      unpublished: 'A member has withdrawn their profile, so this one is off.',
    },
    comesBack: [],
  },
  parties: {
    shutBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${WAY_OUT}`,
    ends: {
      'banned-matching': THEY_OUT_OF_MATCHES,
      'banned-all': THEY_OUT_OF_MATCHES,
      blocked: 'You are matched by yourself again.',
      leaving: THEY_LEAVE,
      unpublished: 'They have withdrawn their profile.',
    },
    comesBack: [],
  },
  // Withdrawing a profile takes nobody out of the squads that they play in: it keeps them from new ones.
  squads: {
    shutBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${WAY_OUT}`,
    ends: {
      'banned-matching': THEY_OUT_OF_MATCHES,
      'banned-all': THEY_OUT_OF_MATCHES,
      blocked: 'The seat is free now.',
      leaving: THEY_LEAVE,
    },
    comesBack: [],
  },
  // What is over within seconds is told on the page alone: a player dropped out, whatever the reason.
  queue: {
    shutBy: ['banned-matching', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `You are banned from matches. ${WAY_OUT}`,
    ends: {
      'banned-matching': '',
      'banned-all': '',
      blocked: '',
      leaving: '',
      unpublished: '',
    },
    comesBack: [],
  },
  // Who is out of a squad is out of its thread. A ban from matches or listings leaves the other conversations open.
  threads: {
    shutBy: ['banned-all', 'blocked', 'leaving'],
    refusal: `${SERVED}, so you cannot write to others. ${WAY_OUT}`,
    ends: {},
    comesBack: [],
  },
  assemblies: {
    shutBy: ['banned-all', 'blocked', 'unpublished', 'leaving', 'unreliable'],
    unreliable: 'You are not asked for paid seats of a squad.',
    refusal: `${SERVED}, so you cannot take a paid seat. ${WAY_OUT}`,
    ends: {
      'banned-all': 'A moderator banned a player. The concierge asks the next one.',
      leaving: 'A player has left Planet Crew. The concierge asks the next one.',
    },
    comesBack: [],
  },
  'lfg-owner': {
    shutBy: ['banned-listing', 'banned-all', 'blocked', 'leaving'],
    refusal: 'You are banned from creating listings',
    ends: {
      'banned-listing': OWNER_BANNED,
      'banned-all': OWNER_BANNED,
      // Who waited is declined in silence, as the domain has it.
      blocked: '',
      leaving: 'Its owner is leaving Planet Crew, so nobody is chosen. Your application counts again if they stay.',
    },
    comesBack: ['ban-lifted', 'ban-ran-out', 'returned'],
  },
  'lfg-applicant': {
    unreliable: 'Owners of listings that you apply to read that you were missing often.',
    shutBy: ['banned-applying', 'banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: 'You are banned from applying to listings',
    ends: {
      'banned-applying': APPLICANT_BANNED,
      'banned-all': APPLICANT_BANNED,
      blocked: 'left the listing',
      leaving: THEY_LEAVE,
    },
    comesBack: ['returned'],
  },
  directory: {
    shutBy: ['banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `${SERVED}, so your profile is not shown. ${WAY_OUT}`,
    ends: {},
    comesBack: [],
  },
  profile: {
    shutBy: ['banned-all', 'blocked', 'unpublished', 'leaving'],
    refusal: `${SERVED}, so your profile is not shown. ${WAY_OUT}`,
    ends: {},
    comesBack: [],
  },
  offers: {
    shutBy: ['banned-all', 'blocked', 'unpublished', 'leaving', 'unreliable'],
    unreliable: 'What you offer for hire or as a coach is kept, and shown to nobody.',
    refusal: `${SERVED}, so you cannot offer anything. ${WAY_OUT}`,
    ends: {},
    comesBack: [],
  },
  'booking-seller': {
    shutBy: ['banned-all', 'blocked', 'leaving', 'unreliable'],
    unreliable: 'You cannot be hired or booked anew. What somebody has paid for already goes on.',
    refusal: `${SERVED}, so you cannot be hired. ${WAY_OUT}`,
    ends: { 'banned-all': SELLER_BANNED, leaving: 'The player has left Planet Crew.' },
    comesBack: ['ban-lifted', 'ban-ran-out'],
  },
  'booking-buyer': {
    shutBy: ['banned-all', 'blocked', 'leaving'],
    refusal: `${SERVED}, so you cannot book anybody. What you have paid goes back by itself. ${WAY_OUT}`,
    ends: {},
    comesBack: [],
  },
  payouts: {
    shutBy: ['banned-all', 'leaving'],
    refusal: `${SERVED}, so an admin decides about what is due to you. ${WAY_OUT}`,
    ends: {},
    comesBack: [],
  },
  checkout: {
    shutBy: ['banned-all', 'leaving'],
    refusal: `Your account is banned and cannot buy. ${WAY_OUT}`,
    ends: {},
    comesBack: [],
  },
  // A call is promised by a plan, so it goes the way of the plan.
  calls: {
    shutBy: ['banned-all', 'leaving', 'plan-ended'],
    refusal: `${SERVED}, so nobody calls you. ${WAY_OUT}`,
    ends: {
      'banned-all': 'A moderator banned them.',
      leaving: 'They are leaving Planet Crew.',
      'plan-ended': 'Their plan has ended.',
    },
    comesBack: [],
  },
  voting: {
    shutBy: ['banned-all', 'leaving'],
    refusal: `${SERVED}, so you cannot vote. ${WAY_OUT}`,
    ends: {},
    comesBack: [],
  },
  storage: {
    shutBy: ['banned-all', 'leaving'],
    refusal: `${SERVED}, so you cannot upload files. ${WAY_OUT}`,
    ends: {},
    comesBack: [],
  },
  // Whoever is banned still hears what concerns them, and who leaves hears how to stay.
  notifications: { shutBy: [], refusal: '', ends: {}, comesBack: [] },
};

/** What the people around read where something ends because its buyer is banned. */
export const BUYER_BANNED = 'A moderator banned the buyer.';

/** Whether a ban of this scope keeps somebody from a surface. */
export const shuts = (scope: BanScope, surface: Surface): boolean =>
  STANDING[surface].shutBy.includes(`banned-${scope}`);

/** What is different for somebody who is unreliable, one sentence a surface. */
export const unreliableChanges: string[] = Object.values(STANDING).flatMap(({ unreliable }) => unreliable ?? []);
