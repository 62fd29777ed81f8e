import type { MatchingRules, Pool, PoolPlayer, UtcSlot } from '../../matcher/matcher-schema.ts';
import { createRandom } from '../../matcher/random.ts';
import { defaultRules } from '../../matcher/run.ts';
import { countRules } from './bench-rules.ts';

/**
 * Regions and platforms with their shares in percent. Shards differ widely in size, and large shards have many possible
 * squads.
 */
const REGIONS = expandShares({ 'NA-East': 40, EU: 25, Asia: 15, SA: 10, Oceania: 6, Other: 4 });
const PLATFORMS = expandShares({ PS5: 50, 'Xbox Series': 30, PC: 12, Switch: 5, Mobile: 3 });
const SLOT_MINUTES = 240;
const SLOT_COUNT = 42;
const BEST_RATING = 3_000;

/** Returns a list of a hundred words, each repeated by its share. */
function expandShares(shares: Record<string, number>): string[] {
  return Object.entries(shares).flatMap(([word, share]) => Array<string>(share).fill(word));
}

/**
 * Rules of ranked play: the objective is the number of squads, and ratings in a squad lie within 300 of 3,000 points.
 */
export const rankedRules: MatchingRules = {
  ...countRules(defaultRules),
  limits: { ...defaultRules.limits, maxRatingSpread: 300, regions: [...new Set(REGIONS)].map((region) => [region]) },
  relaxation: [],
};

/**
 * Creates a pool in which the rating limit matters. It has 30 shards of region and platform. Players play one or two
 * positions and have two to five of the week's 42 four-hour slots.
 */
export function createRankedPool(size: number, seed: number): Pool {
  const random = createRandom(seed * 104_729 + size);
  const sampleNormal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const players = Array.from({ length: size }, (_, i): PoolPlayer => {
    const primarySeat = random.below(5);
    const otherSeats = random.next() < 0.5 ? [(primarySeat + 1 + random.below(4)) % 5] : [];
    const slots = new Set<number>();
    const slotCount = 2 + random.below(4);
    while (slots.size < slotCount) slots.add(random.below(SLOT_COUNT));
    return {
      id: `p${i}`,
      platform: PLATFORMS[random.below(PLATFORMS.length)]!,
      crossplay: false,
      region: REGIONS[random.below(REGIONS.length)]!,
      positions: [primarySeat, ...otherSeats].map((seat) => defaultRules.seats[seat]!),
      rating: Math.round(BEST_RATING / 2 + 350 * sampleNormal()),
      competitive_level: null,
      modes: ['Rec'],
      languages: ['English'],
      timezone: 'UTC',
      windows: [],
      slots: [...slots].sort((a, b) => a - b).map((slot): UtcSlot => [slot * SLOT_MINUTES, (slot + 1) * SLOT_MINUTES]),
      playstyle: [],
      archetypes: [],
      mic: true,
      wishes: {},
      party: null,
      blocks: [],
      avoids: [],
      waiting: 0,
      priority: 0,
      reliability: null,
      wants: ['squad'],
    };
  });
  return { weekOf: '2026-03-02', players, forbiddenGroups: [] };
}
