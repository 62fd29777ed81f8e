import { lazyText, type Translatable } from '../../messages/lazy-text.ts';
import { DAY_MS } from '../../time/units.ts';
import type { PlanName } from '../payments/entitlements.rules.ts';
import type { Position } from '../profiles/game.schema.ts';
import { findFormat, type GroupFormat, LARGEST_GROUP } from '../profiles/group-formats.schema.ts';
import * as messages from './lfg.messages.ts';
import type { ApplicationStatus, Listing } from './lfg.schema.ts';
import { getCurrentWeek, intersectIntervals, sumHours, toSlots, toWeekIntervals } from './listing-hours.rules.ts';

/** Days a listing is featured, starting with its creation. */
const BOOST_DAYS = 7;
/** Days between free boosts of an account. Premium and Founders don't have to wait. */
export const BOOST_PAUSE_DAYS = 30;
/** Days until a listing expires automatically. */
const LISTING_DAYS = 30;
/** How many days before its expiry a listing can be renewed. */
const RENEW_DAYS = 7;

/** Error field of an application when the player has already applied. */
export const ALREADY_APPLIED_FIELD = 'application';

/** Maximum pending applications per player, across all listings. */
export const MAX_PENDING = 40;

const addDays = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

export const getBoostEnd = (createdAt: Date) => addDays(createdAt, BOOST_DAYS);
export const getListingEnd = (listedAt: Date) => addDays(listedAt, LISTING_DAYS);

/** Returns whether a listing has the Featured badge and is listed first. */
export function isFeatured(boostExpiresAt: string | Date | null, now: Date): boolean {
  return boostExpiresAt !== null && new Date(boostExpiresAt) > now;
}

/** Returns whether a plan has unlimited boosts. */
export const hasUnlimitedBoosts = (plan: PlanName): boolean => plan === 'Premium' || plan === 'Founders Premium';

/**
 * Returns when the next free boost may be used.
 * @param lastBoost when the account last used one; null if never
 * @returns null when it may be used now
 */
export function getBoostAvailableAt(lastBoost: Date | null, isFree: boolean, now: Date): Date | null {
  if (isFree || lastBoost === null) return null;
  const next = addDays(lastBoost, BOOST_PAUSE_DAYS);
  return next > now ? next : null;
}

type ListingState = { status: string; deletedAt: Date | null; expiresAt: Date };

/** Returns whether a listing is visible in Browse and open for applications. */
export function isOpen(listing: ListingState, now: Date): boolean {
  return listing.status === 'active' && listing.deletedAt === null && listing.expiresAt > now;
}

/** Returns the visible status. A listing past its time is expired, even if the database isn't updated yet. */
export function getVisibleStatus(listing: Omit<ListingState, 'deletedAt'>, now: Date): 'active' | 'closed' | 'expired' {
  if (listing.status === 'closed') return 'closed';
  return listing.status === 'active' && listing.expiresAt > now ? 'active' : 'expired';
}

/** Returns whether the listing can be renewed: it has expired, or will within a week. */
export function canRenew(listing: Omit<ListingState, 'deletedAt'>, now: Date): boolean {
  const status = getVisibleStatus(listing, now);
  if (status === 'closed') return false;
  return status === 'expired' || listing.expiresAt.getTime() - now.getTime() <= RENEW_DAYS * DAY_MS;
}

/**
 * Returns whether the listing's group has become a match or a party. After that, nobody can join or leave through the
 * listing.
 */
export function isComplete(listing: { matchId: string | null; becamePartyAt: Date | string | null }): boolean {
  return listing.matchId !== null || listing.becamePartyAt !== null;
}

/** Returns the needed positions that are still free. */
export function listFreeSeats(neededPositions: readonly Position[], filledSeats: readonly Position[]): Position[] {
  return neededPositions.filter((position) => !filledSeats.includes(position));
}

/**
 * Returns the seat for an application: the chosen position or, without a choice, one of the player's own positions, or
 * else any free seat.
 * @returns undefined when the chosen position isn't free, or no seat is free
 */
export function findSeat(
  chosenPosition: Position | undefined,
  ownPositions: readonly string[],
  neededPositions: readonly Position[],
  filledSeats: readonly Position[],
): Position | undefined {
  const freeSeats = listFreeSeats(neededPositions, filledSeats);
  if (chosenPosition) return freeSeats.includes(chosenPosition) ? chosenPosition : undefined;
  return (
    ownPositions.map((ownPosition) => freeSeats.find((position) => position === ownPosition)).find(Boolean) ??
    freeSeats[0]
  );
}

/** Returns the group a filled listing can become, or undefined when a seat is free or no format has that size. */
export function getGroupFormat(
  neededPositions: readonly Position[],
  filledSeats: readonly Position[],
): GroupFormat | undefined {
  if (listFreeSeats(neededPositions, filledSeats).length > 0) return undefined;
  return findFormat(filledSeats.length + 1);
}

/** Returns whether a filled listing's group is too small for a squad, so it can queue as a party. */
export function canBecomeParty(neededPositions: readonly Position[], filledSeats: readonly Position[]): boolean {
  const size = filledSeats.length + 1;
  return (
    listFreeSeats(neededPositions, filledSeats).length === 0 && size > 1 && size < LARGEST_GROUP && !findFormat(size)
  );
}

/** Allowed status changes of an application. An accepted player may still leave or lose the seat. */
const NEXT_STATUSES: Record<ApplicationStatus, readonly ApplicationStatus[]> = {
  pending: ['accepted', 'declined', 'withdrawn'],
  accepted: ['withdrawn', 'declined'],
  declined: [],
  withdrawn: ['pending'],
};

export function canTransition(from: ApplicationStatus, to: ApplicationStatus): boolean {
  return NEXT_STATUSES[from].includes(to);
}

/** The public live topic for the list of all listings. */
export const ALL_LISTINGS = 'listings:00000000-0000-0000-0000-000000000000';

type Viewer = {
  role: string | null;
  flex_positions: readonly string[];
  platform: string | null;
  region: string | null;
  modes: readonly string[];
  timezone: string | null;
  availability: readonly { days: readonly string[]; start: string; end: string }[];
};

const HOURS_FOR_FULL_SCORE = 6;

/**
 * Scores how well a listing fits a player, from 0 to 100: seat 35, hours 30, platform 15, region 10, modes 10.
 * @returns 0 points for hours when the listing or the player has none
 */
export function computeFit(
  listing: Pick<
    Listing,
    | 'needed_positions'
    | 'filled_positions'
    | 'platform'
    | 'allows_crossplay'
    | 'region'
    | 'modes'
    | 'availability'
    | 'timezone'
  >,
  viewer: Viewer,
  now: Date,
): number {
  const free = listFreeSeats(listing.needed_positions, listing.filled_positions) as readonly string[];
  const seat =
    viewer.role && free.includes(viewer.role) ? 35 : viewer.flex_positions.some((p) => free.includes(p)) ? 22 : 0;
  const zone = viewer.timezone ?? 'UTC';
  const week = getCurrentWeek(now, zone);
  const intervals = intersectIntervals(
    toWeekIntervals(listing.availability, listing.timezone, week),
    toWeekIntervals(toSlots(viewer.availability), zone, week),
  );
  const hours = (Math.min(sumHours(intervals), HOURS_FOR_FULL_SCORE) / HOURS_FOR_FULL_SCORE) * 30;
  const platform = listing.platform === viewer.platform ? 15 : listing.allows_crossplay ? 10 : 0;
  const region = listing.region === viewer.region ? 10 : 0;
  const modes = listing.modes.some((mode) => viewer.modes.includes(mode)) ? 10 : 0;
  return Math.round(seat + hours + platform + region + modes);
}

/** Describes the slot count for cards, like "3 time slot(s)". */
export function describeSlotCount({ length }: readonly unknown[]): Translatable {
  return length > 0 ? lazyText(messages.slotCount, { count: length }) : messages.noAvailability;
}
