import { expect, test } from 'vitest';
import { TokenBuckets } from './token-bucket.ts';

test('hands out its tokens, returns the wait time when empty, and refills', () => {
  let now = 0;
  const buckets = new TokenBuckets({ size: 3, perSecond: 0.5 }, () => now);
  expect([1, 2, 3].map(() => buckets.consume('a'))).toEqual([0, 0, 0]);
  expect(buckets.consume('a')).toBe(2);
  expect(buckets.consume('b')).toBe(0);
  now = 1_000;
  expect(buckets.consume('a')).toBe(1);
  now = 2_000;
  expect(buckets.consume('a')).toBe(0);
  expect(buckets.consume('a')).toBe(2);
  now = 1_000_000;
  expect([1, 2, 3, 4].map(() => buckets.consume('a'))).toEqual([0, 0, 0, 2]);
});

test('evicts only the least recently used subjects when the limit is reached', () => {
  const buckets = new TokenBuckets({ size: 1, perSecond: 0.1 }, () => 0);
  expect(buckets.consume('busy')).toBe(0);
  for (let subject = 0; subject < 60_000; subject++) {
    buckets.consume(`made-up ${subject}`);
    if (subject % 1_000 === 0) expect(buckets.consume('busy')).toBe(10);
  }
});
