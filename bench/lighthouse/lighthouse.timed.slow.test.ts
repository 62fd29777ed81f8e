import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const PAGE = '/faq';
const LIMIT_MS = 300_000;

// This test only checks that there is a performance score. The bench measures performance on a quiet machine.
test('finds no Lighthouse problems other than speed on a page of a production server', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['bench/lighthouse/lighthouse.bench.ts'], {
    env: { ...process.env, PAGES: PAGE },
    encoding: 'utf8',
    timeout: LIMIT_MS,
  });
  expect(stdout, stderr).toMatch(new RegExp(`^(pass|MISS)  ${PAGE}  \\d+/100/100/100$`, 'm'));
});
