import { lazyText, type Translatable } from '../../../messages/lazy-text.ts';
import type { Message } from '../../../messages/message.ts';
import { FORMAT_FACTS, FORMATS, type GroupFormat } from '../../profiles/group-formats.schema.ts';
import * as messages from '../matches.messages.ts';

/** The data that decides whether a party member can be matched. */
export type MatchingStatus = {
  published: boolean;
  banned: boolean;
  has_proposal: boolean;
  /** Kinds of match that the player isn't looking for. */
  not_looking?: ReadonlySet<GroupFormat> | undefined;
};

/** Returns whether a group of this format has seats for a whole party. */
export const canSeatParty = (format: GroupFormat, size: number): boolean => size <= FORMAT_FACTS[format].seats;

/** Returns the kinds of match a party could be proposed for: those that all of its members are looking for. */
export function listPartyLookingKinds(members: readonly Pick<MatchingStatus, 'not_looking'>[]): GroupFormat[] {
  return FORMATS.filter(
    (kind) => canSeatParty(kind, members.length) && !members.some(({ not_looking }) => not_looking?.has(kind)),
  );
}

/** A reason why a party has to wait for a member. */
type Obstacle = 'unpublished' | 'banned' | 'busy' | 'not_looking';
const OBSTACLES: Record<Obstacle, Message<{ name: string }>> = {
  unpublished: messages.memberUnpublished,
  banned: messages.memberUnavailable,
  busy: messages.memberHasMatch,
  not_looking: messages.memberNotLooking,
};

/**
 * Returns why a party has to wait for a member, or null when they're ready.
 * @param kinds the kinds of match the party could be proposed for
 */
export function findMatchingObstacle(member: MatchingStatus, kinds: readonly GroupFormat[]): Obstacle | null {
  if (!member.published) return 'unpublished';
  if (member.banned) return 'banned';
  if (member.has_proposal) return 'busy';
  return kinds.length === 0 && member.not_looking?.has('squad') ? 'not_looking' : null;
}

type NamedMember = { display_name: string; obstacle: Obstacle | null } & Pick<MatchingStatus, 'not_looking'>;

/** Formats why a party has to wait for a member. */
export const describeObstacle = (name: string, obstacle: Obstacle): Translatable =>
  lazyText(OBSTACLES[obstacle], { name });

/** Describes what the next run will do with a party, in sentences for its members. */
export function describePartyStatus(members: readonly NamedMember[]): Translatable[] {
  if (members.length < 2) return [messages.partyAlone];
  const waits = members.flatMap(({ display_name, obstacle }) =>
    obstacle ? describeObstacle(display_name, obstacle) : [],
  );
  if (waits.length > 0) return [...waits, messages.partyLeftOut];
  const notLooking = members.filter(({ not_looking }) => not_looking?.has('squad'));
  if (notLooking.length > 0) {
    const names = notLooking.map(({ display_name: name }) => lazyText(messages.memberNotLooking, { name }));
    return [...names, messages.partyAsPair];
  }
  return [lazyText(messages.partyTogether, { members: members.length })];
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
