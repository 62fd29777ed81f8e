import { withDeadlockRetry } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { dropFromQueue } from './queue.commands.ts';
import * as tickets from './queue.queries.ts';
import { REMOVAL_MESSAGES } from './queue.wording.ts';

/** So many are looked for at a time. */
const BATCH = 100;

/**
 * Takes everybody out of a queue that is stopped, without blame. Nobody joins it any more, so this ends; and when it runs
 * again meanwhile, whoever joins anew stays. A node that dies at it leaves the rest to the next look of a leader.
 */
export async function emptyQueue(deps: Deps): Promise<void> {
  for (;;) {
    const stop = await tickets.findQueuePause(deps.db);
    const some = stop ? await tickets.hasTickets(deps.db, BATCH) : [];
    if (!stop || some.length === 0) return;
    for (const userId of some) {
      const due = await withDeadlockRetry(deps.db, (tx) =>
        dropFromQueue(tx, deps, userId, REMOVAL_MESSAGES.stopped(stop.reason)),
      );
      await due?.();
    }
  }
}
