/** A seeded random generator. The same seed and index always produce the same player. */
export type Chance = {
  /** Draws from a uniform distribution in [0, 1). */
  next: () => number;
  /** Returns true with this probability. */
  is: (probability: number) => boolean;
  /** Returns a whole number from `from` to `to`, both inclusive. */
  whole: (from: number, to: number) => number;
  one: <T>(list: readonly T[]) => T;
  /** Picks a value by weight; weights can have any sum. */
  weighted: <T>(list: readonly (readonly [T, number])[]) => T;
  /** Picks up to `count` different values, in list order. */
  some: <T>(list: readonly T[], count: number) => T[];
  /** Samples a normal distribution. */
  normal: (mean: number, deviation: number) => number;
};

/** Mixes a seed and an index into 32 bits (murmur3's finalizer). */
function mixSeed(seed: number, index: number, salt: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35) ^ Math.imul(salt, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** sfc32: small, fast and good enough for generating players. Never use it for secrets. */
function sfc32(a: number, b: number, c: number, d: number): () => number {
  const state = { a: a | 0, b: b | 0, c: c | 0, d: d | 0 };
  return () => {
    const t = (((state.a + state.b) | 0) + state.d) | 0;
    state.d = (state.d + 1) | 0;
    state.a = state.b ^ (state.b >>> 9);
    state.b = (state.c + (state.c << 3)) | 0;
    state.c = ((state.c << 21) | (state.c >>> 11)) + t;
    return (t >>> 0) / 4_294_967_296;
  };
}

export function createChance(seed: number, index: number): Chance {
  const next = sfc32(mixSeed(seed, index, 1), mixSeed(seed, index, 2), mixSeed(seed, index, 3), 1);
  for (let warmUp = 0; warmUp < 12; warmUp++) next();
  const pickWeighted = <T>(list: readonly (readonly [T, number])[]): T => {
    let remainder = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of list) {
      remainder -= weight;
      if (remainder < 0) return value;
    }
    return list.at(-1)![0];
  };
  return {
    next,
    weighted: pickWeighted,
    is: (probability) => next() < probability,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    one: (list) => list[Math.floor(next() * list.length)]!,
    some: (list, count) => {
      const indexes = new Set(list.map((_, index) => index));
      while (indexes.size > count) indexes.delete([...indexes][Math.floor(next() * indexes.size)]!);
      return list.filter((_, index) => indexes.has(index));
    },
    normal: (mean, deviation) => {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return mean + deviation * radius * Math.cos(2 * Math.PI * next());
    },
  };
}
