import { POSITIONS } from '../profiles/game.schema.ts';
import { FORMAT_FACTS, formatFor, type GroupSize } from '../profiles/group-formats.schema.ts';
import type { LeaveReason, LeftReason } from './squads.schema.ts';

/** Shown for players without a profile. */
export const FORMER = 'Former player';

export const SQUAD_TEXTS = {
  notFound: 'Squad not found, or you’re no longer in it.',
  captainOnly: 'Only the squad’s captain can do this.',
  notAMember: 'This player is no longer in the squad. Choose another one.',
  alreadyCaptain: 'You’re already the captain. Choose another member.',
  noSession: 'No upcoming sessions to add to a calendar yet.',
  noParty: 'You’re not in a party. Start one and get friends to join first.',
  leaderOnly: 'Only the party leader can make it a squad. Ask them, or leave and start your own.',
  aloneInParty: 'You’re alone in your party. Get someone to join first.',
  leftPartys: 'Your party already has a squad, and you left it. Ask its captain to invite you again.',
  noPlace: 'We couldn’t find that part of the list. Open your squads again.',
  tooMany: (wait: string) => `You’ve changed your squads too often in the past hour. Wait ${wait} and try again.`,
  blockedWord: 'This name isn’t allowed here. Choose another one.',
} as const;

/** The part of an active squad that captain changes depend on. */
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

/** Returns the reason the caller can't make this member the captain, as a sentence; undefined when they can. */
export function findTransferProblem(
  { captainId, memberIds }: Roster,
  callerId: string,
  toId: string,
): string | undefined {
  if (captainId !== callerId) return SQUAD_TEXTS.captainOnly;
  if (toId === callerId) return SQUAD_TEXTS.alreadyCaptain;
  return memberIds.includes(toId) ? undefined : SQUAD_TEXTS.notAMember;
}

/** The reason for leaving, as shown to remaining members. Undefined if the player would rather not say. */
export const REASON_LINES: Record<LeaveReason, string | undefined> = {
  unsaid: undefined,
  hours: 'Their availability changed.',
  break: 'They’re taking a break.',
  elsewhere: 'They’re playing with another squad.',
};

/** Returns the reason a user is no longer in a squad, as shown to them later. Never reveals a block. */
export function formatPastSquadReason(reason: LeftReason | null): string {
  if (reason === 'ended') return 'The captain ended it for everyone.';
  if (reason === 'banned') return 'You were banned from matches.';
  if (reason === 'leaving') return 'Your account was scheduled for deletion.';
  return reason === 'parted' ? 'You’re no longer in it.' : 'You left the squad.';
}

type RosterBySize = { size: GroupSize; members: readonly { position: string | null }[] };

/** Returns how many players a squad still needs and, for a format with positions, which ones where that's clear. */
export function listMissingPositions({ size, members }: RosterBySize): { count: number; positions: string[] } {
  const count = Math.max(0, size - members.length);
  if (count === 0 || !FORMAT_FACTS[formatFor(size)].hasPositions) return { count, positions: [] };
  const open = POSITIONS.filter((position) => !members.some((member) => member.position === position));
  // Two members may play the same position. Then there are more open spots than missing players, and the members have
  // to agree on positions.
  return { count, positions: open.length === count ? open : [] };
}
