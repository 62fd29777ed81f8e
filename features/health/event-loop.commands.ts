import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { MINUTE_MS } from '../../time/units.ts';

const RESOLUTION_MS = 20;
const NS_PER_SECOND = 1e9;

/**
 * Creates a reader for the 99th percentile of the last full minute or the current one, whichever is worse. Older
 * samples don't affect the value. Reading has no side effects, so there can be several readers.
 * @returns a function that returns the value in seconds
 */
export function createRecentP99(histogram: Pick<Histogram, 'percentile' | 'reset'>): () => number {
  const readCurrent = () => histogram.percentile(99) / NS_PER_SECOND;
  let last = 0;
  setInterval(() => {
    last = readCurrent();
    histogram.reset();
  }, MINUTE_MS).unref();
  return () => Math.max(last, readCurrent());
}

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

/** Returns the event loop delay of this process in seconds: the 99th percentile of the last one to two minutes. */
export const eventLoopDelayP99 = createRecentP99(delay);
