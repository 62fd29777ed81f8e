import { refundTerms } from '../../content/refund-terms.ts';
import { addMs } from '../../time/instants.ts';
import { ORDER_DEADLINES } from '../payments/orders/orders.rules.ts';
import type { OrderStep, StepRefusal } from '../payments/orders/steps.rules.ts';
import * as messages from './team-assembly.messages.ts';
import type { TeamStatus } from './team-assembly.schema.ts';
import { TEAM_ROLES, type TeamRole } from './team-choices.schema.ts';

/** Pay of each player, in cents. Five players leave $49 of $199 for the concierge. */
export const PLAYER_PAY_CENTS = 3000;

/** Our share of a price in cents: everything except the pay of a full team. */
export const computeConciergePart = (priceCents: number): number =>
  priceCents - refundTerms.assemblySquadSize * PLAYER_PAY_CENTS;

/** The parts of a team order that the rules need. */
export type Team = {
  status: TeamStatus;
  priceCents: number;
  /** Seats in the request, and accepted players. */
  seats: number;
  accepted: number;
  deadline: Date | null;
};

/** The result of an event: the next status, who has to act by when, and what happens to the held money. */
export type TeamStep = OrderStep<TeamStatus> & { pay?: true };

/** Returns the same step without its payment, for cases an admin has to decide first. */
export function withholdPayment(step: TeamStep, now: Date): TeamStep {
  const { pay: _, ...rest } = step;
  return { ...rest, status: 'disputed', waitsFor: 'admin', deadlineAt: addMs(now, ORDER_DEADLINES.admin) };
}

/** Starts the 48-hour clock once the order has both a payment and a request. */
export function startAssembling(now: Date): TeamStep {
  return { status: 'assembling', waitsFor: 'concierge', deadlineAt: addMs(now, ORDER_DEADLINES.assembly) };
}

/** Accepts a seat. When the last seat is accepted, the team is full and has to be delivered by the deadline. */
export function takeSeat(team: Team): TeamStep | StepRefusal {
  if (team.status !== 'assembling') return { no: messages.notAssembling };
  if (team.accepted + 1 < team.seats)
    return { status: 'assembling', waitsFor: 'concierge', deadlineAt: team.deadline! };
  return { status: 'filled', waitsFor: 'concierge', deadlineAt: team.deadline! };
}

export function markDelivered(team: Team, now: Date): TeamStep | StepRefusal {
  if (team.status !== 'filled') return { no: messages.notFilled };
  return { status: 'delivered', waitsFor: 'buyer', deadlineAt: addMs(now, ORDER_DEADLINES.run) };
}

/** Confirms the delivery on the buyer's behalf, which pays the players. */
export function confirmDelivery(team: Team): TeamStep | StepRefusal {
  if (team.status !== 'delivered') return { no: messages.notDelivered };
  return { status: 'completed', pay: true };
}

/** Withdraws the buyer's request before anyone has joined. */
export function withdrawRequest(team: Team): TeamStep | StepRefusal {
  if (team.status === 'assembling' && team.accepted === 0) return endForLeavingBuyer(team);
  return { no: messages.playersJoined };
}

/** Ends the order when the buyer closes their account. A team that hasn't been handed over is canceled. */
export function endForLeavingBuyer(team: Team): TeamStep | StepRefusal {
  if (team.status !== 'assembling' && team.status !== 'filled') return { no: messages.alreadyDelivered };
  return { status: 'cancelled', refund: team.priceCents };
}

/** Handles the loss of an invited or confirmed player: the concierge searches again, with the same deadline. */
export function loseSeat(team: Team): TeamStep | StepRefusal {
  if (team.status !== 'assembling' && team.status !== 'filled') return { no: messages.alreadyDelivered };
  return { status: 'assembling', waitsFor: 'concierge', deadlineAt: team.deadline! };
}

/** Returns the step to take when the deadline has passed. */
export function applyDeadline(team: Team, now: Date): TeamStep | StepRefusal {
  if (team.status === 'assembling') return { status: 'expired', refund: team.priceCents };
  if (team.status === 'filled') return markDelivered(team, now);
  if (team.status === 'delivered') return { status: 'completed', pay: true };
  return { no: 'settling' };
}

export function getSettledStatus(status: TeamStatus): TeamStatus {
  if (status === 'completed') return 'released';
  if (status === 'expired' || status === 'cancelled') return 'refunded';
  // The order was settled early because the bank reversed the payment.
  const openStatuses: TeamStatus[] = ['assembling', 'filled', 'delivered', 'disputed'];
  return openStatuses.includes(status) ? 'decided' : status;
}

/**
 * Splits money among a team's players in cents, in proportion to their fees. No one gets more than their fee.
 * @returns shares in the order of the fees, and the rest
 */
export function splitMoney(cents: number, fees: number[]): { shares: number[]; rest: number } {
  const total = fees.reduce((sum, fee) => sum + fee, 0);
  const payableCents = Math.min(cents, total);
  let paidCents = 0;
  let feesSoFar = 0;
  const shares = fees.map((fee) => {
    feesSoFar += fee;
    const share = total === 0 ? 0 : Math.floor((payableCents * feesSoFar) / total) - paidCents;
    paidCents += share;
    return share;
  });
  return { shares, rest: cents - paidCents };
}

/** Returns a team's five seats: the roles the buyer named, in order, then those left to the engine (null). */
export function toSeats(roles: string[]): { seat: number; role: string | null }[] {
  return Array.from({ length: refundTerms.assemblySquadSize }, (_, seat) => ({ seat, role: roles[seat] ?? null }));
}

/** Returns the roles that are neither named nor taken. The engine picks one of them for each open seat. */
export function listMissingRoles(filledRoles: readonly string[]): TeamRole[] {
  return TEAM_ROLES.filter((role) => !filledRoles.includes(role));
}

/** Maps a role to its position: a lock plays small forward. */
export function getPosition(role: TeamRole | string): string {
  return role === 'Lock' ? 'SF' : role;
}

/** Overall ratings per skill tier, both ends inclusive. */
export const TIER_RATINGS: Record<string, [number, number]> = {
  beginner: [1, 80],
  intermediate: [80, 90],
  advanced: [90, 95],
  elite: [95, 99],
};

/** Maps the form's regions and platforms to the names profiles use. */
export const PROFILE_REGION: Record<string, string> = {
  'na-east': 'NA-East',
  'na-west': 'NA-West',
  eu: 'EU',
  asia: 'Asia',
  oceania: 'Oceania',
};
export const PROFILE_PLATFORM: Record<string, string> = { ps5: 'PS5', xbox: 'Xbox Series', pc: 'PC' };

type RequestedCriteria = { id: string; buyerId: string | null; region: string; platform: string; skillTiers: string };

/** Converts a request to player requirements in the terms that profiles use, for a seat any of these roles may fill. */
export const toSeatRequirements = (
  { id, buyerId, region, platform, skillTiers }: RequestedCriteria,
  roles: readonly string[],
) => ({
  teamBuildId: id,
  buyerId: buyerId ?? id,
  positions: roles.map(getPosition),
  lock: roles.includes('Lock'),
  region: PROFILE_REGION[region]!,
  platform: PROFILE_PLATFORM[platform]!,
  rating: TIER_RATINGS[skillTiers]!,
});
