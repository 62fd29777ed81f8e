import type { Pool, PoolPlayer, WeeklyWindow } from '../../matcher/matcher-schema.ts';
import { createRandom, type Random } from '../../matcher/random.ts';

/** Kinds of pools to measure. */
export const POOL_KINDS = ['community', 'famine', 'thin'] as const;
export type PoolKind = (typeof POOL_KINDS)[number];

type Weighted<T> = readonly (readonly [T, number])[];

/**
 * Regions with the time zones and languages of their players; shares are roughly those of an English-speaking game
 * community.
 */
const REGIONS: Weighted<{ region: string; zones: Weighted<string>; languages: Weighted<string> }> = [
  [
    {
      region: 'NA-East',
      zones: [
        ['America/New_York', 60],
        ['America/Chicago', 30],
        ['America/Toronto', 8],
        ['America/Halifax', 2],
      ],
      languages: [
        ['English', 88],
        ['Spanish', 9],
        ['French', 3],
      ],
    },
    36,
  ],
  [
    {
      region: 'NA-West',
      zones: [
        ['America/Los_Angeles', 65],
        ['America/Denver', 20],
        ['America/Phoenix', 10],
        ['America/Vancouver', 5],
      ],
      languages: [
        ['English', 86],
        ['Spanish', 14],
      ],
    },
    18,
  ],
  [
    {
      region: 'EU',
      zones: [
        ['Europe/London', 30],
        ['Europe/Berlin', 25],
        ['Europe/Paris', 20],
        ['Europe/Athens', 10],
        ['Europe/Istanbul', 15],
      ],
      languages: [
        ['English', 45],
        ['German', 16],
        ['French', 16],
        ['Spanish', 8],
        ['Turkish', 9],
        ['Greek', 6],
      ],
    },
    24,
  ],
  [
    {
      region: 'Asia',
      zones: [
        ['Asia/Manila', 50],
        ['Asia/Tokyo', 20],
        ['Asia/Kolkata', 15],
        ['Asia/Kathmandu', 5],
        ['Asia/Dubai', 10],
      ],
      languages: [
        ['English', 60],
        ['Filipino', 20],
        ['Japanese', 20],
      ],
    },
    11,
  ],
  [
    {
      region: 'SA',
      zones: [
        ['America/Sao_Paulo', 60],
        ['America/Argentina/Buenos_Aires', 25],
        ['America/Santiago', 15],
      ],
      languages: [
        ['Portuguese', 58],
        ['Spanish', 38],
        ['English', 4],
      ],
    },
    6,
  ],
  [
    {
      region: 'Oceania',
      zones: [
        ['Australia/Sydney', 60],
        ['Australia/Perth', 15],
        ['Pacific/Auckland', 20],
        ['Australia/Lord_Howe', 5],
      ],
      languages: [['English', 100]],
    },
    5,
  ],
];

const COMMUNITY_ROLES: Weighted<string> = [
  ['PG', 27],
  ['SG', 23],
  ['SF', 20],
  ['PF', 17],
  ['C', 13],
];
const FAMINE_ROLES: Weighted<string> = [
  ['PG', 40],
  ['SG', 30],
  ['SF', 15],
  ['PF', 10],
  ['C', 5],
];
const FLEX: Record<string, Weighted<string>> = {
  PG: [
    ['SG', 70],
    ['SF', 20],
    ['C', 2],
  ],
  SG: [
    ['PG', 45],
    ['SF', 45],
  ],
  SF: [
    ['SG', 40],
    ['PF', 50],
  ],
  PF: [
    ['C', 55],
    ['SF', 40],
  ],
  C: [
    ['PF', 80],
    ['SF', 10],
  ],
};
const PLATFORMS: Weighted<string> = [
  ['PS5', 55],
  ['Xbox Series', 33],
  ['PC', 9],
  ['Switch', 3],
];
const MODES: Weighted<string> = [
  ['Pro-Am 5v5', 40],
  ['Rec', 35],
  ['Park/City', 15],
  ['Proving Ground', 10],
];
const ARCHETYPES: Record<string, readonly string[]> = {
  PG: ['Playmaking Shot Creator', 'Offensive Threat', 'Lockdown Defender', 'Sharpshooter'],
  SG: ['Sharpshooter', 'Slasher', '3-and-D Wing', 'Shot Creator'],
  SF: ['3-and-D Wing', 'Slashing Finisher', 'Lockdown Defender', 'Sharpshooter'],
  PF: ['Stretch Four', 'Paint Beast', 'Glass Cleaner', 'Rim Protector'],
  C: ['Rim Protector', 'Glass Cleaner', 'Post Scorer', 'Stretch Five'],
};
const STYLES = ['Scorer', 'Pass-first', 'Defensive', 'Rebounder', 'Spot-up shooter', 'Team player'] as const;
const LEVELS: Weighted<string> = [
  ['casual', 40],
  ['competitive', 47],
  ['elite', 13],
];

/** Creates a pool of `size` players of a kind, reproducibly by seed. */
export function makePool(kind: PoolKind, size: number, seed: number): Pool {
  const random = createRandom(seed * 7919 + size);
  // Share equal lists between players, as a row reader does.
  const share = new Map<string, unknown>();
  const players = Array.from({ length: size }, (_, i) => makePlayer(kind, random, i, share));
  addRelations(players, random);
  return { weekOf: '2026-03-02', players, forbiddenGroups: [] };
}

function makePlayer(kind: PoolKind, random: Random, i: number, share: Map<string, unknown>): PoolPlayer {
  const internOnce = <T>(value: T): T => {
    const key = JSON.stringify(value);
    if (!share.has(key)) share.set(key, value);
    return share.get(key) as T;
  };
  const home = kind === 'thin' ? REGIONS[random.below(REGIONS.length)]![0] : pick(REGIONS, random);
  const role = pick(kind === 'famine' ? FAMINE_ROLES : COMMUNITY_ROLES, random);
  const flexible = random.next();
  const positions = [role];
  if (flexible < (kind === 'famine' ? 0.25 : 0.55)) positions.push(pick(FLEX[role]!, random));
  if (flexible < 0.12) {
    const flexRole = pick(FLEX[role]!, random);
    if (!positions.includes(flexRole)) positions.push(flexRole);
  }
  const level = pick(LEVELS, random);
  const language = pick(home.languages, random);
  const languages = language === 'English' || random.next() > 0.62 ? [language] : [language, 'English'];
  const mode = pick(MODES, random);
  const otherMode = pick(MODES, random);
  const spread = drawNormal(random);
  const shift = level === 'elite' ? 5 : level === 'competitive' ? 1 : -2;
  return {
    id: `p${i}`,
    platform: pick(PLATFORMS, random),
    crossplay: random.next() < 0.72,
    region: home.region,
    positions: internOnce(positions),
    rating: random.next() < 0.05 ? null : Math.max(60, Math.min(99, Math.round(85 + shift + spread * 4.5))),
    competitive_level: level,
    modes: internOnce(mode === otherMode ? [mode] : [mode, otherMode]),
    languages: internOnce(languages),
    timezone: pick(home.zones, random),
    windows: internOnce(kind === 'thin' ? createThinWindows(random) : createEveningWindows(random)),
    slots: internOnce([]),
    playstyle: internOnce([STYLES[random.below(STYLES.length)]!]),
    archetypes: internOnce([ARCHETYPES[role]![random.below(4)]!]),
    mic: random.next() < 0.85,
    wishes: internOnce({}),
    party: null,
    blocks: internOnce([]),
    avoids: internOnce([]),
    waiting: random.next() < 0.1 ? 1 + random.below(2) : 0,
    priority: 0,
    reliability: null,
    wants: internOnce(['squad', 'pair'] as ('squad' | 'pair')[]),
  };
}

/** Returns the availability of people with a day job: some weekday evenings, some weekends, few nights. */
function createEveningWindows(random: Random): WeeklyWindow[] {
  const start = 17 + random.below(5);
  const length = 2 + random.below(4);
  const days = (['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const).filter(() => random.next() < 0.6);
  const windows: WeeklyWindow[] = [
    { days: days.length > 0 ? days : ['Wed'], start: formatHour(start), end: formatHour(start + length) },
  ];
  if (random.next() < 0.7) {
    const startHour = 11 + random.below(9);
    windows.push({
      days: random.next() < 0.6 ? ['Sat', 'Sun'] : ['Sat'],
      start: formatHour(startHour),
      end: formatHour(startHour + 3 + random.below(5)),
    });
  }
  if (random.next() < 0.08) windows.push({ days: ['Fri', 'Sat'], start: '22:00', end: '03:00' });
  return windows;
}

/** Returns one to three short windows anywhere in the week. */
function createThinWindows(random: Random): WeeklyWindow[] {
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
  return Array.from({ length: 1 + random.below(3) }, () => {
    const startHour = random.next() < 0.7 ? 16 + random.below(6) : random.below(24);
    const minutes = random.below(2) * 30;
    return {
      days: [days[random.below(7)]!],
      start: formatHour(startHour, minutes),
      end: formatHour(startHour + 3, minutes),
    };
  });
}

function formatHour(value: number, minutes = 0): string {
  return `${String(value % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** Adds a few parties, blocks and avoids. */
function addRelations(players: PoolPlayer[], random: Random): void {
  for (let i = 0; i + 5 < players.length; i += 50) {
    const player = players[i]!;
    player.blocks = [players[i + 1 + random.below(4)]!.id];
    player.avoids = [players[i + 5]!.id];
  }
}

function pick<T>(choices: Weighted<T>, random: Random): T {
  let at = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of choices) {
    at -= weight;
    if (at < 0) return value;
  }
  return choices[choices.length - 1]![0];
}

function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
