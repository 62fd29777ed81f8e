import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const PAGE = '/faq';
const LIMIT_MS = 300_000;

// How fast the page is belongs to the bench on a quiet machine; what is judged here is that there still is one.
test('the measurement finds its production node and a page without a fault but its speed', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['bench/lighthouse/lighthouse.bench.ts'], {
    env: { ...process.env, PAGES: PAGE },
    encoding: 'utf8',
    timeout: LIMIT_MS,
  });
  expect(stdout, stderr).toMatch(new RegExp(`^(pass|MISS)  ${PAGE}  \\d+/100/100/100$`, 'm'));
});
