import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { getClockOffset } from './queue.queries.ts';

const REFRESH_MS = 10_000;
/** Smallest offset we correct. Anything less is within the query's own latency. */
const MIN_MS = 100;

const clockOffsets = new WeakMap<Deps, { aheadMs: number; at: number }>();

/**
 * Returns the current time by the database's clock, so nodes with different clocks agree on deadlines. The offset is
 * refreshed periodically.
 * @param db the caller's open transaction, because the embedded database can't run another one at the same time
 */
export async function getQueueNow(deps: Deps, db: Db = deps.db): Promise<Date> {
  const measuredAt = performance.now();
  let offset = clockOffsets.get(deps);
  if (!offset || measuredAt - offset.at > REFRESH_MS) {
    offset = { aheadMs: await getClockOffset(db), at: measuredAt };
    clockOffsets.set(deps, offset);
  }
  const aheadMs = Math.abs(offset.aheadMs) < MIN_MS ? 0 : Math.round(offset.aheadMs);
  return new Date(deps.now().getTime() + aheadMs);
}
