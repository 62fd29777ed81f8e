import {
  type PairingRules,
  pairScrims,
  type ScrimPost,
  verifyPairing,
} from '../../features/competition/scrim-pairing.rules.ts';
import { defaultRules } from '../../matcher/default-rules.ts';
import { createRandom, type Random } from '../../matcher/random.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';

const MONDAY = Date.UTC(2027, 0, 4);
const RULES: PairingRules = { regions: defaultRules.limits.regions!, slope: 1 };
const MODES = ['Pro-Am 5v5', 'Pro-Am 5v5', 'Rec', 'Park/City'] as const;
const REGIONS = ['NA-East', 'NA-East', 'NA-West', 'EU', 'EU', 'SA', 'Asia'] as const;
/** Number of repetitions, of which the slowest counts. */
const REPETITIONS = 3;

/** Squads from many places that play different modes, or the hardest case: all of them could play each other. */
export type PairingWorld = 'usual' | 'everyone fits';

export type PairingMeasurement = { posts: number; pairs: number; seconds: number; missing: number; faults: number };

/** Measures how long it takes to pair squads for scrims, and verifies the proof. */
export function measurePairing(count: number, world: PairingWorld): PairingMeasurement {
  const posts = createPosts(count, world);
  let seconds = 0;
  let pairing = pairScrims(posts.slice(0, 100), RULES);
  for (let run = 0; run < REPETITIONS; run++) {
    const startedAt = process.cpuUsage();
    pairing = pairScrims(posts, RULES);
    seconds = Math.max(seconds, process.cpuUsage(startedAt).user / 1e6);
  }
  const { total, bound } = pairing.proof;
  const faults = verifyPairing(posts, RULES, pairing).length;
  return {
    posts: count,
    pairs: pairing.pairs.length,
    seconds,
    missing: Math.round((bound - total) * 1_000) / 1_000,
    faults,
  };
}

function createPosts(count: number, world: PairingWorld): ScrimPost[] {
  const random = createRandom(1);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
  return Array.from({ length: count }, (_, n) => {
    const mu = 25 + 12 * (random.next() + random.next() - 1);
    const rating = Math.round(60 * (mu - 6));
    const isUsual = world === 'usual';
    return {
      id: `squad ${n}`,
      mode: isUsual ? pick(MODES) : MODES[0],
      bestOf: isUsual && random.below(4) === 0 ? 3 : 1,
      region: isUsual ? pick(REGIONS) : 'EU',
      platform: isUsual ? pick(['PS5', 'PS5', 'Xbox Series', 'PC']) : 'PS5',
      crossplay: isUsual && random.below(2) === 0,
      times: isUsual ? createTimes(random) : [{ from: MONDAY, to: MONDAY + DAY_MS }],
      players: Array.from({ length: 5 }, (_, seat) => ({
        id: `player ${n} ${seat}`,
        mu: mu + 4 * (random.next() - 0.5),
        sigma: 1.5 + 4 * random.next(),
      })),
      rating,
      opponents: isUsual ? { min: rating - 450, max: rating + 450 } : { min: 0, max: 3000 },
      ...{ onlyClub: null, club: null, excluded: new Set<string>(), waited: random.below(4) },
    };
  });
}

/** Returns two to four evenings of the week. */
function createTimes(random: Random): ScrimPost['times'] {
  const days = new Set(Array.from({ length: 2 + random.below(3) }, () => random.below(7)));
  return [...days].sort().map((day) => {
    const from = MONDAY + day * DAY_MS + (17 + random.below(4)) * HOUR_MS;
    return { from, to: from + (2 + random.below(3)) * HOUR_MS };
  });
}
