import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import * as queries from './threads.queries.ts';

/**
 * Adds people to a subject's thread, creating it if needed. Runs in the transaction in which they join. People who join
 * later or come back only see messages from then on.
 */
export async function joinThread(
  tx: Db,
  deps: Deps,
  subject: queries.Subject,
  userIds: readonly string[],
): Promise<void> {
  const now = deps.now();
  const thread = await queries.lockOrCreateThread(tx, subject, now);
  await queries.upsertMembers(tx, thread, userIds, now);
}

/**
 * Removes people from a subject's thread, so they can no longer read it. Runs in the transaction in which they leave.
 */
export async function leaveThread(
  tx: Db,
  deps: Deps,
  subject: queries.Subject,
  userIds: readonly string[],
): Promise<void> {
  const thread = await queries.lockThreadOf(tx, subject);
  if (thread) await queries.removeMembers(tx, thread.id, userIds, deps.now());
}

/** Anonymizes a user's messages when their account is erased. The messages remain as empty entries without a name. */
export async function anonymizeAuthor(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  await queries.anonymizeMessages(tx, userId, deps.now());
}
