import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { OBSERVED_MS } from './queue.rules.ts';
import type { QueueKind, WaitEstimate } from './queue.schema.ts';
import { formatWaitEstimate, type WaitingTraits } from './queue.wording.ts';
import { listWaits } from './queue-waits.queries.ts';
import { computeUsualWait } from './queue-waits.rules.ts';

const CACHE_MS = 10_000;
type CachedEstimate = { at: number; low: number | null; high: number | null; sampleCount: number };
const estimateCache = new WeakMap<Deps, Map<string, CachedEstimate>>();

/** Estimates the usual wait for this role and region from the last hours. The result is cached for a while. */
export async function estimateWait(deps: Deps, kind: QueueKind, waiter: WaitingTraits): Promise<WaitEstimate> {
  const role = waiter.positions[0]!;
  const { region } = waiter;
  const estimates = estimateCache.get(deps) ?? new Map<string, CachedEstimate>();
  estimateCache.set(deps, estimates);
  const key = `${kind} ${role} ${region}`;
  const now = deps.now();
  let estimate = estimates.get(key);
  if (!estimate || Math.abs(now.getTime() - estimate.at) > CACHE_MS) {
    const waits = await listWaits(deps.db, { kind, role, region }, subtractMs(now, OBSERVED_MS));
    const usualWait = computeUsualWait(waits);
    estimate = {
      at: now.getTime(),
      low: usualWait?.low ?? null,
      high: usualWait?.high ?? null,
      sampleCount: waits.length,
    };
    estimates.set(key, estimate);
  }
  const usualWait = estimate.low !== null && estimate.high !== null ? { low: estimate.low, high: estimate.high } : null;
  return {
    low_seconds: estimate.low,
    high_seconds: estimate.high,
    seen: estimate.sampleCount,
    sentence: formatWaitEstimate(readerTranslator, usualWait, estimate.sampleCount, waiter),
  };
}
