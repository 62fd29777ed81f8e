import type { CompiledPool } from './compile.ts';
import type { SearchBreadth } from './grow.ts';
import { canPlayTogether, hasSharedStretch } from './player-compatibility.ts';
import { createRandom } from './random.ts';
import type { RebuildOptions } from './rebuild.ts';
import type { PairCare, SearchCare } from './task-shapes.ts';

/** Board sizes and settings of the phases of a run. */
export type Effort = {
  name: string;
  phases: Phase[];
  pairs: PairCare;
};
type Phase = { order: number; size: number; care: SearchCare };

/** Number of players above which a pool is dense enough for smaller boards. */
const LARGE_POOL = 30_000;
/** Number of players below which every squad is rebuilt many times. Small pools are sparse, so there's enough time. */
const SMALL_POOL = 1_500;
/** Number of players below which the search is exhaustive and still instant. */
const VERY_SMALL_POOL = 200;
/** Number of players up to which 'quick' repeats until it stops improving. That takes a few hundredths of a second. */
const MAX_PLAYERS_TO_REPEAT = 5_000;
/**
 * Share of compatible pairs below which boards must be wide. Wide boards are affordable there, because they contain few
 * pairs.
 */
const SPARSE_SHARE = 0.03;

/** Share of compatible pairs with enough unbroken common time above which 'quick' ignores all other pairs. */
const UNBROKEN_TIME_SHARE = 0.8;

/**
 * Pool properties that the effort depends on. `unbroken`: nearly all compatible pairs have the needed time without a
 * break.
 */
export type PoolTraits = { players: number; count: boolean; sparse: boolean; spreads: boolean; unbroken: boolean };

/** Classifies a pool by a sample of a few thousand pairs. */
export function classifyPool({ columns: c }: CompiledPool): PoolTraits {
  const random = createRandom(1);
  const requiredBins = c.minBins.subarray(0, c.size).reduce((most, bins) => Math.max(most, bins), 0);
  let togetherCount = 0;
  let unbrokenCount = 0;
  for (let n = 0; n < DENSITY_SAMPLE && c.size > 1; n++) {
    const a = random.below(c.size);
    const b = (a + 1 + random.below(c.size - 1)) % c.size;
    if (!canPlayTogether(c, a, b)) continue;
    togetherCount++;
    if (hasSharedStretch(c, a, b, requiredBins)) unbrokenCount++;
  }
  return {
    players: c.size,
    count: c.terms.count,
    sparse: togetherCount < SPARSE_SHARE * DENSITY_SAMPLE,
    spreads: c.terms.spreads,
    unbroken: unbrokenCount >= UNBROKEN_TIME_SHARE * togetherCount,
  };
}

const DENSITY_SAMPLE = 4096;

/**
 * Returns the settings for 'quick', 'full', or a multiple of full's work. The numbers are measured, not derived. 'full'
 * is at the knee of quality over work; see docs/matcher.md.
 */
export function chooseEffort(effort: 'quick' | 'full' | number, nature: PoolTraits): Effort {
  const { players, count, sparse } = nature;
  const isLarge = players > LARGE_POOL;
  if (effort === 'quick') return { name: 'quick', phases: createQuickPhases(nature), pairs: QUICK_PAIRS };
  const name = effort === 'full' ? 'full' : String(effort);
  const times = effort === 'full' ? 1 : effort;
  const createPhase = (order: number, size: number, searchCare: SearchCare): Phase => ({
    order,
    size,
    care: scaleSearchCare(searchCare, times),
  });
  const firstPhase = createPhase(1, isLarge ? 512 : 1024, FIRST_SEARCH);
  if (players < SMALL_POOL) {
    const rebuild = getSmallPoolRebuild(players, count);
    const searchCare = {
      ...SECOND_SEARCH,
      augmentDepth: 4,
      rebuild,
      augment: players < VERY_SMALL_POOL ? WIDE_BREADTH : BROAD_BREADTH,
    };
    return {
      name,
      phases: [firstPhase, createPhase(3, 4096, searchCare), createPhase(2, 4096, searchCare)],
      pairs: BEST_PAIRS,
    };
  }
  if (sparse) return { name, phases: createSparsePhases(isLarge, count, createPhase), pairs: BEST_PAIRS };
  if (count) {
    const boardSize = isLarge ? 2048 : 4096;
    return {
      name,
      phases: [firstPhase, createPhase(3, boardSize, COUNT_SEARCH), createPhase(2, boardSize, COUNT_SEARCH)],
      pairs: BEST_PAIRS,
    };
  }
  const polish = { ...SECOND_SEARCH, augmentRounds: 0 };
  if (isLarge) {
    const searchCare = { ...SECOND_SEARCH, augmentRounds: 3 };
    return {
      name,
      phases: [firstPhase, createPhase(3, 2048, searchCare), createPhase(0, 2048, polish)],
      pairs: BEST_PAIRS,
    };
  }
  const polishTwice = { ...polish, assignPasses: 2 };
  return {
    name,
    phases: [firstPhase, createPhase(3, 4096, SECOND_SEARCH), createPhase(0, 2048, polishTwice)],
    pairs: BEST_PAIRS,
  };
}

const QUICK_PAIRS: PairCare = { few: 128, many: 32, exact: false };
/**
 * Matches pairs optimally within small pieces, because the cost grows with the square of the number of players matched
 * at once.
 */
const BEST_PAIRS: PairCare = { few: 160, many: 64, exact: true };

const NARROW_BREADTH: SearchBreadth = { scan: 24, beam: 2, tries: 4 };
const NO_REBUILDING: RebuildOptions = { times: 0, heat: 0, widest: 0, noise: 0, breadth: NARROW_BREADTH };

const FIRST_SEARCH: SearchCare = {
  unbroken: false,
  grow: { scan: 64, beam: 2, tries: 6 },
  augmentRounds: 2,
  augmentDepth: 2,
  augment: { scan: 24, beam: 3, tries: 8 },
  patience: Number.POSITIVE_INFINITY,
  rebuild: NO_REBUILDING,
  assignPasses: 0,
  assignTries: 0,
};

const QUICK: SearchCare = {
  ...FIRST_SEARCH,
  grow: { scan: 12, beam: 2, tries: 2 },
  augment: { scan: 12, beam: 2, tries: 2 },
};
/** Quick settings for a large pool, where a good enough candidate is always near. */
const QUICK_FOR_LARGE_POOL: SearchCare = { ...QUICK, grow: { ...QUICK.grow, beam: 1 } };

/**
 * Returns a single phase. The fewer compatible pairs there are, the wider the board has to be, and the less a wide
 * board costs. With many pairs, a second round of chains gains more than a wider board. The fewer pairs a board has,
 * the sooner the search gives up on chains.
 */
function createQuickPhases({ players, sparse, spreads, unbroken }: PoolTraits): Phase[] {
  const createPhases = (order: number, size: number, searchCare: Partial<SearchCare>): Phase[] => [
    { order, size, care: { ...(players > LARGE_POOL ? QUICK_FOR_LARGE_POOL : QUICK), unbroken, ...searchCare } },
  ];
  if (players <= MAX_PLAYERS_TO_REPEAT) return createPhases(1, 8192, { unbroken: false, augmentRounds: 3 });
  if (players <= LARGE_POOL) {
    if (!sparse) return createPhases(1, 3072, { augmentRounds: 2, patience: 32 });
    return spreads
      ? createPhases(0, 2048, { augmentRounds: 1, patience: 64 })
      : createPhases(1, 8192, { augmentRounds: 1, patience: 128 });
  }
  if (!sparse) return createPhases(0, 768, { augmentRounds: 2, patience: 8 });
  return spreads
    ? createPhases(0, 1536, { augmentRounds: 1, patience: 32 })
    : createPhases(0, 3072, { augmentRounds: 1, patience: 64 });
}

const SECOND_SEARCH: SearchCare = {
  ...FIRST_SEARCH,
  augmentRounds: 4,
  augmentDepth: 4,
  augment: { scan: 24, beam: 2, tries: 5 },
  assignPasses: 1,
  assignTries: 32,
};

/** Settings for when only the number of squads matters, because chains find every possible gain. */
const COUNT_SEARCH: SearchCare = { ...SECOND_SEARCH, assignPasses: 0 };

/**
 * Returns the phases for a sparse pool, which needs wide boards. In a large pool, cuts between boards always separate
 * some players who belong together. So several orders with little work each beat two orders with a lot of work. In a
 * smaller pool, squads are moved around between chains when only the number of squads matters.
 */
function createSparsePhases(
  isLarge: boolean,
  countOnly: boolean,
  phase: (order: number, size: number, care: SearchCare) => Phase,
) {
  const start = phase(1, isLarge ? 1024 : 2048, { ...FIRST_SEARCH, augmentRounds: 1 });
  if (isLarge) {
    if (countOnly) return [start, phase(3, 8192, CHAINS), phase(0, 8192, CHAINS), phase(2, 8192, CHAINS)];
    const singleAugment = { ...CHAINS, augmentRounds: 1 };
    const last = { ...CHAINS, assignPasses: 1, assignTries: 6 };
    return [start, phase(3, 8192, singleAugment), phase(0, 8192, singleAugment), phase(2, 8192, last)];
  }
  if (countOnly) {
    const squadMoveSettings = { ...CHAINS, rebuild: MOVING_REBUILD };
    return [
      start,
      phase(3, 8192, squadMoveSettings),
      phase(2, 8192, { ...squadMoveSettings, augmentRounds: 3, augmentDepth: 5 }),
    ];
  }
  const searchCare = { ...CHAINS, assignTries: 16 };
  return [
    start,
    phase(3, 8192, { ...searchCare, assignPasses: 1 }),
    phase(2, 8192, { ...searchCare, assignPasses: 2 }),
  ];
}

const CHAINS: SearchCare = {
  ...SECOND_SEARCH,
  augmentRounds: 2,
  augment: { scan: 16, beam: 2, tries: 4 },
  assignPasses: 0,
};
/** Settings that move squads to other times and players, which opens up new chains. */
const MOVING_REBUILD: RebuildOptions = {
  times: 5,
  heat: 0,
  widest: 3,
  noise: 6,
  breadth: { scan: 16, beam: 2, tries: 4 },
};

/** Search breadth for few candidates, which tries them all. */
const WIDE_BREADTH: SearchBreadth = { scan: 256, beam: 6, tries: 24 };

/** Breadth of chains in small pools. Four times this breadth doesn't find more. */
const BROAD_BREADTH: SearchBreadth = { scan: 64, beam: 3, tries: 8 };

/**
 * Returns the rebuild settings for pools below `SMALL_POOL`. Very small pools get long annealing. Others get a cool,
 * narrow search, repeated as often as fits into 50 ms for 500 players and 150 ms for 1,000. When only the number of
 * squads matters, no loss is accepted.
 */
function getSmallPoolRebuild(players: number, countOnly: boolean): RebuildOptions {
  if (players < VERY_SMALL_POOL) return { times: 800, heat: 0.15, widest: 5, noise: 12, breadth: WIDE_BREADTH };
  const times = players > 500 ? 27 : 7_500 / players;
  return { times, heat: countOnly ? 0 : 0.05, widest: 3, noise: 6, breadth: NARROW_BREADTH };
}

function scaleSearchCare(searchCare: SearchCare, times: number): SearchCare {
  return {
    ...searchCare,
    rebuild: { ...searchCare.rebuild, times: searchCare.rebuild.times * times },
    assignPasses: Math.ceil(searchCare.assignPasses * times),
    assignTries: Math.round(searchCare.assignTries * Math.sqrt(Math.max(1, times))),
  };
}

/**
 * Settings for runs after changes, around the fresh players. `around` is the number of units on either side of each
 * fresh player on the board.
 */
export const INCREMENTAL_EFFORT: {
  name: string;
  pairs: PairCare;
  phases: { order: number; around: number; care: SearchCare }[];
} = {
  name: 'after changes',
  pairs: BEST_PAIRS,
  phases: [
    { order: 1, around: 12, care: { ...SECOND_SEARCH, augmentRounds: 3, augmentDepth: 3, assignTries: 16 } },
    { order: 3, around: 64, care: { ...SECOND_SEARCH, augmentRounds: 2, assignTries: 16 } },
  ],
};
/** Largest board after changes, in players. */
export const INCREMENTAL_BOARD_SIZE = 640;

/** Returns the maximum number of players in a task of this effort. Pieces are at most 1.5 times their target size. */
export function getSearchRoom(effort: Effort, players: number): number {
  return Math.min(players, Math.ceil(Math.max(...effort.phases.map((phase) => phase.size)) * 1.5) + 64);
}

/**
 * Maximum pool sizes for which a tight proof of the value, or of the number of squads, takes less than five seconds on
 * one core.
 */
export const AFFORDABLE_PROOF = { value: 1_000, number: 3_000 };

export function isProofAffordable({ columns: c }: CompiledPool): boolean {
  return c.size <= (c.terms.count ? AFFORDABLE_PROOF.number : AFFORDABLE_PROOF.value);
}
