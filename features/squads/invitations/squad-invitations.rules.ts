import { ROSTER_MAX, SQUAD_INVITED_MAX } from './squad-invitations.schema.ts';

export const INVITATION_TEXTS = {
  yourself: 'You are in this squad already. Choose somebody else.',
  // Blocked, banned and hidden players are refused with the same message, so nobody learns which it is.
  cannotInvite: 'This player cannot be invited at the moment. Choose somebody else, or try again later.',
  member: 'This player is in the squad already.',
  fullForCaptain: `Your squad is full: at most ${ROSTER_MAX} are on a roster.`,
  full: `This squad is full: at most ${ROSTER_MAX} are on a roster. Ask again when somebody has left, or find another group.`,
  manyOpen: `${SQUAD_INVITED_MAX} invitations wait for an answer already. Take one back first.`,
  tooMany: (wait: string) =>
    `You have invited many players within an hour. Please wait ${wait}, or send the link of your squad.`,
  gone: 'This invitation is not open any more. Ask the squad for a new one.',
  badLink: 'This link does not work any more. Ask whoever sent it for a new one.',
  ended: 'This squad has ended, so nobody can join it. Find a group, or look at your matches.',
  nobodyFits:
    'Nobody who is looking fits this seat at the moment. Invite somebody by name or by link, or ask again later.',
  seatTaken: 'Somebody in the squad plays there. Choose a position that is empty.',
  seatAsked: 'Somebody is asked for this seat already. Wait for the answer, or take the invitation back first.',
  allHere: 'As many are in the squad as play at once. Invite more by name or by link.',
  hidden: 'Your profile is not published, so you cannot join a squad. Publish it, then open this link again.',
  hiddenInvited: 'Your profile is not published, so you cannot join a squad. Publish it, then accept the invitation.',
} as const;

type Seat = { memberIds: readonly string[]; userId: string };

/**
 * Returns why a player can't be invited by name, as a sentence; undefined when they can. @param open number of open
 * invitations
 */
export function findInviteProblem({ memberIds, userId }: Seat, open: number): string | undefined {
  if (memberIds.includes(userId)) return INVITATION_TEXTS.member;
  if (memberIds.length >= ROSTER_MAX) return INVITATION_TEXTS.fullForCaptain;
  return findInvitedProblem(open);
}

/** Returns why nobody else can be invited with this many open invitations, as a sentence. */
export const findInvitedProblem = (open: number): string | undefined =>
  open >= SQUAD_INVITED_MAX ? INVITATION_TEXTS.manyOpen : undefined;

type Seats = { seats: readonly (string | null)[]; size: number; askedSeats: readonly (string | null)[] };

/** Returns why the pool can't be asked for a spot, as a sentence. @param of the members' spots, one each */
export function findSeatProblem({ seats, size, askedSeats }: Seats, seat: string): string | undefined {
  if (seats.length >= size) return INVITATION_TEXTS.allHere;
  const asked = askedSeats.filter((one) => one !== null).length;
  if (askedSeats.includes(seat) || seats.length + asked >= size) return INVITATION_TEXTS.seatAsked;
  return size > 2 && seats.includes(seat) ? INVITATION_TEXTS.seatTaken : undefined;
}
