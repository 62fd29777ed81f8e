import { isMainThread } from 'node:worker_threads';
import { runMatcherInWorkers } from '../../matcher/pool-workers.ts';
import { defaultRules } from '../../matcher/run.ts';
import { makePool } from './pools.ts';

/**
 * Preloaded into a real node (`--import`): on SIGUSR2 the thread that answers requests also sends a pool to the
 * matcher's threads and receives the result, like a job, and prints to standard output when it's done.
 */
const size = Number(process.env.MATCHER_RUN_PLAYERS ?? 0);
if (isMainThread && size > 0) {
  const pool = makePool('community', size, 3);
  let next: 'quick' | 'full' = 'quick';
  process.on('SIGUSR2', async () => {
    const effort = next;
    next = 'full';
    const started = performance.now();
    const { certificate } = await runMatcherInWorkers(pool, defaultRules, { seed: 1, effort });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`matcher run ended: ${effort}, ${certificate.squads} squads, ${seconds} s`);
  });
}
