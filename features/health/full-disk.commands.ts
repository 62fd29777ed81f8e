import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { isFullDisk } from './full-disk.rules.ts';

/** So long after the last write that found no room it counts as full; and it is logged once in that time. */
const REMEMBERED_MS = 10 * MINUTE_MS;

type Found = { lastAt: number; loggedAt: number };
const found = new WeakMap<Deps['database'], Found>();

/**
 * What to tell people when a write found no room; the operator reads it once in the log and in the health report.
 * @returns undefined for an error of another kind
 */
export function fullDiskRefusal(deps: Deps, error: unknown): Refusal | undefined {
  if (!isFullDisk(error)) return undefined;
  const now = deps.now().getTime();
  const loggedAt = found.get(deps.database)?.loggedAt ?? Number.NEGATIVE_INFINITY;
  const isNews = now - loggedAt >= REMEMBERED_MS;
  found.set(deps.database, { lastAt: now, loggedAt: isNews ? now : loggedAt });
  if (isNews)
    deps.log.error({ cause: String((error as Error).cause ?? error) }, 'a disk is full: nothing can be saved');
  return new Refusal(
    'unavailable',
    'Nothing was saved: the server has no room left. The operator can see it. Keep what you have here and try again in some minutes.',
  );
}

/** When a write of this node last found no room; null when it has been well for ten minutes. */
export function fullDiskAt(deps: Deps): Date | null {
  const last = found.get(deps.database)?.lastAt;
  return last !== undefined && deps.now().getTime() - last < REMEMBERED_MS ? new Date(last) : null;
}
