/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export type Random = {
  /** Returns an integer from 0 to n − 1. */
  below: (n: number) => number;
  /** Returns a number from 0 (included) to 1 (excluded). */
  next: () => number;
};

/** Creates a small 32-bit generator (a counter with a mixing function). It's fine for choices, but not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const drawNumber = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return { next: drawNumber, below: (n) => Math.floor(drawNumber() * n) };
}
