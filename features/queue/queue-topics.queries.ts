import type { Db } from '../../db/database.ts';

/** Everybody follows their own place in the queue, whether they are in it or not. */
export async function listQueueTopics(_db: Db, users: string[]): Promise<{ userId: string; id: string }[]> {
  return users.map((userId) => ({ userId, id: userId }));
}
