import { type LookingKind, POSITIONS } from '../profiles/game.schema.ts';
import type { LeaveReason, LeftReason, SquadSize } from './squads.schema.ts';

/** Shown for players without a profile. */
export const FORMER = 'Former player';

export const SQUAD_TEXTS = {
  notFound: 'There is no such squad, or you are not in it any more.',
  captainOnly: 'Only the captain of the squad may do this.',
  notAMember: 'This player is not in the squad any more. Choose another one.',
  alreadyCaptain: 'You are the captain already. Choose another member.',
  noSession: 'No session is ahead, so there is nothing for a calendar yet.',
  noParty: 'You are in no party. Start one and let friends join it first.',
  leaderOnly: 'Only the leader of the party makes it a squad. Ask them, or leave it and start your own.',
  aloneInParty: 'You are alone in your party. Let somebody join it first.',
  leftPartys: 'Your party has a squad already, and you have left it. Ask its captain to invite you again.',
  noPlace: 'This place in the list is not known. Please open your squads again.',
  tooMany: (wait: string) => `You have told your squads much within an hour. Please wait ${wait} and try again.`,
  blockedWord: 'This name is not possible here. Please choose another one.',
} as const;

/** Returns how many play at once in a squad that starts with this many members. */
export const toSquadSize = (members: number): SquadSize => (members === 2 ? 2 : 5);

/** Returns what a player who wants such a squad is looking for. */
export const toLookingKind = (size: number): LookingKind => (size === 5 ? 'squad' : 'pair');

/** An active squad as its transitions see it. */
export type Roster = {
  captainId: string;
  /** Longest-standing first, including the captain. */
  memberIds: readonly string[];
};

/**
 * Returns the captain after someone leaves: the current one, or the longest-standing member if the captain left.
 * @returns null when no one is left and the squad ends
 */
export function chooseNextCaptain({ captainId, memberIds }: Roster, leaverId: string): string | null {
  if (captainId !== leaverId) return captainId;
  return memberIds.find((id) => id !== leaverId) ?? null;
}

/** Returns why the caller may not make this member the captain, as a sentence; undefined when they may. */
export function findTransferProblem(
  { captainId, memberIds }: Roster,
  callerId: string,
  toId: string,
): string | undefined {
  if (captainId !== callerId) return SQUAD_TEXTS.captainOnly;
  if (toId === callerId) return SQUAD_TEXTS.alreadyCaptain;
  return memberIds.includes(toId) ? undefined : SQUAD_TEXTS.notAMember;
}

/** What remaining members read about the reason for leaving. Nothing if the player would rather not say. */
export const REASON_LINES: Record<LeaveReason, string | undefined> = {
  unsaid: undefined,
  hours: 'Their hours have changed.',
  break: 'They are taking a break.',
  elsewhere: 'They play with another squad.',
};

/** Returns why a user is out of a squad, as they read it later. A block isn't revealed. */
export function pastSquadReason(reason: LeftReason | null): string {
  if (reason === 'ended') return 'Its captain ended it for everybody.';
  if (reason === 'banned') return 'You were banned from matches.';
  if (reason === 'leaving') return 'You were about to leave Planet Crew.';
  return reason === 'parted' ? 'Your time in it ended.' : 'You left it.';
}

type RosterBySize = { size: SquadSize; members: readonly { position: string | null }[] };

/** Returns how many players a squad still needs and, for a squad of five, their positions where that's clear. */
export function listMissingPositions({ size, members }: RosterBySize): { count: number; positions: string[] } {
  const count = Math.max(0, size - members.length);
  if (count === 0 || size === 2) return { count, positions: [] };
  const open = POSITIONS.filter((position) => !members.some((member) => member.position === position));
  // Two members may play the same position. Then more spots are open than players are missing, and they have to agree
  // who plays what.
  return { count, positions: open.length === count ? open : [] };
}
