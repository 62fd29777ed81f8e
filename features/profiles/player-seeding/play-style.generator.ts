import { type CompetitiveLevel, MODES, type Position } from '../profiles.schema.ts';
import type { Chance } from './chance.generator.ts';

/** Distribution of positions: many handle the ball, few play under the basket. */
const ROLES: readonly (readonly [Position, number])[] = [
  ['PG', 32],
  ['SG', 26],
  ['SF', 19],
  ['PF', 14],
  ['C', 9],
];

/** Weights of a player's flex positions; neighboring positions weigh most. */
const NEIGHBOURS: Record<Position, readonly (readonly [Position, number])[]> = {
  PG: [
    ['SG', 8],
    ['SF', 2],
  ],
  SG: [
    ['PG', 5],
    ['SF', 5],
    ['PF', 0.5],
  ],
  SF: [
    ['SG', 4],
    ['PF', 5],
    ['PG', 1],
  ],
  PF: [
    ['C', 5],
    ['SF', 5],
  ],
  C: [
    ['PF', 9],
    ['SF', 0.5],
  ],
};

const ARCHETYPES: Record<Position, readonly string[]> = {
  PG: [
    'Playmaking Shot Creator',
    'Offensive Threat',
    'Slashing Playmaker',
    'Two-Way Playmaker',
    'Floor General',
    'Perimeter Lockdown',
  ],
  SG: ['Sharpshooter', 'Shot Creator', 'Two-Way Shooter', 'Slasher', 'Perimeter Lockdown', 'Three-Level Scorer'],
  SF: ['3-and-D Wing', 'Point Forward', 'Slashing Wing', 'Shooting Wing', 'Lockdown Wing', 'Shot Creator'],
  PF: ['Stretch Four', 'Glass Cleaner', 'Slashing Big', 'Point Forward', 'Interior Finisher', 'Versatile Defender'],
  C: ['Rim Protector', 'Glass Cleaner', 'Paint Anchor', 'Stretch Five', 'Post Scorer', 'Pick-and-Pop Big'],
};

const STYLES: Record<Position, readonly string[]> = {
  PG: ['Pass first', 'Push the pace', 'Pick and roll', 'Iso', 'Calls plays', 'On-ball defense'],
  SG: ['Spot up', 'Off-ball movement', 'Iso', 'Fast break', 'On-ball defense', 'Catch and shoot'],
  SF: ['Spot up', 'Lock the best scorer', 'Cuts', 'Fast break', 'Switches everything', 'Corner threes'],
  PF: ['Sets screens', 'Stretches the floor', 'Crashes the glass', 'Help defense', 'Rolls to the rim', 'Box out'],
  C: ['Sets screens', 'Protects the rim', 'Crashes the glass', 'Rolls to the rim', 'Box out', 'Outlet passes'],
};
const ATTITUDES = ['Chill', 'Vocal', 'Patient', 'Try hard', 'Good vibes', 'Film nerd'] as const;

const BODY: Record<Position, { height: number; weight: number }> = {
  PG: { height: 75, weight: 186 },
  SG: { height: 77, weight: 198 },
  SF: { height: 79, weight: 212 },
  PF: { height: 81, weight: 230 },
  C: { height: 84, weight: 252 },
};

const clampRounded = (value: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(value)));

/** Draws a rating around 85. One in eight comes from a much wider normal distribution, for long tails on both sides. */
function drawRating(chance: Chance): number {
  return clampRounded(chance.is(0.125) ? chance.normal(85, 11) : chance.normal(85, 4.2), 60, 99);
}

function drawLevel(chance: Chance, rating: number): CompetitiveLevel {
  const perceivedRating = rating + chance.normal(0, 4);
  if (perceivedRating > 91) return 'elite';
  return perceivedRating > 82 ? 'competitive' : 'casual';
}

const MODE_SHARE: Record<CompetitiveLevel, readonly number[]> = {
  casual: [0.16, 0.72, 0.24, 0.74],
  competitive: [0.5, 0.68, 0.42, 0.56],
  elite: [0.84, 0.5, 0.58, 0.38],
};

function drawModes(chance: Chance, level: CompetitiveLevel): string[] {
  const modes = MODES.filter((_, index) => chance.is(MODE_SHARE[level][index]!));
  return modes.length > 0 ? modes : [chance.one(['Rec', 'Park/City'])];
}

function drawFlexPositions(chance: Chance, role: Position): Position[] {
  const count = chance.weighted([
    [0, 32],
    [1, 46],
    [2, 22],
  ]);
  const flex: Position[] = [];
  for (let tries = 0; tries < 6 && flex.length < count; tries++) {
    const position = chance.weighted(NEIGHBOURS[role]);
    if (!flex.includes(position)) flex.push(position);
  }
  return flex;
}

/** Generates everything about how a player plays. The parts are consistent with each other. */
export function pickPlayStyle(chance: Chance) {
  const role = chance.weighted(ROLES);
  const rating = drawRating(chance);
  const level = drawLevel(chance, rating);
  const [primary, secondary] = chance.is(0.5)
    ? chance.some(ARCHETYPES[role], 2)
    : chance.some(ARCHETYPES[role], 2).reverse();
  const height = clampRounded(chance.normal(BODY[role].height, 1.6), 69, 88);
  return {
    role,
    flex_positions: drawFlexPositions(chance, role),
    overall_rating: chance.is(0.97) ? rating : null,
    win_percentage: chance.is(0.94)
      ? Math.min(96, Math.max(4, Math.round(chance.normal(50 + (rating - 85) * 1.3, 8) * 10) / 10))
      : null,
    competitive_level: level,
    experience_years: clampRounded(Math.abs(chance.normal(0, 5)) + (level === 'elite' ? 3 : 1), 0, 20),
    modes: drawModes(chance, level),
    playstyle: [...chance.some(STYLES[role], chance.whole(1, 3)), ...(chance.is(0.5) ? [chance.one(ATTITUDES)] : [])],
    archetype_primary: primary!,
    archetype_secondary: chance.is(0.6) ? secondary! : null,
    height_in: height,
    weight_lb: clampRounded(chance.normal(BODY[role].weight + (height - BODY[role].height) * 5, 10), 150, 310),
    hand: chance.is(0.88) ? 'Right' : 'Left',
  };
}

const WORDS = {
  PG: 'point guard',
  SG: 'shooting guard',
  SF: 'small forward',
  PF: 'power forward',
  C: 'center',
} as const;
const GOAL_LINES = [
  'Looking for a squad that shares the ball.',
  'Here for good runs and no drama.',
  'Want a five that stays together for a season.',
  'Win or learn, then queue again.',
  'I show up on time and play to the end.',
  'Trying to build chemistry, not highlight reels.',
  'New crew wanted after my old one moved on.',
  'I pass up a good shot for a great one.',
  'Down to run sets, down to freestyle.',
  'If the talk is good, the run is good.',
];

/** Generates a short bio that matches the player's own data. */
export function generateBio(chance: Chance, play: ReturnType<typeof pickPlayStyle>, hasMic: boolean): string {
  if (chance.is(0.18)) return '';
  const lines = [
    chance.one([
      `${play.archetype_primary} at the ${play.role}.`,
      `${play.competitive_level[0]!.toUpperCase()}${play.competitive_level.slice(1)} ${WORDS[play.role]}.`,
      `${play.experience_years} years of ${play.modes[0]} behind me.`,
      `${play.playstyle[0]}: that is my game.`,
      `${WORDS[play.role][0]!.toUpperCase()}${WORDS[play.role].slice(1)}, mostly ${play.modes[0]}.`,
    ]),
  ];
  if (play.flex_positions[0] && chance.is(0.35)) lines.push(`Can slide to ${play.flex_positions[0]} when needed.`);
  if (chance.is(0.75)) lines.push(chance.one(GOAL_LINES));
  if (!hasMic && chance.is(0.4)) lines.push('No mic, but I use pings.');
  return lines
    .join(' ')
    .replace(/\b([01]) years of/, (_, years: string) => (years === '1' ? 'One year of' : 'First year of'));
}
