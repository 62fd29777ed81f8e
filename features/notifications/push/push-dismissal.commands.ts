import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { enqueueNotification } from '../notifications.commands.ts';
import type { DismissingPush } from '../notifications.schema.ts';
import { countDevicesPushed, skipWaitingPushes } from './push.queries.ts';

/**
 * Dismisses a question on a user's devices, in the transaction that stores the answer. Unsent pushes are dropped, and
 * pushes that have arrived are replaced by a silent one.
 * @param answeredByPush whether the answer came from one of those devices, which shows the result itself
 */
export async function dismissPush(
  tx: Db,
  deps: Deps,
  dismissal: DismissingPush,
  { answeredByPush = false }: { answeredByPush?: boolean } = {},
): Promise<void> {
  const { userId, topic, deadline, write } = dismissal;
  const now = deps.now();
  await skipWaitingPushes(tx, { userId, topic }, now);
  if (deadline <= now) return;
  const devices = await countDevicesPushed(tx, { userId, topic });
  if (devices <= (answeredByPush ? 1 : 0)) return;
  await enqueueNotification(tx, deps, { userId, write: (t) => ({ ...write(t), topic, deadline, closes: true }) });
}
