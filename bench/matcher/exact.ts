import highsLoader from 'highs';
import { compilePool, defaultRules, type MatchingRules, type Pool, runMatcher } from '../../matcher/run.ts';
import type { ResultRow } from './bars.ts';
import { countRules } from './bench-rules.ts';
import { enumerateSquads } from './enumerate.ts';
import { makePool, POOL_KINDS } from './pools.ts';

const MAX_SQUADS = 40_000;

/** Returns a pool's optimum by integer programming over all its valid squads, or null if there are too many. */
async function solveExactly(pool: Pool, rules: MatchingRules): Promise<number | null> {
  const squads = enumerateSquads(compilePool(pool, rules), MAX_SQUADS);
  if (squads === null) return null;
  if (squads.length === 0) return 0;
  const uses = new Map<number, string[]>();
  squads.forEach(({ members }, number) => {
    for (const member of members) {
      const names = uses.get(member);
      if (names) names.push(`z${number}`);
      else uses.set(member, [`z${number}`]);
    }
  });
  const model = [
    'Maximize',
    ` total: ${squads.map(({ value }, number) => `${value} z${number}`).join('\n + ')}`,
    'Subject To',
    ...[...uses].map(([member, names]) => ` p${member}: ${names.join('\n + ')} <= 1`),
    'Binary',
    ...squads.map((_, number) => ` z${number}`),
    'End',
  ].join('\n');
  const highs = await highsLoader();
  const solution = highs.solve(model, { time_limit: 20, mip_rel_gap: 0 });
  return solution.Status === 'Optimal' ? solution.ObjectiveValue : null;
}

/** Returns the bound proven by player prices (the dual bound), from a separate run. */
function computeTightBound(pool: Pool, rules: MatchingRules) {
  return runMatcher(pool, rules, { seed: 1, effort: 'quick', proof: 'tight' }).certificate;
}

/** Compares our total score with the optimum on `count` random pools of 20 to 60 players. */
export async function compareWithOptimum(count: number): Promise<ResultRow[]> {
  const shares: number[] = [];
  let matcherScore = 0;
  let best = 0;
  let unsolvedCount = 0;
  // Unsolved pools count, too: with the proven bound instead of the optimum.
  let totalMatcherScore = 0;
  let optimalTotal = 0;
  for (let n = 0; n < count; n++) {
    const kind = POOL_KINDS[n % POOL_KINDS.length]!;
    const pool = makePool(kind, 20 + ((n * 7) % 41), 1000 + n);
    // Make players compatible, because pools this small would otherwise contain almost no valid squads.
    for (const player of pool.players) {
      player.region = n % 2 === 0 ? 'NA-East' : 'NA-West';
      player.timezone = n % 4 < 2 ? 'America/New_York' : player.timezone;
      player.languages = ['English'];
      player.crossplay = true;
    }
    const optimum = await solveExactly(pool, defaultRules);
    const { total, bound } = runMatcher(pool, defaultRules, { seed: n, effort: 'full' }).certificate;
    totalMatcherScore += total;
    optimalTotal += optimum ?? Math.min(bound, computeTightBound(pool, defaultRules).bound);
    if (optimum === null) {
      unsolvedCount++;
      continue;
    }
    matcherScore += total;
    best += optimum;
    if (optimum > 0) shares.push(total / optimum);
  }
  shares.sort((a, b) => a - b);
  return [
    {
      pools: count,
      unsolved: unsolvedCount,
      'pools with a squad': shares.length,
      'share of the optimum, sum': formatShare(matcherScore, best),
      'unsolved held against the bound': formatShare(totalMatcherScore, optimalTotal),
      'at the optimum': shares.filter((one) => one > 1 - 1e-6).length,
      'worst pool': `${(100 * (shares[0] ?? 1)).toFixed(2)} %`,
    },
  ];
}

/**
 * Compares our number of squads with the optimum on single-shard pools. Player prices prove the optimum where they can;
 * otherwise integer programming does.
 */
export async function compareExactCount(count: number): Promise<ResultRow[]> {
  let byBound = 0;
  let unsolvedCount = 0;
  // Unsolved pools count, too: with the proven bound instead of the optimum.
  let matcherTotal = 0;
  let optimalTotal = 0;
  let matcherScore = 0;
  let best = 0;
  let lowestShare = 1;
  for (let n = 0; n < count; n++) {
    const pool = requireOneShard(makePool(POOL_KINDS[n % POOL_KINDS.length]!, 100 + ((n * 97) % 501), 2000 + n));
    const { certificate } = runMatcher(pool, countRules(defaultRules), { seed: n, effort: 'full' });
    const maxSquads = Math.min(certificate.squadBound, computeTightBound(pool, countRules(defaultRules)).squadBound);
    const isProven = certificate.squads === maxSquads;
    const optimum = isProven ? maxSquads : await solveExactly(pool, countRules(defaultRules));
    matcherTotal += certificate.squads;
    optimalTotal += optimum ?? maxSquads;
    if (optimum === null) {
      unsolvedCount++;
      continue;
    }
    if (isProven) byBound++;
    matcherScore += certificate.squads;
    best += optimum;
    lowestShare = Math.min(lowestShare, optimum === 0 ? 1 : certificate.squads / optimum);
  }
  return [
    {
      pools: count,
      unsolved: unsolvedCount,
      'proven by the bound': byBound,
      'share of the optimum, sum': formatShare(matcherScore, best),
      'unsolved held against the bound': formatShare(matcherTotal, optimalTotal),
      'worst pool': `${(100 * lowestShare).toFixed(2)} %`,
    },
  ];
}

/** Gives all players the same region and platform, and adds a common mode and language. */
function requireOneShard(pool: Pool): Pool {
  for (const player of pool.players) {
    player.region = 'NA-East';
    player.timezone = 'America/New_York';
    player.platform = 'PS5';
    player.modes = ['Pro-Am 5v5'];
    player.languages = ['English'];
  }
  return pool;
}

function formatShare(part: number, total: number): string {
  return total === 0 ? '–' : `${((100 * part) / total).toFixed(2)} %`;
}
