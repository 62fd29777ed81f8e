import { defaultRules, runMatcher } from '../../matcher/run.ts';
import { TaskThreads } from '../../matcher/task-threads.ts';
import type { ResultRow } from './bars.ts';
import { countRules } from './bench-rules.ts';
import { makePool, type PoolKind } from './pools.ts';
import { createRankedPool, rankedRules } from './ranked-pool.ts';

const BOTH_OBJECTIVES = [
  ['count', countRules(defaultRules)],
  ['score', defaultRules],
] as const;
const RANKED_OBJECTIVES = [['count', rankedRules]] as const;

/**
 * Search effort of a run with a proof, as in `--proof tight --effort 16`. A proof takes a while anyway, so there's time
 * for more attempts.
 */
const EFFORT_BESIDE_PROOF = 16;

/**
 * Compares results with both bounds and measures the seconds that each bound takes. Does so for a plain run and for a
 * run with a tight proof, whose search starts from the proof's squads.
 */
export async function measureProofs(pools: readonly (readonly [PoolKind | 'ranked', number])[]): Promise<ResultRow[]> {
  const workers = new TaskThreads(2);
  const rows: ResultRow[] = [];
  for (const [kind, size] of pools) {
    const pool = kind === 'ranked' ? createRankedPool(size, 1) : makePool(kind, size, 1);
    for (const [objective, rules] of kind === 'ranked' ? RANKED_OBJECTIVES : BOTH_OBJECTIVES) {
      const run = async (proof: 'quick' | 'tight') => {
        const { certificate } = await workers.run(pool, rules, {
          seed: 1,
          effort: proof === 'tight' ? EFFORT_BESIDE_PROOF : 'full',
          proof,
          now: () => performance.now(),
        });
        return { ...certificate, seconds: certificate.phases.find(({ name }) => name === 'bound')!.seconds };
      };
      const quickResult = await run('quick');
      const tightProof = await run('tight');
      rows.push({
        pool: `${kind} ${size}`,
        objective,
        found: quickResult.total.toFixed(0),
        'quick bound': quickResult.bound.toFixed(0),
        'of quick bound': formatPercent(1 - quickResult.gap),
        'tight bound': tightProof.bound.toFixed(0),
        'of tight bound': formatPercent(quickResult.total / tightProof.bound),
        'effort from the proof': tightProof.effort,
        'found from the proof': tightProof.total.toFixed(0),
        'from the proof, of tight bound': formatPercent(1 - tightProof.gap),
        squads: `${quickResult.squads}, ${tightProof.squads} of ${tightProof.squadBound}`,
        'quick bound s': quickResult.seconds.toFixed(2),
        'tight bound s': tightProof.seconds.toFixed(1),
      });
    }
  }
  await workers.end();
  return rows;
}

/** Counts how many of `pools` ranked pools with different seeds get a provably optimal result. */
export function measureRankedPools(pools: number, size: number): ResultRow[] {
  const seconds: number[] = [];
  let tightCount = 0;
  let missingCount = 0;
  for (let seed = 1; seed <= pools; seed++) {
    const { certificate } = runMatcher(createRankedPool(size, seed), rankedRules, {
      seed: 1,
      effort: 'full',
      proof: 'tight',
      now: () => performance.now(),
    });
    if (certificate.gap === 0) tightCount++;
    missingCount += certificate.squadBound - certificate.squads;
    seconds.push(certificate.seconds);
  }
  seconds.sort((a, b) => a - b);
  return [
    {
      pool: `ranked ${size}`,
      objective: 'count',
      pools,
      'with gap 0': tightCount,
      'share with gap 0': formatPercent(tightCount / pools),
      'squads not settled': missingCount,
      'median s': seconds[pools >> 1]!.toFixed(2),
      'longest s': seconds.at(-1)!.toFixed(1),
    },
  ];
}

function formatPercent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
