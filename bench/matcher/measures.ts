import { defaultRules, type MatchingRules, type Pool, type Result } from '../../matcher/run.ts';
import { TaskThreads } from '../../matcher/task-threads.ts';
import type { ResultRow } from './bars.ts';
import { countRules } from './bench-rules.ts';
import { findInvalidSquads } from './check-squads.ts';
import { makePool, POOL_KINDS } from './pools.ts';

const THREAD_COUNT = 2;
const REPEAT_COUNT = 4;

/** Returns the seconds, CPU seconds (all threads) and result of the fastest of several runs on warm workers. */
async function timeRuns(
  workers: TaskThreads,
  pool: Pool,
  rules: MatchingRules,
  { effort, repeats = pool.players.length > 50_000 ? 2 : REPEAT_COUNT }: { effort: 'quick' | 'full'; repeats?: number },
) {
  const runs: { seconds: number; cpu: number }[] = [];
  let result: Result | undefined;
  for (let n = 0; n < repeats; n++) {
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    result = await workers.run(pool, rules, { seed: 1, effort, now: () => performance.now() });
    const { user, system } = process.cpuUsage(cpuBefore);
    runs.push({ seconds: (performance.now() - startedAt) / 1000, cpu: (user + system) / 1e6 });
  }
  // Use the fastest run, because other load only adds time.
  const best = runs.sort((a, b) => a.seconds - b.seconds)[0]!;
  return { ...best, result: result! };
}

/** Measures speed and proven quality by kind of pool, size, objective and effort. */
export async function measureSpeedAndQuality(sizes: number[]): Promise<ResultRow[]> {
  const workers = new TaskThreads(THREAD_COUNT);
  const rows: ResultRow[] = [];
  for (const size of sizes) {
    for (const kind of POOL_KINDS) {
      const pool = makePool(kind, size, 1);
      for (const [objective, rules] of [
        ['score', defaultRules],
        ['count', countRules(defaultRules)],
      ] as const) {
        for (const effort of ['quick', 'full'] as const) {
          const { seconds, cpu, result } = await timeRuns(workers, pool, rules, { effort });
          const { certificate } = result;
          rows.push({
            pool: `${kind} ${size}`,
            objective,
            effort,
            seconds: seconds.toFixed(2),
            'cpu s': cpu.toFixed(2),
            'players/s': Math.round(size / seconds),
            squads: certificate.squads,
            bound: certificate.squadBound,
            'of squad bound': formatPercent(1 - certificate.squadGap),
            'of value bound': formatPercent(1 - certificate.gap),
            invalid: findInvalidSquads(pool, rules, result),
          });
        }
      }
    }
  }
  await workers.end();
  return rows;
}

/**
 * Measures seconds by size, and the exponent b in seconds = a · n^b between the first and last size (about 1.1 for n
 * log n).
 */
export async function measureGrowth(sizes: number[]): Promise<ResultRow[]> {
  const workers = new TaskThreads(THREAD_COUNT);
  const rows: ResultRow[] = [];
  for (const effort of ['quick', 'full'] as const) {
    const points: [number, number][] = [];
    for (const size of sizes) {
      const repeats = size > 100_000 ? 1 : 3;
      const { seconds } = await timeRuns(workers, makePool('community', size, 1), defaultRules, { effort, repeats });
      points.push([size, seconds]);
    }
    rows.push({
      effort,
      ...Object.fromEntries(points.map(([size, seconds]) => [`${size}`, `${seconds.toFixed(2)} s`])),
      'exponent of n': computeSlope(points, (n) => Math.log(n)).toFixed(2),
      'exponent of n log n': computeSlope(points, (n) => Math.log(n * Math.log(n))).toFixed(2),
    });
  }
  await workers.end();
  return rows;
}

/** Returns the least-squares slope of log seconds over `x(size)`. */
function computeSlope(points: [number, number][], x: (n: number) => number): number {
  const xs = points.map(([size]) => x(size));
  const ys = points.map(([, seconds]) => Math.log(seconds));
  const computeMean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [computeMean(xs), computeMean(ys)];
  const covariance = xs.reduce((sum, value, i) => sum + (value - mx) * (ys[i]! - my), 0);
  return covariance / xs.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}

/** Measures seconds and memory for one large pool. */
export async function measureLargePool(size: number): Promise<ResultRow[]> {
  const workers = new TaskThreads(THREAD_COUNT);
  const pool = makePool('community', size, 1);
  const rows: ResultRow[] = [];
  for (const effort of ['quick', 'full'] as const) {
    const { seconds, cpu, result } = await timeRuns(workers, pool, defaultRules, { effort, repeats: 1 });
    rows.push({
      players: size,
      effort,
      seconds: seconds.toFixed(1),
      'cpu s': cpu.toFixed(1),
      'players/s': Math.round(size / seconds),
      'memory MB (pool included)': Math.round(process.memoryUsage().rss / 1048576),
      squads: result.certificate.squads,
      'of squad bound': formatPercent(1 - result.certificate.squadGap),
      'of value bound': formatPercent(1 - result.certificate.gap),
    });
  }
  await workers.end();
  return rows;
}

function formatPercent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
