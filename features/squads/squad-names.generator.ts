const FIRST = [
  ['Neon', 'Silver', 'Crimson', 'Golden', 'Violet', 'Midnight', 'Solar', 'Lunar', 'Cosmic', 'Electric'],
  ['Polar', 'Velvet', 'Amber', 'Cobalt', 'Rapid', 'Silent', 'Northern', 'Rising', 'Distant', 'Bright'],
].flat();
const SECOND = [
  ['Orbit', 'Comets', 'Rings', 'Meteors', 'Satellites', 'Eclipse', 'Horizon', 'Gravity', 'Nebula', 'Rockets'],
  ['Voyagers', 'Quasars', 'Pulsars', 'Moons', 'Tides', 'Apollo', 'Zenith', 'Equinox', 'Signals', 'Crossover'],
].flat();

/** Returns a new squad's default name. @param seed an integer of at least 0 */
export function generateSquadName(seed: number): string {
  const first = FIRST[seed % FIRST.length]!;
  return `${first} ${SECOND[Math.floor(seed / FIRST.length) % SECOND.length]!}`;
}
