const FIRST = [
  ['Neon', 'Silver', 'Crimson', 'Golden', 'Violet', 'Midnight', 'Solar', 'Lunar', 'Cosmic', 'Electric'],
  ['Polar', 'Velvet', 'Amber', 'Cobalt', 'Rapid', 'Silent', 'Northern', 'Rising', 'Distant', 'Bright'],
].flat();
const SECOND = [
  ['Orbit', 'Comets', 'Rings', 'Meteors', 'Satellites', 'Eclipse', 'Horizon', 'Gravity', 'Nebula', 'Rockets'],
  ['Voyagers', 'Quasars', 'Pulsars', 'Moons', 'Tides', 'Apollo', 'Zenith', 'Equinox', 'Signals', 'Crossover'],
].flat();

/** The name that a new squad carries until its captain gives it another. @param seed a whole number from 0 on */
export function squadName(seed: number): string {
  const first = FIRST[seed % FIRST.length]!;
  return `${first} ${SECOND[Math.floor(seed / FIRST.length) % SECOND.length]!}`;
}
