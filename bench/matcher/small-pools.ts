import { execFileSync } from 'node:child_process';
import { defaultRules } from '../../matcher/run.ts';
import { TaskThreads } from '../../matcher/task-threads.ts';
import type { Row } from './bars.ts';
import { makePool, POOL_KINDS } from './pools.ts';

/** Runs until the process is warmed up, like a server's; only the first of them is also recorded. */
const WARM_UP = 15;
const REPEATS = 5;

/** Measures complete runs of small pools, as the command runs them, and the command's startup time. */
export async function measureSmallPools(sizes: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  const workers = new TaskThreads(2);
  for (const players of sizes) {
    for (const kind of POOL_KINDS) {
      const pool = makePool(kind, players, 1);
      const milliseconds: number[] = [];
      for (let n = 0; n < WARM_UP + REPEATS; n++) {
        const started = performance.now();
        await workers.run(pool, defaultRules, { seed: 1, effort: 'full' });
        milliseconds.push(performance.now() - started);
      }
      rows.push({
        what: `full, ${kind}`,
        players,
        ms: Math.round(Math.min(...milliseconds.slice(WARM_UP))),
        // Before the process has warmed up.
        'first ms': Math.round(milliseconds[0]!),
      });
    }
  }
  await workers.end();
  rows.push({ what: 'start of the command', players: 0, ...measureStart('tools/match.js', '--help') });
  // Node's own startup time shows how fast the machine is right now.
  rows.push({ what: 'start of Node alone', players: '', ...measureStart('-e', '0') });
  return rows;
}

function measureStart(...words: string[]): { ms: number; 'first ms': number } {
  const starts = Array.from({ length: REPEATS }, () => {
    const started = performance.now();
    execFileSync(process.execPath, words);
    return performance.now() - started;
  });
  return { ms: Math.round(Math.min(...starts)), 'first ms': Math.round(starts[0]!) };
}
