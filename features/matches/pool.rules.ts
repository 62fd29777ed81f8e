import type { PoolPlayer, WeeklyWindow } from '../../matcher/matcher-schema.ts';
import { LOOKING_KINDS, type LookingKind } from '../profiles/game.schema.ts';
import type { EngineField, PublishedFields, StoredFields, WishField } from '../profiles/profile-fields.schema.ts';
import { PAIR_SIZE } from './parties/parties.rules.ts';

export type { Place, PlaceCount } from '../../matcher/shards.ts';

/** A published profile as far as the matcher reads it, how many runs in a row left its owner out, and if they come. */
export type PoolRow = Omit<Pick<PublishedFields, EngineField>, 'availability'> & {
  id: string;
  wishes: Pick<StoredFields, WishField>;
  availability: WeeklyWindow[] | WeeklyWindow;
  waiting: number;
  reliability: number | null;
};

/** Who is kept from whom, who is busy, and who does not look for what, by player id. */
export type PlayerConstraints = {
  blocks: Map<string, string[]>;
  avoids: Map<string, string[]>;
  occupied: Map<string, Set<LookingKind>>;
  notLooking: Map<string, Set<LookingKind>>;
};

/** Earlier exports hold a single window instead of a list. */
export const windowsOf = (availability: WeeklyWindow[] | WeeklyWindow | null): WeeklyWindow[] => {
  if (Array.isArray(availability)) return availability;
  return availability && Array.isArray(availability.days) ? [availability] : [];
};

type KindRow = { user_id: string; kind: LookingKind };

/**
 * Sorts blocks (absolute, so they hold both ways), avoids (one way), occupations and who does not look by player.
 * @param blocks rows of player_blocks
 * @param occupied who has an open proposal of a kind
 * @param notLooking who does not look for a kind
 */
export function toPlayerConstraints(
  blocks: readonly { blocker_id: string; blocked_id: string; kind: 'block' | 'avoid' }[],
  occupied: readonly KindRow[],
  notLooking: readonly KindRow[] = [],
): PlayerConstraints {
  const ties: PlayerConstraints = {
    blocks: new Map(),
    avoids: new Map(),
    occupied: groupKindsByPlayer(occupied),
    notLooking: groupKindsByPlayer(notLooking),
  };
  const push = (map: Map<string, string[]>, key: string, value: string) => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const { blocker_id, blocked_id, kind } of blocks) {
    push(kind === 'block' ? ties.blocks : ties.avoids, blocker_id, blocked_id);
    if (kind === 'block') push(ties.blocks, blocked_id, blocker_id);
  }
  return ties;
}

function groupKindsByPlayer(rows: readonly KindRow[]): Map<string, Set<LookingKind>> {
  const byId = new Map<string, Set<LookingKind>>();
  for (const { user_id, kind } of rows) {
    const kinds = byId.get(user_id);
    if (kinds) kinds.add(kind);
    else byId.set(user_id, new Set([kind]));
  }
  return byId;
}

/**
 * What can be proposed to somebody, of what they look for. A pair is the second choice: whoever has the proposal of a
 * squad gets none, whoever has that of a pair may still get a squad.
 */
function toWants({ occupied, notLooking }: PlayerConstraints, id: string): PoolPlayer['wants'] {
  const busy = occupied.get(id);
  if (busy?.has('squad')) return [];
  return LOOKING_KINDS.filter((kind) => !busy?.has(kind) && !notLooking.get(id)?.has(kind));
}

/**
 * A profile as the matcher takes it: the primary role first, then flex positions; what the player does not look
 * for, or has an open proposal for, is not wanted. Fields that are called alike on both sides go over as they are.
 */
export function toPoolPlayer(row: PoolRow, ties: PlayerConstraints): PoolPlayer {
  const { role, flex_positions, overall_rating, availability, archetype_primary, archetype_secondary, ...alike } = row;
  // A field that the matcher does not know by this name must be turned into something above.
  alike satisfies Pick<PoolPlayer, keyof typeof alike>;
  return {
    ...alike,
    positions: [role, ...flex_positions.filter((position) => position !== role)],
    rating: overall_rating,
    windows: windowsOf(availability),
    slots: [],
    archetypes: [archetype_primary, archetype_secondary].filter((archetype) => archetype !== null),
    party: null,
    blocks: ties.blocks.get(row.id) ?? [],
    avoids: ties.avoids.get(row.id) ?? [],
    priority: 0,
    wants: toWants(ties, row.id),
  };
}

/**
 * Standing precedence of the first Founders, in units that the rules turn into points: by the built-in rules as much as
 * two runs waited. It changes which squads are chosen, not the score they show, and never outweighs a long wait.
 */
const FOUNDER_PRIORITY = 10;

/** A player with the precedence of Founders, if they are one of those. */
export const withFounderPriority = (player: PoolPlayer, founders: ReadonlySet<string>): PoolPlayer =>
  founders.has(player.id) ? { ...player, priority: FOUNDER_PRIORITY } : player;

/**
 * Players with the parties they joined: all members of a party want the same, and a party of which somebody is missing
 * stays out, so that nobody is placed without the others.
 * @param parties player id → ids of everybody in their party, themselves included
 */
export function withParties(
  players: readonly PoolPlayer[],
  parties: ReadonlyMap<string, readonly string[]>,
): PoolPlayer[] {
  if (parties.size === 0) return [...players];
  const byId = new Map(players.map((player) => [player.id, player]));
  return players.flatMap((player) => {
    const mates = parties.get(player.id);
    if (!mates) return [player];
    const members = mates.map((id) => byId.get(id));
    const wants = player.wants.filter(
      (kind) =>
        members.every((member) => member?.wants.includes(kind)) && (kind === 'squad' || mates.length === PAIR_SIZE),
    );
    return wants.length > 0 ? [{ ...player, wants, party: [...mates].sort()[0]! }] : [];
  });
}
