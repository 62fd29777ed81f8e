import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { closeSilentRequests, deleteClosedRequests } from './support.queries.ts';
import { AUTO_CLOSE_MS, RETENTION_MS } from './support.rules.ts';

const BATCH_SIZE = 1_000;

/** Closes requests that no one has written to for two weeks, and deletes those that were closed a year ago. */
export async function cleanUpRequests(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  await closeSilentRequests(deps.db, addMs(now, -AUTO_CLOSE_MS), now);
  let deletedCount = BATCH_SIZE;
  while (deletedCount === BATCH_SIZE && !signal.aborted) {
    deletedCount = await deleteClosedRequests(deps.db, addMs(now, -RETENTION_MS), BATCH_SIZE);
  }
}
