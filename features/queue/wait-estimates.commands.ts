import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { OBSERVED_MS } from './queue.rules.ts';
import type { QueueKind, Wait } from './queue.schema.ts';
import { formatWaitEstimate, type Waiter } from './queue.wording.ts';
import { listWaits } from './queue-waits.queries.ts';
import { computeUsualWait } from './queue-waits.rules.ts';

const CACHE_MS = 10_000;
type CachedEstimate = { at: number; low: number | null; high: number | null; sampleCount: number };
const estimateCache = new WeakMap<Deps, Map<string, CachedEstimate>>();

/** Estimates the usual wait for this role and region from the last hours. The result is cached for a while. */
export async function estimateWait(deps: Deps, kind: QueueKind, waiter: Waiter): Promise<Wait> {
  const role = waiter.positions[0]!;
  const { region } = waiter;
  const estimates = estimateCache.get(deps) ?? new Map<string, CachedEstimate>();
  estimateCache.set(deps, estimates);
  const key = `${kind} ${role} ${region}`;
  const now = deps.now();
  let one = estimates.get(key);
  if (!one || Math.abs(now.getTime() - one.at) > CACHE_MS) {
    const waits = await listWaits(deps.db, { kind, role, region }, subtractMs(now, OBSERVED_MS));
    const usualWait = computeUsualWait(waits);
    one = { at: now.getTime(), low: usualWait?.low ?? null, high: usualWait?.high ?? null, sampleCount: waits.length };
    estimates.set(key, one);
  }
  const usualWait = one.low !== null && one.high !== null ? { low: one.low, high: one.high } : null;
  return {
    low_seconds: one.low,
    high_seconds: one.high,
    seen: one.sampleCount,
    sentence: formatWaitEstimate(readerTranslator, usualWait, one.sampleCount, waiter),
  };
}
