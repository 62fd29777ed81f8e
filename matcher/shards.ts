import { passesGate } from './columns.ts';
import type { MatchingRules, PoolPlayer } from './matcher-schema.ts';
import { Vocabulary } from './vocabulary.ts';

/** The player properties that decide with whom they can play at all. */
export type Place = Pick<PoolPlayer, 'region' | 'platform' | 'crossplay'>;
/** Number of players at a place who have waited this many runs. */
export type PlaceCount = Place & Pick<PoolPlayer, 'waiting'> & { players: number };
export type Shard = { places: Place[]; players: number };

/**
 * Splits a pool into shards such that players of different shards can't be in one match. Uses the same gates as a run,
 * so running all shards is equivalent to running the whole pool. The largest shards come first.
 * @throws RangeError if the vocabulary is too large, as in a run
 */
export function splitIntoShards(counts: readonly PlaceCount[], rules: MatchingRules): Shard[] {
  const vocabulary = new Vocabulary(
    counts.map(({ region, platform }) => ({ region, platform, modes: [], languages: [] })),
    rules,
  );
  const gates = counts.map((count) => vocabulary.getGate(count));
  const names = counts.map(getName);
  const root = counts.map((_, index) => index);
  const find = (index: number): number => (root[index] === index ? index : find(root[index]!));
  for (let a = 0; a < counts.length; a++) {
    for (let b = 0; b < a; b++) {
      // Waiting changes during a run, so it never separates players of the same place.
      if (names[a] === names[b] || passesGate(gates[a]!, gates[b]!)) root[find(a)] = find(b);
    }
  }
  const shards = new Map<number, Shard>();
  const placedCells = new Set<string>();
  for (let index = 0; index < counts.length; index++) {
    const shard = shards.get(find(index)) ?? { places: [], players: 0 };
    shards.set(find(index), shard);
    const { region, platform, crossplay, players } = counts[index]!;
    shard.players += players;
    if (placedCells.has(names[index]!)) continue;
    placedCells.add(names[index]!);
    shard.places.push({ region, platform, crossplay });
  }
  return [...shards.values()].sort((a, b) => b.players - a.players);
}

const getName = ({ region, platform, crossplay }: Place) => JSON.stringify([region, platform, crossplay]);
