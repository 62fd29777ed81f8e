import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { deleteAttempts, deleteMessages } from './message-retention.queries.ts';

/** So long the inbox goes back; the privacy policy says so. */
const MESSAGES_MS = 365 * DAY_MS;
/** What became of single attempts is asked about within days. */
const ATTEMPTS_MS = 90 * DAY_MS;
/** Removed at a time: whoever writes meanwhile waits for none of them. */
const BATCH = 2_000;

/** Removes what is too old to be looked for, batch by batch; what a stopped run left goes with the next. */
export async function deleteOldMessages(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  for (const [remove, old] of [
    [deleteMessages, subtractMs(now, MESSAGES_MS)],
    [deleteAttempts, subtractMs(now, ATTEMPTS_MS)],
  ] as const) {
    while (!signal.aborted && (await remove(deps.db, old, BATCH)) === BATCH);
  }
}
