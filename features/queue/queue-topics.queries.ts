import type { Db } from '../../db/database.ts';

/** Subscribes every user to their own queue state, whether they're in the queue or not. */
export async function listQueueTopics(_db: Db, users: string[]): Promise<{ userId: string; id: string }[]> {
  return users.map((userId) => ({ userId, id: userId }));
}
