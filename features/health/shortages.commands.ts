import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { detectShortage, type Shortage } from './shortages.rules.ts';

/** How long a resource counts as short after a failed write. Each shortage is logged once in that time. */
const SHORTAGE_WINDOW_MS = 10 * MINUTE_MS;

type ShortageRecord = { lastAt: number; loggedAt: number };
const recordedShortages = new WeakMap<Deps['database'], Partial<Record<Shortage, ShortageRecord>>>();

const LOG_MESSAGES: Record<Shortage, string> = {
  disk: 'disk full; writes fail',
  memory: 'database out of memory; writes fail',
  files: 'object storage unavailable; file reads and writes fail',
};
const USER_MESSAGES: Record<Shortage, string> = {
  disk: 'Nothing was saved: the server is out of space. The operator can see it. Keep what you have here and try again in a few minutes.',
  memory:
    'Nothing was saved: the database is out of memory. The operator can see it. Keep what you have here and try again in a minute.',
  files:
    "Files can't be loaded or saved right now, because our file storage isn't answering. The operator can see it. Keep what you have here and try again in a few minutes.",
};
const RETRY_SECONDS = 60;

/**
 * Returns the error to show when a write ran out of disk space or memory. Operators see the shortage once in the log
 * and in the health report.
 * @returns undefined for any other error
 */
export function toShortageRefusal(deps: Deps, error: unknown): Refusal | undefined {
  const shortage = detectShortage(error);
  if (!shortage) return undefined;
  const now = deps.now().getTime();
  const shortages = recordedShortages.get(deps.database) ?? {};
  const loggedAt = shortages[shortage]?.loggedAt ?? Number.NEGATIVE_INFINITY;
  const isNews = now - loggedAt >= SHORTAGE_WINDOW_MS;
  recordedShortages.set(deps.database, {
    ...shortages,
    [shortage]: { lastAt: now, loggedAt: isNews ? now : loggedAt },
  });
  if (isNews) deps.log.error({ err: error }, LOG_MESSAGES[shortage]);
  return new Refusal('unavailable', USER_MESSAGES[shortage], undefined, RETRY_SECONDS);
}

/**
 * Returns when a write of this node last ran out of a resource, or null if there was no failure in the last ten
 * minutes.
 */
export function findShortageTime(deps: Deps, what: Shortage): Date | null {
  const lastFailureAt = recordedShortages.get(deps.database)?.[what]?.lastAt;
  return lastFailureAt !== undefined && deps.now().getTime() - lastFailureAt < SHORTAGE_WINDOW_MS
    ? new Date(lastFailureAt)
    : null;
}
