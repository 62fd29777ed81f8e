import { createHistogram } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../time/units.ts';
import { createRecentP99 } from './event-loop.commands.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** Records a minute of samples with this delay. */
const record = (histogram: ReturnType<typeof createHistogram>, seconds: number, times = 3_000) => {
  for (let time = 0; time < times; time++) histogram.record(seconds * 1e9);
};

test('reports the event loop delay of the last and the current minute only', () => {
  const histogram = createHistogram();
  const p99 = createRecentP99(histogram);
  record(histogram, 0.5);
  expect(p99()).toBeCloseTo(0.5, 2);
  vi.advanceTimersByTime(MINUTE_MS);
  record(histogram, 0.02);
  // Reading twice returns the same value.
  expect([p99(), p99()]).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.5, 2)]);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(p99()).toBeCloseTo(0.02, 2);
  for (let minute = 0; minute < 600; minute++) {
    record(histogram, 0.02, 1_000);
    vi.advanceTimersByTime(MINUTE_MS);
  }
  record(histogram, 0.3);
  expect(p99()).toBeCloseTo(0.3, 2);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(p99()).toBeCloseTo(0.3, 2);
});
