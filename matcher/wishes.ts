import type { PoolPlayer } from './matcher-schema.ts';

/** All wishes of a pool, encoded in one word per player. Each wish has its own bits, one for each possible value. */
export type Wishes = {
  /** Bits of each wish. A group is compatible if the AND of its members' words is nonzero in each mask. */
  masks: number[];
  /** Returns the player's word: one bit for a wish they have, all bits for a wish they leave open. */
  of: (player: PoolPlayer) => number;
};

const MAX_BITS = 32;

/**
 * Assigns bits to the wishes of a pool.
 * @throws RangeError if there are more values than bits in the word
 */
export function encodeWishes(players: readonly PoolPlayer[]): Wishes {
  const wordsByWish = new Map<string, Map<string, number>>();
  for (const player of players) {
    for (const wish in player.wishes) {
      const word = player.wishes[wish];
      if (word == null) continue;
      const indexByWord = wordsByWish.get(wish) ?? new Map<string, number>();
      wordsByWish.set(wish, indexByWord.set(word, indexByWord.get(word) ?? indexByWord.size));
    }
  }
  const wishes: { name: string; first: number; words: Map<string, number>; mask: number }[] = [];
  let bits = 0;
  for (const [name, wordIndexes] of [...wordsByWish].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const mask = wordIndexes.size === MAX_BITS ? -1 : ((1 << wordIndexes.size) - 1) << bits;
    wishes.push({ name, first: bits, words: wordIndexes, mask });
    bits += wordIndexes.size;
  }
  if (bits > MAX_BITS)
    throw new RangeError(`The matcher works with at most ${MAX_BITS} different wishes; this pool has ${bits}.`);
  return {
    masks: wishes.map(({ mask }) => mask),
    of: (player) => {
      let word = 0;
      for (const wish of wishes) {
        const playerWish = player.wishes[wish.name];
        const place = playerWish == null ? undefined : wish.words.get(playerWish);
        word |= place === undefined ? wish.mask : 1 << (wish.first + place);
      }
      return word;
    },
  };
}

/** Returns whether `bits` include at least one bit of every wish. */
export function areCompatible(bits: number, masks: readonly number[]): boolean {
  for (let w = 0; w < masks.length; w++) if ((bits & masks[w]!) === 0) return false;
  return true;
}
