import { withDeadlockRetry } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { dropFromQueue } from './queue.commands.ts';
import * as tickets from './queue.queries.ts';
import { explainRemovalByStop } from './queue.wording.ts';

/** Batch size for removing players. */
const BATCH_SIZE = 100;

/**
 * Removes everyone from a paused queue, without penalties. No one can join, so the loop ends. If the queue resumes in
 * between, players who rejoin stay. If a node dies partway, the next matching round handles the rest.
 */
export async function emptyQueue(deps: Deps): Promise<void> {
  for (;;) {
    const queuePause = await tickets.findQueuePause(deps.db);
    const userIds = queuePause ? await tickets.listTicketUserIds(deps.db, BATCH_SIZE) : [];
    if (!queuePause || userIds.length === 0) return;
    for (const userId of userIds) {
      const afterCommit = await withDeadlockRetry(deps.db, (tx) =>
        dropFromQueue(tx, deps, userId, explainRemovalByStop(queuePause.reason)),
      );
      await afterCommit?.();
    }
  }
}
