const TONES = ['violet', 'cyan', 'orange', 'green', 'red', 'gold'] as const;
type CrestTone = (typeof TONES)[number];

/** The parts of a crest: a ball in one color inside a ring of another, with moons on the ring. */
export type Crest = {
  ball: CrestTone;
  ring: CrestTone;
  /** The ring's tilt in degrees. */
  tilt: number;
  /** The rotation of the ball's seams in degrees. */
  turn: number;
  /** The position of each moon on the ring, in degrees. */
  moons: number[];
};

/** @param seed an integer of at least 0; the same seed always gives the same crest */
export function createCrest(seed: number): Crest {
  const ball = seed % TONES.length;
  const quotient = Math.floor(seed / TONES.length);
  const ring = (ball + 1 + (quotient % (TONES.length - 1))) % TONES.length;
  const more = Math.floor(quotient / (TONES.length - 1));
  return {
    ball: TONES[ball]!,
    ring: TONES[ring]!,
    tilt: (more % 9) * 8 - 32,
    turn: (Math.floor(more / 9) % 6) * 30,
    moons: Array.from({ length: 1 + (Math.floor(more / 54) % 3) }, (_, i) => (20 + 130 * i + (more % 40)) % 360),
  };
}
