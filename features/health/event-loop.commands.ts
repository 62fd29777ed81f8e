import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { MINUTE_MS } from '../../time/units.ts';

const RESOLUTION_MS = 20;
const NS_PER_SECOND = 1e9;

/**
 * The 99th percentile of the last whole minute or of the running one, whichever is worse: reading it changes nothing, so
 * that several may read, and neither a bad start nor many good days before hide what is so now.
 * @returns how to read it, in seconds
 */
export function createRecentP99(histogram: Pick<Histogram, 'percentile' | 'reset'>): () => number {
  const running = () => histogram.percentile(99) / NS_PER_SECOND;
  let last = 0;
  setInterval(() => {
    last = running();
    histogram.reset();
  }, MINUTE_MS).unref();
  return () => Math.max(last, running());
}

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

/** Seconds that the event loop of this process was late, at the 99th percentile, within the last one to two minutes. */
export const eventLoopDelayP99 = createRecentP99(delay);
