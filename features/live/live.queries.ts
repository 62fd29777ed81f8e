import { lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { liveTopics } from './live.tables.ts';

/** Reads the committed revisions of topics (`kind:id`). Topics that never changed are missing from the result. */
export async function readRevisions(db: Db, topics: string[]): Promise<Map<string, number>> {
  if (topics.length === 0) return new Map();
  const { rows } = await db.execute<{ topic: string; rev: number }>(sql`
    select t.kind || ':' || t.id as topic, t.rev
      from unnest(${sql.param(topics.map((topic) => topic.split(':')[0]))}::text[],
                  ${sql.param(topics.map((topic) => topic.split(':')[1]))}::uuid[]) as asked (kind, id)
      join ${liveTopics} t on t.kind = asked.kind and t.id = asked.id`);
  return new Map(rows.map(({ topic, rev }) => [topic, rev]));
}

/**
 * Deletes topics unchanged since the given time. A page that follows such a topic gets revision 0 in its next greeting,
 * so it refetches.
 */
export async function clearTopics(db: Db, before: Date): Promise<void> {
  await db.delete(liveTopics).where(lt(liveTopics.rev, before.getTime()));
}
