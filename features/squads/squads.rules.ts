import type { Message } from '../../messages/message.ts';
import { POSITIONS } from '../profiles/game.schema.ts';
import { FORMAT_FACTS, formatOfSize, type GroupSize } from '../profiles/group-formats.schema.ts';
import * as messages from './squads.messages.ts';
import type { LeaveReason, LeftReason } from './squads.schema.ts';

/** The squad data that decide who becomes captain. */
export type Roster = {
  captainId: string;
  /** Longest-serving first, including the captain. */
  memberIds: readonly string[];
};

/**
 * Returns the captain after a member leaves: the current one or, if the captain left, the longest-serving member.
 * @returns null when no one is left and the squad ends
 */
export function chooseNextCaptain({ captainId, memberIds }: Roster, leavingId: string): string | null {
  if (captainId !== leavingId) return captainId;
  return memberIds.find((id) => id !== leavingId) ?? null;
}

/** Returns the reason the caller can't make this member the captain; undefined when they can. */
export function findTransferProblem(
  { captainId, memberIds }: Roster,
  callerId: string,
  toId: string,
): Message | undefined {
  if (captainId !== callerId) return messages.captainOnly;
  if (toId === callerId) return messages.alreadyCaptain;
  return memberIds.includes(toId) ? undefined : messages.memberNotFound;
}

/** The text that explains to the remaining members why someone left; undefined when the player gave no reason. */
export const REASON_LINES: Record<LeaveReason, Message | undefined> = {
  unsaid: undefined,
  hours: messages.leftForHours,
  break: messages.leftForBreak,
  elsewhere: messages.leftForAnotherSquad,
};

/** Returns the reason a user is no longer in a squad, as shown to that user. Never reveals a block. */
export function getPastSquadReason(reason: LeftReason | null): Message {
  if (reason === 'ended') return messages.pastEnded;
  if (reason === 'banned') return messages.pastBanned;
  if (reason === 'leaving') return messages.pastDeletion;
  return reason === 'parted' ? messages.pastRemoved : messages.pastLeft;
}

type RosterBySize = { size: GroupSize; members: readonly { position: string | null }[] };

/** Returns how many players a squad needs and, if its format has positions and they're unambiguous, which ones. */
export function listMissingPositions({ size, members }: RosterBySize): { count: number; positions: string[] } {
  const count = Math.max(0, size - members.length);
  if (count === 0 || !FORMAT_FACTS[formatOfSize(size)].hasPositions) return { count, positions: [] };
  const open = POSITIONS.filter((position) => !members.some((member) => member.position === position));
  // When two members play the same position, more spots are open than players are missing. The members then have to
  // agree on positions.
  return { count, positions: open.length === count ? open : [] };
}
