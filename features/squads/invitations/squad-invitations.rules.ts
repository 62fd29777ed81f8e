import { type LazyText, lazyText, type Translatable } from '../../../messages/lazy-text.ts';
import type { Message } from '../../../messages/message.ts';
import { FORMAT_FACTS, formatOfSize, type GroupSize } from '../../profiles/group-formats.schema.ts';
import * as messages from '../squads.messages.ts';
import { ROSTER_MAX, SQUAD_INVITED_MAX } from './squad-invitations.schema.ts';

/** Error message for joining a full squad. */
export const SQUAD_FULL = lazyText(messages.squadFull, { max: ROSTER_MAX });

type Seat = { memberIds: readonly string[]; userId: string };

/**
 * Returns the reason a player can't be invited by name; undefined when they can.
 * @param open number of open invitations
 */
export function findInviteProblem({ memberIds, userId }: Seat, open: number): Translatable | undefined {
  if (memberIds.includes(userId)) return messages.inviteMember;
  if (memberIds.length >= ROSTER_MAX) return lazyText(messages.rosterFull, { max: ROSTER_MAX });
  return findInvitedProblem(open);
}

/** Returns the reason no more players can be invited; undefined while they can. */
export const findInvitedProblem = (open: number): LazyText | undefined =>
  open >= SQUAD_INVITED_MAX ? lazyText(messages.tooManyOpenInvitations, { max: SQUAD_INVITED_MAX }) : undefined;

type Seats = { seats: readonly (string | null)[]; size: GroupSize; askedSeats: readonly (string | null)[] };

/** Returns the reason no one from the pool can be invited to a spot. `seats`: the spot of each member. */
export function findSeatProblem({ seats, size, askedSeats }: Seats, seat: string): Message | undefined {
  if (seats.length >= size) return messages.enoughMembers;
  const askedCount = askedSeats.filter((one) => one !== null).length;
  if (askedSeats.includes(seat) || seats.length + askedCount >= size) return messages.positionInvited;
  return FORMAT_FACTS[formatOfSize(size)].hasPositions && seats.includes(seat) ? messages.positionTaken : undefined;
}
