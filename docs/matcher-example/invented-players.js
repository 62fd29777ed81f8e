/** The Monday whose week is matched. */
export const WEEK_OF = '2026-03-02';

const HOMES = [
  {
    share: 36,
    region: 'NA-East',
    zones: ['America/New_York', 'America/Chicago', 'America/Toronto'],
    tongue: 'English',
  },
  { share: 18, region: 'NA-West', zones: ['America/Los_Angeles', 'America/Denver'], tongue: 'English' },
  { share: 26, region: 'EU', zones: ['Europe/London', 'Europe/Berlin', 'Europe/Madrid'], tongue: 'German' },
  { share: 12, region: 'SA', zones: ['America/Sao_Paulo', 'America/Argentina/Buenos_Aires'], tongue: 'Spanish' },
  { share: 8, region: 'Oceania', zones: ['Australia/Sydney', 'Pacific/Auckland'], tongue: 'English' },
];
const ROLES = ['PG', 'PG', 'PG', 'SG', 'SG', 'SG', 'SF', 'SF', 'PF', 'PF', 'C', 'C'];
const ALSO = { PG: ['SG'], SG: ['PG', 'SF'], SF: ['SG', 'PF'], PF: ['C', 'SF'], C: ['PF'] };
const BUILDS = {
  PG: 'Playmaking Shot Creator',
  SG: 'Sharpshooter',
  SF: '3-and-D Wing',
  PF: 'Stretch Four',
  C: 'Glass Cleaner',
};
const PLATFORMS = ['PS5', 'PS5', 'PS5', 'Xbox Series', 'Xbox Series', 'PC'];
const MODES = ['Rec', 'Pro-Am 5v5', 'Park/City'];
const FIRST = ['Nova', 'Lunar', 'Comet', 'Solar', 'Astro', 'Orbit', 'Zenith', 'Vega', 'Rocket', 'Cosmo'];
const SECOND = ['Kite', 'Buckets', 'Drift', 'Anchor', 'Glass', 'Dime', 'Splash', 'Clamp', 'Jumper', 'Post'];

/** So many players as the matcher reads them; the same seed invents the same. */
export function inventedPlayers(count, seed) {
  const next = createRandom(seed);
  const randomBelow = (n) => Math.floor(next() * n);
  const one = (list) => list[randomBelow(list.length)];
  return Array.from({ length: count }, (_, n) => {
    const home = findHome(next() * 100);
    const role = one(ROLES);
    const start = 17 + randomBelow(4);
    const mode = one(MODES);
    return {
      id: `${one(FIRST)} ${one(SECOND)} ${n + 1}`,
      platform: one(PLATFORMS),
      crossplay: next() < 0.75,
      region: home.region,
      timezone: one(home.zones),
      positions: next() < 0.55 ? [role, one(ALSO[role])] : [role],
      rating: 70 + randomBelow(28),
      competitive_level: one(['casual', 'competitive', 'competitive', 'elite']),
      modes: next() < 0.5 ? [mode] : [...new Set([mode, one(MODES)])],
      languages: home.tongue === 'English' || next() < 0.3 ? [home.tongue] : [home.tongue, 'English'],
      archetypes: [BUILDS[role]],
      mic: next() < 0.85,
      waiting: next() < 0.1 ? 1 : 0,
      windows: [
        {
          days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].filter(() => next() < 0.5),
          start: `${start}:00`,
          end: `${start + 3}:00`,
        },
      ],
    };
  });
}

function findHome(share) {
  let remainder = share;
  for (const home of HOMES) {
    remainder -= home.share;
    if (remainder < 0) return home;
  }
  return HOMES[0];
}

/** Seeded random numbers from 0 to 1. */
function createRandom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
