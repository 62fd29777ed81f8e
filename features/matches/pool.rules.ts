import type { PoolPlayer, WeeklyWindow } from '../../matcher/matcher-schema.ts';
import { EXCLUSIVE_FORMATS, FORMATS, type GroupFormat } from '../profiles/group-formats.schema.ts';
import type { EngineField, PublishedFields, StoredFields, WishField } from '../profiles/profile-fields.schema.ts';
import { canSeatParty } from './parties/parties.rules.ts';

export type { Place, PlaceCount } from '../../matcher/shards.ts';

/**
 * A published profile as the matcher reads it, with the player's reliability and the number of runs in a row that left
 * them out.
 */
export type PoolRow = Omit<Pick<PublishedFields, EngineField>, 'availability'> & {
  id: string;
  wishes: Pick<StoredFields, WishField>;
  availability: WeeklyWindow[] | WeeklyWindow;
  waiting: number;
  reliability: number | null;
};

/** Constraints by player id: blocks, avoids, open matches, and kinds the player isn't looking for. */
export type PlayerConstraints = {
  blocks: Map<string, string[]>;
  avoids: Map<string, string[]>;
  busy: Map<string, Set<GroupFormat>>;
  notLooking: Map<string, Set<GroupFormat>>;
};

/** Returns availability as a list. Earlier exports contain a single window instead. */
export const parseAvailability = (availability: WeeklyWindow[] | WeeklyWindow | null): WeeklyWindow[] => {
  if (Array.isArray(availability)) return availability;
  return availability && Array.isArray(availability.days) ? [availability] : [];
};

type KindRow = { user_id: string; kind: GroupFormat };

/**
 * Groups constraints by player: blocks (which apply in both directions), avoids (one direction), open matches, and
 * kinds that players aren't looking for.
 * @param blocks rows of player_blocks
 * @param occupied players with an open match, and its kind
 * @param notLooking players and the kinds they aren't looking for
 */
export function toPlayerConstraints(
  blocks: readonly { blocker_id: string; blocked_id: string; kind: 'block' | 'avoid' }[],
  occupied: readonly KindRow[],
  notLooking: readonly KindRow[] = [],
): PlayerConstraints {
  const constraints: PlayerConstraints = {
    blocks: new Map(),
    avoids: new Map(),
    busy: groupKindsByPlayer(occupied),
    notLooking: groupKindsByPlayer(notLooking),
  };
  const addValue = (map: Map<string, string[]>, key: string, value: string) => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const { blocker_id, blocked_id, kind } of blocks) {
    addValue(kind === 'block' ? constraints.blocks : constraints.avoids, blocker_id, blocked_id);
    if (kind === 'block') addValue(constraints.blocks, blocked_id, blocker_id);
  }
  return constraints;
}

function groupKindsByPlayer(rows: readonly KindRow[]): Map<string, Set<GroupFormat>> {
  const byId = new Map<string, Set<GroupFormat>>();
  for (const { user_id, kind } of rows) {
    const kinds = byId.get(user_id);
    if (kinds) kinds.add(kind);
    else byId.set(user_id, new Set([kind]));
  }
  return byId;
}

/**
 * Returns the kinds that can be proposed to a player, out of those they look for. A pair is the second choice: a player
 * with an open squad match gets no pair, but a player with an open pair match may still get a squad.
 */
function toWants({ busy: occupied, notLooking }: PlayerConstraints, id: string): PoolPlayer['wants'] {
  const busy = occupied.get(id);
  if (EXCLUSIVE_FORMATS.some((kind) => busy?.has(kind))) return [];
  return FORMATS.filter((kind) => !busy?.has(kind) && !notLooking.get(id)?.has(kind));
}

/**
 * Converts a profile to a matcher player: primary role first, then flex positions. Leaves out kinds that the player
 * doesn't look for or already has an open match of. Fields with the same name on both sides are copied as they are.
 */
export function toPoolPlayer(row: PoolRow, constraints: PlayerConstraints): PoolPlayer {
  const { role, flex_positions, overall_rating, availability, archetype_primary, archetype_secondary, ...alike } = row;
  // If this doesn't compile, the matcher's type for a field above is different. Convert that field.
  alike satisfies Pick<PoolPlayer, keyof typeof alike>;
  return {
    ...alike,
    positions: [role, ...flex_positions.filter((position) => position !== role)],
    rating: overall_rating,
    windows: parseAvailability(availability),
    slots: [],
    archetypes: [archetype_primary, archetype_secondary].filter((archetype) => archetype !== null),
    party: null,
    blocks: constraints.blocks.get(row.id) ?? [],
    avoids: constraints.avoids.get(row.id) ?? [],
    priority: 0,
    wants: toWants(constraints, row.id),
  };
}

/**
 * Permanent priority of the first Founders, in units that the rules convert to points. With the built-in rules it's
 * worth two runs of waiting. It affects which squads are chosen, not the score they show, and never outweighs a long
 * wait.
 */
const FOUNDER_PRIORITY = 10;

/** Returns the player, with Founder priority if they have it. */
export const withFounderPriority = (player: PoolPlayer, founders: ReadonlySet<string>): PoolPlayer =>
  founders.has(player.id) ? { ...player, priority: FOUNDER_PRIORITY } : player;

/**
 * Adds parties to players. All members of a party get the same wanted kinds. A party with a missing member is left out,
 * so that no one is placed without the others.
 * @param parties player id → ids of everyone in their party, including themselves
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
      (kind) => canSeatParty(kind, mates.length) && members.every((member) => member?.wants.includes(kind)),
    );
    return wants.length > 0 ? [{ ...player, wants, party: [...mates].sort()[0]! }] : [];
  });
}
