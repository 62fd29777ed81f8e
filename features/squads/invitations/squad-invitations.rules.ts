import { FORMAT_FACTS, formatFor } from '../../profiles/group-formats.schema.ts';
import { ROSTER_MAX, SQUAD_INVITED_MAX } from './squad-invitations.schema.ts';

export const INVITATION_TEXTS = {
  yourself: 'You’re already in this squad. Choose another player.',
  // Blocked, banned and hidden players get the same message, so nobody learns which one applies.
  cannotInvite: 'This player can’t be invited right now. Choose another player, or try again later.',
  member: 'This player is already in the squad.',
  fullForCaptain: `Your squad is full. A roster holds up to ${ROSTER_MAX} players.`,
  full: `This squad is full. A roster holds up to ${ROSTER_MAX} players. Try again when someone leaves, or find another group.`,
  manyOpen: `You already have ${SQUAD_INVITED_MAX} open invitations. Withdraw one first.`,
  tooMany: (wait: string) =>
    `You’ve invited too many players in the past hour. Wait ${wait}, or share your squad’s link.`,
  gone: 'This invitation is no longer open. Ask the squad for a new one.',
  badLink: 'This link no longer works. Ask the sender for a new one.',
  ended: 'This squad has ended, so no one can join it. Find a group, or check your matches.',
  nobodyFits: 'No one looking right now fits this spot. Invite someone by name or link, or try again later.',
  seatTaken: 'Someone in the squad already plays there. Choose an open position.',
  seatAsked: 'We’ve already invited someone for this spot. Wait for an answer, or withdraw the invitation first.',
  allHere: 'Your squad already has enough players. Invite more by name or link.',
  hidden: 'Your profile isn’t published, so you can’t join a squad. Publish it, then open this link again.',
  hiddenInvited: 'Your profile isn’t published, so you can’t join a squad. Publish it, then accept the invitation.',
} as const;

type Seat = { memberIds: readonly string[]; userId: string };

/**
 * Returns the reason a player can't be invited by name, as a sentence; undefined when they can. @param open number of
 * open invitations
 */
export function findInviteProblem({ memberIds, userId }: Seat, open: number): string | undefined {
  if (memberIds.includes(userId)) return INVITATION_TEXTS.member;
  if (memberIds.length >= ROSTER_MAX) return INVITATION_TEXTS.fullForCaptain;
  return findInvitedProblem(open);
}

/** Returns the reason no more players can be invited at this number of open invitations, as a sentence. */
export const findInvitedProblem = (open: number): string | undefined =>
  open >= SQUAD_INVITED_MAX ? INVITATION_TEXTS.manyOpen : undefined;

type Seats = { seats: readonly (string | null)[]; size: number; askedSeats: readonly (string | null)[] };

/** Returns why the pool can't be asked for a spot, as a sentence. @param of the members' spots, one each */
export function findSeatProblem({ seats, size, askedSeats }: Seats, seat: string): string | undefined {
  if (seats.length >= size) return INVITATION_TEXTS.allHere;
  const asked = askedSeats.filter((one) => one !== null).length;
  if (askedSeats.includes(seat) || seats.length + asked >= size) return INVITATION_TEXTS.seatAsked;
  return FORMAT_FACTS[formatFor(size)].hasPositions && seats.includes(seat) ? INVITATION_TEXTS.seatTaken : undefined;
}
