import { refundTerms } from '../../content/refund-terms.ts';
import { addMs } from '../../time/instants.ts';
import { ORDER_DEADLINES } from '../payments/orders/orders.rules.ts';
import type { OrderStep, StepRefusal } from '../payments/orders/steps.rules.ts';
import type { TeamStatus } from './team-assembly.schema.ts';
import { TEAM_ROLES, type TeamRole } from './team-choices.schema.ts';

/** What a player gets for a seat, in cents; five of them leave $49 of $199 for the concierge. */
export const SEAT_FEE_CENTS = 3000;

/** What of a price is ours: all but the fees of a full squad, in cents. */
export const conciergePart = (priceCents: number): number =>
  priceCents - refundTerms.assemblySquadSize * SEAT_FEE_CENTS;

/** An assembly as its rules see it. */
export type Team = {
  status: TeamStatus;
  priceCents: number;
  /** Seats that the buyer asked for, and those whose player said yes. */
  seats: number;
  accepted: number;
  deadline: Date | null;
};

/** What follows from an event: the state to go to, who has to move by when, and where the held money goes. */
export type Step = OrderStep<TeamStatus> & { pay?: true };

/** The same step without its payment, where an admin has to decide about that first. */
export function withholdPayment(step: Step, now: Date): Step {
  const { pay: _, ...rest } = step;
  return { ...rest, status: 'disputed', waitsFor: 'admin', deadlineAt: addMs(now, ORDER_DEADLINES.admin) };
}

/** Payment and request are both there: the clock of 48 hours starts. */
export function startAssembling(now: Date): Step {
  return { status: 'assembling', waitsFor: 'concierge', deadlineAt: addMs(now, ORDER_DEADLINES.assembly) };
}

/** A player said yes; with the last one the squad is filled, and is delivered by the deadline at the latest. */
export function takeSeat(team: Team): Step | StepRefusal {
  if (team.status !== 'assembling') return { no: 'This squad does not look for players any more.' };
  if (team.accepted + 1 < team.seats)
    return { status: 'assembling', waitsFor: 'concierge', deadlineAt: team.deadline! };
  return { status: 'filled', waitsFor: 'concierge', deadlineAt: team.deadline! };
}

export function markDelivered(team: Team, now: Date): Step | StepRefusal {
  if (team.status !== 'filled') return { no: 'A squad is delivered once every seat is taken.' };
  return { status: 'delivered', waitsFor: 'buyer', deadlineAt: addMs(now, ORDER_DEADLINES.run) };
}

/** The buyer is content; the players are paid. */
export function confirmDelivery(team: Team): Step | StepRefusal {
  if (team.status !== 'delivered') return { no: 'There is no delivered squad to confirm.' };
  return { status: 'completed', pay: true };
}

/** The buyer takes the request back before anybody has joined. */
export function withdrawRequest(team: Team): Step | StepRefusal {
  if (team.status === 'assembling' && team.accepted === 0) return endForLeavingBuyer(team);
  return {
    no: 'Players have joined already, so the assembly has begun. It is refunded whole if it is not filled in time.',
  };
}

/** The buyer closes the account: a squad that is not handed over is called off. */
export function endForLeavingBuyer(team: Team): Step | StepRefusal {
  if (team.status !== 'assembling' && team.status !== 'filled') return { no: 'The squad is handed over.' };
  return { status: 'cancelled', refund: team.priceCents };
}

/** A player who was asked or had said yes has left: the concierge looks again, until the same deadline. */
export function loseSeat(team: Team): Step | StepRefusal {
  if (team.status !== 'assembling' && team.status !== 'filled') return { no: 'The squad is handed over.' };
  return { status: 'assembling', waitsFor: 'concierge', deadlineAt: team.deadline! };
}

/** What happens when nobody moved in time. */
export function applyDeadline(team: Team, now: Date): Step | StepRefusal {
  if (team.status === 'assembling') return { status: 'expired', refund: team.priceCents };
  if (team.status === 'filled') return markDelivered(team, now);
  if (team.status === 'delivered') return { status: 'completed', pay: true };
  return { no: 'settling' };
}

export function getSettledStatus(status: TeamStatus): TeamStatus {
  if (status === 'completed') return 'released';
  if (status === 'expired' || status === 'cancelled') return 'refunded';
  // Settled in the middle: the bank has taken the payment back.
  const open: TeamStatus[] = ['assembling', 'filled', 'delivered', 'disputed'];
  return open.includes(status) ? 'decided' : status;
}

/**
 * How money is shared among the players of a squad, in cents: by their fees, to the cent, never more than those.
 * @returns shares in the order of the fees, and what is left
 */
export function splitMoney(cents: number, fees: number[]): { shares: number[]; rest: number } {
  const total = fees.reduce((sum, fee) => sum + fee, 0);
  const payable = Math.min(cents, total);
  let paid = 0;
  let passed = 0;
  const shares = fees.map((fee) => {
    passed += fee;
    const share = total === 0 ? 0 : Math.floor((payable * passed) / total) - paid;
    paid += share;
    return share;
  });
  return { shares, rest: cents - paid };
}

/** The five seats of a squad: the roles that the buyer named in their order, then those left to the engine (null). */
export function toSeats(roles: string[]): { seat: number; role: string | null }[] {
  return Array.from({ length: refundTerms.assemblySquadSize }, (_, seat) => ({ seat, role: roles[seat] ?? null }));
}

/** Roles that nobody named or took yet: what the engine chooses from for an open seat. */
export function listMissingRoles(taken: readonly string[]): TeamRole[] {
  return TEAM_ROLES.filter((role) => !taken.includes(role));
}

/** A lock stands on the small forward's spot. */
export function getPosition(role: TeamRole | string): string {
  return role === 'Lock' ? 'SF' : role;
}

/** Overall ratings of a skill tier, both ends included. */
export const TIER_RATINGS: Record<string, [number, number]> = {
  beginner: [1, 80],
  intermediate: [80, 90],
  advanced: [90, 95],
  elite: [95, 99],
};

/** Regions and platforms of the form, as profiles name them. */
export const PROFILE_REGION: Record<string, string> = {
  'na-east': 'NA-East',
  'na-west': 'NA-West',
  eu: 'EU',
  asia: 'Asia',
  oceania: 'Oceania',
};
export const PROFILE_PLATFORM: Record<string, string> = { ps5: 'PS5', xbox: 'Xbox Series', pc: 'PC' };

type Asked = { id: string; buyerId: string | null; region: string; platform: string; skillTiers: string };

/** Whom a request needs for a seat that any of these roles may fill, in the words of profiles. */
export const toSeatRequirements = ({ id, buyerId, region, platform, skillTiers }: Asked, roles: readonly string[]) => ({
  teamBuildId: id,
  buyerId: buyerId ?? id,
  positions: roles.map(getPosition),
  lock: roles.includes('Lock'),
  region: PROFILE_REGION[region]!,
  platform: PROFILE_PLATFORM[platform]!,
  rating: TIER_RATINGS[skillTiers]!,
});
