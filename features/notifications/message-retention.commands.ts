import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { deleteAttempts, deleteMessages } from './message-retention.queries.ts';

/** Retention period of inbox messages, as stated in the privacy policy. */
const MESSAGES_MS = 365 * DAY_MS;
/** Retention period of delivery attempts, which support needs to answer questions. */
const ATTEMPTS_MS = 90 * DAY_MS;
/** Batch size for deletion, small enough that concurrent writers don't have to wait. */
const BATCH_SIZE = 2_000;

/** Deletes expired messages in batches. If a run is stopped, the next one continues. */
export async function deleteOldMessages(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  for (const [remove, condition] of [
    [deleteMessages, subtractMs(now, MESSAGES_MS)],
    [deleteAttempts, subtractMs(now, ATTEMPTS_MS)],
  ] as const) {
    while (!signal.aborted && (await remove(deps.db, condition, BATCH_SIZE)) === BATCH_SIZE);
  }
}
