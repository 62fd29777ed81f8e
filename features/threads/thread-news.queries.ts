import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { ThreadNews } from './threads.schema.ts';
import { threadMembers } from './threads.tables.ts';

/** Maximum number of messages sent with an event. When there are more, pages fetch them. */
const MAX_MESSAGES = 20;

/** Returns the threads of these users, for live updates of their open pages. */
export async function listThreadTopics(db: Db, users: string[]): Promise<{ userId: string; id: string }[]> {
  return db
    .select({ userId: threadMembers.userId, id: threadMembers.threadId })
    .from(threadMembers)
    .where(and(inArray(threadMembers.userId, users), isNull(threadMembers.leftAt)));
}

type Row = { id: string; upTo: number; messages: ThreadNews['messages'] | null; readers: string[] | null };

/**
 * Returns the newest messages of threads and the users who may read all of them: current members who joined before the
 * first one. Checks membership in the same query, so it can't change in between. Omits messages that were edited or
 * deleted since they were sent, which pages fetch themselves.
 * @param after the last known message of each thread; undefined to return only the newest message
 */
export async function listThreadNews(db: Db, after: ReadonlyMap<string, number | undefined>) {
  const { rows } = await db.execute<Row>(sql`
    select t.id, t.last_seq as "upTo", n.messages,
           (select array_agg(x.user_id) from thread_members x
             where x.thread_id = t.id and x.left_at is null and x.from_seq < asked.first) as readers
      from (select a.id, greatest(coalesce(a.after + 1, t.last_seq), t.last_seq - ${MAX_MESSAGES - 1}::integer, 1) as first
              from unnest(${sql.param([...after.keys()])}::uuid[], ${sql.param([...after.values()].map((seq) => seq ?? null))}::integer[])
                     as a (id, after)
              join threads t on t.id = a.id) asked
      join threads t on t.id = asked.id
      left join lateral (
        select jsonb_agg(jsonb_build_object('seq', m.seq, 'author_id', m.author_id, 'client_id', m.client_id,
                 'text', m.body, 'created_at', to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                 order by m.seq) as messages
          from thread_messages m
         where m.thread_id = t.id and m.seq >= asked.first and m.author_id is not null
           and m.removed_at is null and m.edited_at is null) n on true`);
  return new Map(
    rows.map(({ id, upTo, messages, readers }) => {
      const threadNews: ThreadNews = { messages: messages ?? [] };
      return [id, { upToRevision: upTo, words: threadNews, readers: new Set(readers) }] as const;
    }),
  );
}
