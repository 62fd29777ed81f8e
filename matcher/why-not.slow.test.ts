import { expect, test } from 'vitest';
import { advised, isPlaced, saysWhatItWaitsFor } from './test-why-not.ts';

test('gives valid advice to 2,000 leftover players: a rerun with the change places each of them', () => {
  const count = { asked: 0, helped: 0, pairs: 0 };
  for (const one of advised(2_000)) {
    count.asked++;
    const { change } = one.answer;
    expect(isPlaced(one, one.player)).toBe(false);
    if (!change) {
      saysWhatItWaitsFor(one.answer);
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
