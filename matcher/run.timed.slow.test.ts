import { expect, test } from 'vitest';
import { makePool } from '../bench/matcher/pools.ts';
import { runMatcherInWorkers } from './pool-workers.ts';
import { defaultRules } from './run.ts';

test('keeps the calling thread responsive while it matches 100,000 players', async () => {
  const pool = makePool('community', 100_000, 3);
  const stalls: number[] = [];
  let last = performance.now();
  const beat = setInterval(() => {
    const now = performance.now();
    stalls.push(now - last - 5);
    last = now;
  }, 5);
  await runMatcherInWorkers(pool, defaultRules, { seed: 1, effort: 'quick' });
  clearInterval(beat);
  stalls.sort((a, b) => a - b);
  expect(stalls[Math.floor(stalls.length * 0.99)]).toBeLessThan(50);
}, 600_000);
