import { FORMAT_FACTS, FORMATS, type GroupFormat } from '../../profiles/group-formats.schema.ts';
import { PARTY_MAX } from './parties.schema.ts';

export const PARTY_TEXTS = {
  notYours: "You're not in a party. Invite a player first.",
  leaderOnly: 'Only the party leader can do this.',
  full: `This party is full. At most ${PARTY_MAX} players can queue together.`,
  elsewhere: "You're already in a party. Leave it first.",
  // The same message for blocked, banned and hidden players, so that no one learns which it is.
  cannotInvite: "You can't invite this player right now.",
  badLink: 'This party link no longer works. Ask for a new one.',
  noInvitation: 'This invitation is no longer open.',
  yourself: "You can't invite yourself.",
  tooMany: (wait: string) => `You've invited many players within an hour. Wait ${wait}, or share your party link.`,
} as const;

/** A member's matching status. */
export type MatchingStatus = {
  published: boolean;
  banned: boolean;
  has_proposal: boolean;
  /** Kinds of match that the player isn't looking for. */
  not_looking?: ReadonlySet<GroupFormat> | undefined;
};

/** Returns whether a group of this format has seats for a whole party. */
export const canSeatParty = (format: GroupFormat, size: number): boolean => size <= FORMAT_FACTS[format].seats;

const NO_SQUAD = "isn't looking for a squad right now. They can change that on their matches page";

/** Returns the kinds of match a party could be proposed for: those all of its members are looking for. */
export function listPartyLookingKinds(members: readonly Pick<MatchingStatus, 'not_looking'>[]): GroupFormat[] {
  return FORMATS.filter(
    (kind) => canSeatParty(kind, members.length) && !members.some(({ not_looking }) => not_looking?.has(kind)),
  );
}

/**
 * Returns why a party has to wait for a member.
 * @param kinds the kinds of match the party could be proposed for
 * @returns text that follows the member's name, or null when they're ready
 */
export function findMatchingObstacle(member: MatchingStatus, kinds: readonly GroupFormat[]): string | null {
  if (!member.published) return 'needs to publish their profile first';
  if (member.banned) return "can't be matched right now";
  if (member.has_proposal) return 'has a match to answer first';
  return kinds.length === 0 && member.not_looking?.has('squad') ? NO_SQUAD : null;
}

type NamedMember = { display_name: string; waits: string | null } & Pick<MatchingStatus, 'not_looking'>;

/** Describes what the next run will do with a party, in sentences for its members. */
export function formatPartyStatus(members: readonly NamedMember[]): string[] {
  if (members.length < 2) return ["No one has joined yet. Until then, you're matched on your own."];
  const waiting = members.filter((member) => member.waits !== null);
  if (waiting.length > 0) {
    return [
      ...waiting.map((member) => `${member.display_name} ${member.waits}.`),
      'Until then, we leave your party out so no one is placed without the others.',
    ];
  }
  const content = members.filter(({ not_looking }) => not_looking?.has('squad'));
  if (content.length > 0) {
    return [
      ...content.map(({ display_name }) => `${display_name} ${NO_SQUAD}.`),
      `Until then, you queue as a ${listPartyLookingKinds(members).join(' or a ')}.`,
    ];
  }
  const together = members.length === 2 ? 'both of you' : `all ${members.length} of you`;
  return [`You queue together. We place ${together} in the same squad, or none of you.`];
}

/**
 * Returns whether a group includes some, but not all, members of a party.
 * @param parties player id → ids of everyone in their party, including themselves
 */
export function isPartySplit(members: readonly string[], parties: ReadonlyMap<string, readonly string[]>): boolean {
  return members.some((id) => parties.get(id)?.some((mate) => !members.includes(mate)));
}

/**
 * Maps each player to everyone in their party, from rows of joined members. Players who are alone in their party are
 * left out.
 */
export function groupPartiesByMember(rows: readonly { party_id: string; user_id: string }[]): Map<string, string[]> {
  const parties = new Map<string, string[]>();
  for (const { party_id, user_id } of rows) {
    const members = parties.get(party_id);
    if (members) members.push(user_id);
    else parties.set(party_id, [user_id]);
  }
  return new Map([...parties.values()].filter((all) => all.length > 1).flatMap((all) => all.map((id) => [id, all])));
}
