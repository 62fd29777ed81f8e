import { expect, test } from 'vitest';
import { expectWaitReason, generateAdvised, isPlaced } from './test-why-not.ts';

test('gives 2,000 leftover players advice that places each of them in a rerun', () => {
  const count = { asked: 0, helped: 0, pairs: 0 };
  for (const one of generateAdvised(2_000)) {
    count.asked++;
    const { change } = one.answer;
    expect(isPlaced(one, one.player)).toBe(false);
    if (!change) {
      expectWaitReason(one.answer);
      continue;
    }
    count.helped++;
    if (change.facts.length === 2) count.pairs++;
    expect(isPlaced(one, change.player)).toBe(true);
  }
  expect(count.asked).toBe(2_000);
  expect(count.helped).toBeGreaterThan(600);
  expect(count.pairs).toBeGreaterThan(50);
});
