import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { longText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { availabilityWindow } from '../profiles/profiles.schema.ts';
import * as messages from './bookings.messages.ts';
import { OwnReview } from './reviews/reviews.schema.ts';

export const BOOKING_STATUSES = [
  'reserved',
  'lapsed',
  'held',
  'accepted',
  'in_progress',
  'scheduled',
  'started',
  'completed',
  'released',
  'declined',
  'expired',
  'cancelled',
  'ended_early',
  'refunded',
  'disputed',
  'decided',
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export type Side = 'buyer' | 'seller';
export type Window = z.output<typeof availabilityWindow>;

/** Positions players can be hired for. `Lock` is the specification's term for a lockdown defender. */
export const HIRE_ROLES = ['PG', 'SG', 'Lock', 'PF', 'C'] as const;
export const HIRE_PRICES = ['PRICE_7G_ROLE', 'PRICE_7G_LOCK', 'PRICE_7G_ELITE'] as const;

const MAX_TIME_RANGES = 28;
const MAX_OFFER_NOTE = 300;
const MAX_DAYS_OFF = 60;

const hours = z
  .array(availabilityWindow)
  .max(MAX_TIME_RANGES, issueText(messages.tooManyTimeRanges, { max: MAX_TIME_RANGES }));

export const OfferInput = z.object({
  roles: z
    .array(z.enum(HIRE_ROLES, issueText(messages.offerRolesInvalid)))
    .min(1, issueText(messages.offerRolesMissing))
    .transform((roles) => HIRE_ROLES.filter((role) => roles.includes(role))),
  priceId: z.enum(HIRE_PRICES, issueText(messages.offerTierInvalid)),
  hours: hours.default([]),
  note: longText(MAX_OFFER_NOTE, { tooLong: issueText(messages.offerNoteTooLong, { max: MAX_OFFER_NOTE }) }).default(
    '',
  ),
  active: z.boolean().default(true),
});
export type OfferInput = z.output<typeof OfferInput>;

export const OfferCard = z.object({
  userId: z.uuid(),
  displayName: z.string(),
  verified: z.boolean(),
  avatarPath: z.string().nullable(),
  platform: z.string(),
  region: z.string(),
  timezone: z.string(),
  overallRating: z.number().nullable(),
  roles: z.array(z.string()),
  priceId: z.enum(HIRE_PRICES),
  /** Planet Crew's fee on the released amount, in hundredths of a percent. */
  feePoints: z.int(),
  hours: z.array(availabilityWindow),
  note: z.string(),
  kept: z.object({ hires: z.int(), games: z.int() }),
});
export type OfferCard = z.infer<typeof OfferCard>;

/** A seller's public record of kept promises. */
export const SellerRecord = z.object({
  hiresFinished: z.int(),
  gamesPlayed: z.int(),
  hiresEndedEarlyByThem: z.int(),
  notAnswered: z.int(),
  sessionsCoached: z.int(),
  squadsJoined: z.int(),
});
export type SellerRecord = z.infer<typeof SellerRecord>;

export const Slot = z.object({ startsAt: instant, endsAt: instant });
export type Slot = z.infer<typeof Slot>;

export const CoachCalendar = z.object({
  coachId: z.string(),
  feePoints: z.int(),
  timezone: z.string(),
  slots: z.array(Slot),
  /** Half hours that the caller has reserved but not paid for. `slots` doesn't include them. */
  unpaid: z.array(z.object({ orderId: z.uuid(), startsAt: instant })),
});

export const CoachHours = z.object({
  timezone: z.string().max(64),
  hours,
  daysOff: z
    .array(z.iso.date(issueText(messages.dayOffInvalid)))
    .max(MAX_DAYS_OFF, issueText(messages.tooManyDaysOff, { max: MAX_DAYS_OFF }))
    .default([]),
  active: z.boolean().default(true),
});

const Game = z.object({
  no: z.int(),
  buyerConfirmed: z.boolean(),
  sellerConfirmed: z.boolean(),
  counted: z.boolean(),
  silent: z.enum(['buyer', 'seller']).nullable(),
  /** When the game counts automatically if the other side doesn't respond. */
  countsAt: instant.nullable(),
  note: z.string(),
});

const Evidence = z.object({
  id: z.uuid(),
  gameNo: z.int().nullable(),
  by: z.enum(['buyer', 'seller']),
  note: z.string(),
  at: instant,
});

export const BookingView = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  type: z.enum(['hire', 'coaching']),
  status: z.enum(BOOKING_STATUSES),
  side: z.enum(['buyer', 'seller', 'admin']),
  buyer: z.object({ id: z.uuid().nullable(), name: z.string() }),
  player: z.object({ id: z.uuid().nullable(), name: z.string() }),
  role: z.string().nullable(),
  priceCents: z.int(),
  creditCents: z.int(),
  contractedGames: z.int(),
  completedGames: z.int(),
  games: z.array(Game),
  evidence: z.array(Evidence),
  coachId: z.string().nullable(),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  meetingNote: z.string(),
  waitsFor: z.string().nullable(),
  deadlineAt: instant.nullable(),
  frozen: z.boolean(),
  /** Whether a ban put the hire on hold until the buyer chooses. */
  stopped: z.boolean(),
  disputeId: z.uuid().nullable(),
  review: OwnReview.nullable(),
  mayReview: z.boolean(),
});
export type BookingView = z.infer<typeof BookingView>;

/** Preview of an early exit for the confirmation. Amounts are in cents. */
export const ExitPreview = z.object({
  gamesPlayed: z.int(),
  /** Games confirmed by one side only. Their price stays held. */
  gamesHeld: z.int(),
  gamesRemaining: z.int(),
  refundCents: z.int(),
  creditBackCents: z.int(),
  heldCents: z.int(),
  releaseCents: z.int(),
});
export type ExitPreview = z.infer<typeof ExitPreview>;

export const BookingId = z.object({ id: z.uuid(issueText(messages.bookingIdInvalid)) });
export const OrderId = z.object({ id: z.uuid(issueText(messages.orderIdInvalid)) });
export const StartedBooking = z.object({ bookingId: z.uuid() });
