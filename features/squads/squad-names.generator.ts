const FIRST_WORDS = [
  ['Neon', 'Silver', 'Crimson', 'Golden', 'Violet', 'Midnight', 'Solar', 'Lunar', 'Cosmic', 'Electric'],
  ['Polar', 'Velvet', 'Amber', 'Cobalt', 'Rapid', 'Silent', 'Northern', 'Rising', 'Distant', 'Bright'],
].flat();
const SECOND_WORDS = [
  ['Orbit', 'Comets', 'Rings', 'Meteors', 'Satellites', 'Eclipse', 'Horizon', 'Gravity', 'Nebula', 'Rockets'],
  ['Voyagers', 'Quasars', 'Pulsars', 'Moons', 'Tides', 'Apollo', 'Zenith', 'Equinox', 'Signals', 'Crossover'],
].flat();

/** Returns a new squad's default name. @param seed an integer of at least 0 */
export function generateSquadName(seed: number): string {
  const firstWord = FIRST_WORDS[seed % FIRST_WORDS.length]!;
  return `${firstWord} ${SECOND_WORDS[Math.floor(seed / FIRST_WORDS.length) % SECOND_WORDS.length]!}`;
}
