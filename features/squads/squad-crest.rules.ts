const TONES = ['violet', 'cyan', 'court', 'green', 'red', 'gold'] as const;
type CrestTone = (typeof TONES)[number];

/** What a crest is drawn from: a ball in one colour within a ring of another, and moons on it. */
export type Crest = {
  ball: CrestTone;
  ring: CrestTone;
  /** Degrees by which the ring leans. */
  tilt: number;
  /** Degrees by which the seams of the ball are turned. */
  turn: number;
  /** Degrees along the ring, one a moon. */
  moons: number[];
};

/** @param seed a whole number from 0 on; the same one always gives the same crest */
export function crestOf(seed: number): Crest {
  const ball = seed % TONES.length;
  const rest = Math.floor(seed / TONES.length);
  const ring = (ball + 1 + (rest % (TONES.length - 1))) % TONES.length;
  const more = Math.floor(rest / (TONES.length - 1));
  return {
    ball: TONES[ball]!,
    ring: TONES[ring]!,
    tilt: (more % 9) * 8 - 32,
    turn: (Math.floor(more / 9) % 6) * 30,
    moons: Array.from({ length: 1 + (Math.floor(more / 54) % 3) }, (_, i) => (20 + 130 * i + (more % 40)) % 360),
  };
}
