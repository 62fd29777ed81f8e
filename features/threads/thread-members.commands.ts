import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import * as queries from './threads.queries.ts';

/**
 * Puts people into the thread of something, which is made when there is none; for its feature, in the transaction in
 * which they come. Who comes later, or comes back, sees what is written from then on.
 */
export async function joinThread(
  tx: Db,
  deps: Deps,
  subject: queries.Subject,
  userIds: readonly string[],
): Promise<void> {
  const now = deps.now();
  const thread = await queries.lockOrMakeThread(tx, subject, now);
  await queries.upsertMembers(tx, thread, userIds, now);
}

/** Takes people out of the thread of something, in the transaction in which they go: they see nothing more of it. */
export async function leaveThread(
  tx: Db,
  deps: Deps,
  subject: queries.Subject,
  userIds: readonly string[],
): Promise<void> {
  const thread = await queries.lockThreadOf(tx, subject);
  if (thread) await queries.removeMembers(tx, thread.id, userIds, deps.now());
}

/** What somebody wrote goes with their account; that somebody wrote there stays, under no name. */
export async function anonymizeAuthor(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  await queries.anonymizeMessages(tx, userId, deps.now());
}
