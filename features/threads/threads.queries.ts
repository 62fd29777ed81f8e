import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { selectPendingActionColumns } from '../notifications/pending-actions.queries.ts';
import { players, memberNamesSql as profiles } from '../profiles/player-views.queries.ts';
import { EDIT_HISTORY_FIRST, EDIT_HISTORY_MAX } from './threads.rules.ts';
import type { RemovedBy, ThreadKind } from './threads.schema.ts';
import { threadMembers, threadMessages, threadMutes, threads } from './threads.tables.ts';

export type ThreadRow = typeof threads.$inferSelect;
export type ThreadMemberRow = typeof threadMembers.$inferSelect;
export type MessageRow = typeof threadMessages.$inferSelect;
/** A message as pages show it. Earlier versions are only for moderators. */
export type ShownRow = Omit<MessageRow, 'earlier'>;
/** Reference to the subject that a thread belongs to. */
export type Subject = { kind: ThreadKind; subjectId: string };

const { earlier: _, ...shownColumns } = getTableColumns(threadMessages);

const isOfSubjectSql = ({ kind, subjectId }: Subject) => and(eq(threads.kind, kind), eq(threads.subjectId, subjectId));

/**
 * SQL row source for other features: who replied in threads of this kind, and when. Columns: `subject_id`, `author_id`
 * (who replied), `asked_at` (the first message they replied to), `at`.
 * @param subjects a statement that selects the ids of the threads' subjects
 */
export const selectReplyTimes = (kind: ThreadKind, subjects: SQL): SQL => sql`(
  select subject_id, author_id, asked_at, at from (
    select subject_id, author_id, at, lag(at) over (partition by subject_id order by seq) as asked_at from (
      select t.subject_id, m.author_id, m.created_at as at, m.seq,
             lag(m.author_id) over (partition by t.id order by m.seq) as before
        from ${threads} t join ${threadMessages} m on m.thread_id = t.id
       where t.kind = ${kind} and t.subject_id in (${subjects}) and m.author_id is not null) said
     where before is distinct from author_id) turns
   where asked_at is not null)`;

/** Locks a subject's thread, creating it if needed. */
export async function lockOrCreateThread(tx: Db, subject: Subject, now: Date): Promise<ThreadRow> {
  await tx
    .insert(threads)
    .values({ ...subject, createdAt: now })
    .onConflictDoNothing();
  return (await lockThreadOf(tx, subject))!;
}

export async function lockThreadOf(tx: Db, subject: Subject): Promise<ThreadRow | undefined> {
  const [row] = await tx.select().from(threads).where(isOfSubjectSql(subject)).for('update');
  return row;
}

export async function lockThread(tx: Db, id: string): Promise<ThreadRow | undefined> {
  const [row] = await tx.select().from(threads).where(eq(threads.id, id)).for('update');
  return row;
}

/**
 * Locks several threads in a fixed order to avoid deadlocks.
 * @param lockMode whether to wait for or skip threads locked by another transaction
 */
export async function lockThreads(
  tx: Db,
  ids: readonly string[],
  lockMode: 'wait' | 'skip',
): Promise<Map<string, ThreadRow>> {
  const rows = await tx
    .select()
    .from(threads)
    .where(inArray(threads.id, [...ids]))
    .orderBy(asc(threads.id))
    .for('update', lockMode === 'skip' ? { skipLocked: true } : {});
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the member ids of these threads. Omits threads without members. */
export async function listMembersOfThreads(db: Db, threadIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await db
    .select({ threadId: threadMembers.threadId, userId: threadMembers.userId })
    .from(threadMembers)
    .where(and(inArray(threadMembers.threadId, [...threadIds]), isNull(threadMembers.leftAt)));
  const members = new Map<string, Set<string>>();
  for (const { threadId, userId } of rows) {
    members.set(threadId, (members.get(threadId) ?? new Set()).add(userId));
  }
  return members;
}

/** Locks a thread that the user is in, and returns it with their membership. */
export async function lockThreadFor(tx: Db, id: string, userId: string) {
  const thread = await lockThread(tx, id);
  // Read after taking the lock, so that users who left while we waited for it are left out.
  const member = thread && (await findMember(tx, id, userId));
  return member && { thread, member };
}

/** Returns a subject's thread with the user's membership, if they're in it. */
export async function findThread(db: Db, subject: Subject, userId: string) {
  const [row] = await db
    .select({ thread: threads, member: threadMembers })
    .from(threads)
    .innerJoin(threadMembers, eq(threadMembers.threadId, threads.id))
    .where(and(isOfSubjectSql(subject), eq(threadMembers.userId, userId), isNull(threadMembers.leftAt)));
  return row;
}

async function findMember(db: Db, threadId: string, userId: string): Promise<ThreadMemberRow | undefined> {
  const [row] = await db
    .select()
    .from(threadMembers)
    .where(and(eq(threadMembers.threadId, threadId), eq(threadMembers.userId, userId), isNull(threadMembers.leftAt)));
  return row;
}

/** Adds people to a locked thread. Current members stay unchanged; returning ones see only messages from now on. */
export async function upsertMembers(tx: Db, thread: ThreadRow, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  const { id: threadId, lastSeq } = thread;
  const place = { joinedAt: now, leftAt: null, fromSeq: lastSeq, readSeq: lastSeq };
  await tx
    .insert(threadMembers)
    .values(userIds.map((userId) => ({ threadId, userId, ...place })))
    .onConflictDoUpdate({
      target: [threadMembers.threadId, threadMembers.userId],
      set: place,
      setWhere: sql`${threadMembers.leftAt} is not null`,
    });
}

/** Removes people from a locked thread. */
export async function removeMembers(tx: Db, threadId: string, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .update(threadMembers)
    .set({ leftAt: now })
    .where(
      and(
        eq(threadMembers.threadId, threadId),
        inArray(threadMembers.userId, [...userIds]),
        isNull(threadMembers.leftAt),
      ),
    );
}

/** Returns the member ids of a thread, longest-standing first. */
export async function listMembers(db: Db, threadId: string): Promise<string[]> {
  const rows = await db
    .select({ id: threadMembers.userId })
    .from(threadMembers)
    .where(and(eq(threadMembers.threadId, threadId), isNull(threadMembers.leftAt)))
    .orderBy(threadMembers.joinedAt, threadMembers.userId);
  return rows.map((row) => row.id);
}

export type Writer = { id: string; display_name: string; avatar_path: string | null };

/** Returns people's names and pictures, preferably from the player profile. Omits people without a name. */
export async function getWriters(db: Db, ids: readonly string[]): Promise<Map<string, Writer>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Writer>(sql`
    select x.id, coalesce(p.display_name, u.display_name) as display_name, p.avatar_path
      from unnest(${sql.param([...new Set(ids)])}::uuid[]) as x (id)
      left join ${players} p on p.id = x.id
      left join ${profiles} u on u.user_id = x.id
     where coalesce(p.display_name, u.display_name) is not null`);
  return new Map(rows.map((row) => [row.id, row]));
}

export type NewMessageRow = Pick<MessageRow, 'threadId' | 'seq' | 'clientId' | 'body' | 'createdAt'> & {
  authorId: string;
};

/** Appends messages to locked threads, each with the next number. */
export async function appendMessages(tx: Db, messages: readonly NewMessageRow[]): Promise<ShownRow[]> {
  if (messages.length === 0) return [];
  const newestSeqs = new Map<string, number>();
  for (const { threadId, seq } of messages) newestSeqs.set(threadId, Math.max(seq, newestSeqs.get(threadId) ?? 0));
  await tx.execute(sql`
    update ${threads} set last_seq = n.seq
      from unnest(${sql.param([...newestSeqs.keys()])}::uuid[], ${sql.param([...newestSeqs.values()])}::integer[]) as n (id, seq)
     where ${threads}.id = n.id`);
  return tx
    .insert(threadMessages)
    .values([...messages])
    .returning(shownColumns);
}

/** Returns messages by their authors' client ids. */
export async function listMessagesByClientId(
  db: Db,
  messageKeys: readonly { threadId: string; authorId: string; clientId: string }[],
): Promise<ShownRow[]> {
  const keys = messageKeys.map(
    ({ threadId, authorId, clientId }) => sql`(${threadId}::uuid, ${authorId}::uuid, ${clientId}::uuid)`,
  );
  const { threadId, authorId, clientId } = threadMessages;
  return db
    .select(shownColumns)
    .from(threadMessages)
    .where(sql`(${threadId}, ${authorId}, ${clientId}) in (${sql.join(keys, sql`, `)})`);
}

export async function findMessage(db: Db, threadId: string, seq: number): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(threadMessages)
    .where(and(eq(threadMessages.threadId, threadId), eq(threadMessages.seq, seq)));
  return row;
}

/** Returns the newest messages between two numbers, oldest first. @param range `after` and `before` are exclusive */
export async function listMessages(
  db: Db,
  threadId: string,
  { after, before, limit }: { after: number; before: number; limit: number },
): Promise<ShownRow[]> {
  const rows = await db
    .select(shownColumns)
    .from(threadMessages)
    .where(and(eq(threadMessages.threadId, threadId), gt(threadMessages.seq, after), lt(threadMessages.seq, before)))
    .orderBy(desc(threadMessages.seq))
    .limit(limit);
  return rows.reverse();
}

/**
 * SQL for a message's earlier versions with its current text added. A long history keeps only the first and latest
 * versions.
 */
const editHistorySql = (): SQL => {
  const { earlier, body } = threadMessages;
  const latestCount = EDIT_HISTORY_MAX - EDIT_HISTORY_FIRST - 1;
  return sql`case when cardinality(${earlier}) < ${EDIT_HISTORY_MAX}::integer then ${earlier}
    else ${earlier}[1 : ${EDIT_HISTORY_FIRST}::integer]
      || ${earlier}[cardinality(${earlier}) - ${latestCount - 1}::integer : cardinality(${earlier})] end || ${body}`;
};

/** Changes the text of a message and stores the previous version for a while. */
export async function changeMessage(tx: Db, id: string, body: string, now: Date): Promise<void> {
  await tx
    .update(threadMessages)
    .set({ body, editedAt: now, earlier: editHistorySql() })
    .where(eq(threadMessages.id, id));
}

/** Clears a message's text. The text stays in the edit history for a while, like earlier versions. */
export async function removeMessage(tx: Db, id: string, by: RemovedBy, now: Date): Promise<void> {
  await tx
    .update(threadMessages)
    .set({ body: '', removedAt: now, removedBy: by, earlier: editHistorySql() })
    .where(and(eq(threadMessages.id, id), isNull(threadMessages.removedAt)));
}

/** Locks a message in any thread until the transaction ends. */
export async function lockAnyMessage(tx: Db, id: string): Promise<MessageRow | undefined> {
  const [row] = await tx.select().from(threadMessages).where(eq(threadMessages.id, id)).for('update');
  return row;
}

/** Restores a deleted message's last text from its history. */
export async function restoreMessage(tx: Db, { id, earlier }: MessageRow): Promise<void> {
  await tx
    .update(threadMessages)
    .set({ body: earlier.at(-1)!, earlier: earlier.slice(0, -1), removedAt: null, removedBy: null })
    .where(eq(threadMessages.id, id));
}

/** Erases everything a user wrote, when their account is erased. */
export async function anonymizeMessages(tx: Db, authorId: string, now: Date): Promise<void> {
  await tx
    .update(threadMessages)
    .set({ body: '', earlier: [], removedAt: now, removedBy: 'account' })
    .where(eq(threadMessages.authorId, authorId));
}

/** Deletes the edit history of messages edited or deleted before the given time. */
export async function deleteEditHistory(db: Db, before: Date): Promise<void> {
  await db
    .update(threadMessages)
    .set({ earlier: [] })
    .where(
      sql`${threadMessages.earlier} <> '{}' and coalesce(${threadMessages.removedAt}, ${threadMessages.editedAt}) < ${before.toISOString()}`,
    );
}

/**
 * Raises a read mark, at most to the newest message.
 * @returns whether the reader is in the thread
 */
export async function raiseReadMark(db: Db, threadId: string, userId: string, seq: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update thread_members x set read_seq = greatest(x.read_seq, least(${seq}, t.last_seq)) from threads t
     where t.id = x.thread_id and x.thread_id = ${threadId} and x.user_id = ${userId} and x.left_at is null`);
  return rowCount === 1;
}

/**
 * Condition: message `m` is unread for member `x`, which means not their own, not deleted, and not by someone they
 * muted.
 */
const IS_UNREAD_SQL: SQL = sql`m.thread_id = x.thread_id and m.seq > x.read_seq and m.seq > x.from_seq
  and m.author_id is not null and m.author_id <> x.user_id and m.removed_at is null
  and not exists (select 1 from thread_mutes q
                   where q.thread_id = x.thread_id and q.user_id = x.user_id and q.muted_id = m.author_id)`;

/** Counts a user's unread messages in these subjects' threads. Omits subjects without any. */
export async function countUnread(
  db: Db,
  userId: string,
  kind: ThreadKind,
  subjectIds: readonly string[],
): Promise<Map<string, number>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; unread: number }>(sql`
    select t.subject_id as id, count(*)::int as unread
      from threads t
      join thread_members x on x.thread_id = t.id and x.user_id = ${userId} and x.left_at is null
      join thread_messages m on ${IS_UNREAD_SQL}
     where t.kind = ${kind} and t.subject_id = any (${sql.param([...subjectIds])}::uuid[])
     group by t.subject_id`);
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}

/** SQL for the threads where a user has unread messages, each with its count. */
export const selectUnreadThreads = (userId: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('messages', {
    thing: sql`t.subject_id`,
    since: sql`min(m.created_at)`,
    facts: { of: sql`t.kind`, unread: sql`count(*)` },
  })}
    from threads t
    join thread_members x on x.thread_id = t.id and x.user_id = ${userId} and x.left_at is null
    join thread_messages m on ${IS_UNREAD_SQL}
   group by t.kind, t.subject_id`;

/** Returns which subjects have a thread that the user is in, with at least one message since they joined. */
export async function listReadableThreads(
  db: Db,
  userId: string,
  kind: ThreadKind,
  subjectIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: threads.subjectId })
    .from(threads)
    .innerJoin(threadMembers, eq(threadMembers.threadId, threads.id))
    .where(
      and(
        eq(threads.kind, kind),
        inArray(threads.subjectId, [...subjectIds]),
        eq(threadMembers.userId, userId),
        isNull(threadMembers.leftAt),
        gt(threads.lastSeq, threadMembers.fromSeq),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Returns a thread's members with unread messages, how far they've read, and who wrote the first unread one. */
export async function listUnreadReaders(
  db: Db,
  threadId: string,
): Promise<{ userId: string; readSeq: number; authorId: string }[]> {
  const { rows } = await db.execute<{ userId: string; readSeq: number; authorId: string }>(sql`
    select distinct on (x.user_id) x.user_id as "userId", x.read_seq as "readSeq", m.author_id as "authorId"
      from thread_members x join thread_messages m on ${IS_UNREAD_SQL}
     where x.thread_id = ${threadId} and x.left_at is null
     order by x.user_id, m.seq`);
  return rows;
}

export async function listMutedIds(db: Db, threadId: string, userId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: threadMutes.mutedId })
    .from(threadMutes)
    .where(and(eq(threadMutes.threadId, threadId), eq(threadMutes.userId, userId)));
  return new Set(rows.map((row) => row.id));
}

export async function insertMute(tx: Db, mute: typeof threadMutes.$inferInsert): Promise<void> {
  await tx.insert(threadMutes).values(mute).onConflictDoNothing();
}

export async function deleteMute(tx: Db, mute: { threadId: string; userId: string; mutedId: string }): Promise<void> {
  const { threadId, userId, mutedId } = threadMutes;
  await tx
    .delete(threadMutes)
    .where(and(eq(threadId, mute.threadId), eq(userId, mute.userId), eq(mutedId, mute.mutedId)));
}

/** Returns a batch of threads, ordered by id. @param after the last id of the previous batch */
export async function listThreadsAfter(db: Db, after: string | undefined, limit: number): Promise<ThreadRow[]> {
  return db
    .select()
    .from(threads)
    .where(after ? gt(threads.id, after) : undefined)
    .orderBy(asc(threads.id))
    .limit(limit);
}

/** Sets when to notify members of unread messages in these threads. */
export async function setNotifyAt(tx: Db, ids: readonly string[], notifyAt: Date): Promise<void> {
  await tx
    .update(threads)
    .set({ tellAt: notifyAt })
    .where(inArray(threads.id, [...ids]));
}

export async function markEnded(db: Db, id: string, endedAt: Date | null): Promise<void> {
  await db.update(threads).set({ endedAt }).where(eq(threads.id, id));
}

export async function deleteThread(db: Db, id: string): Promise<void> {
  await db.delete(threads).where(eq(threads.id, id));
}
