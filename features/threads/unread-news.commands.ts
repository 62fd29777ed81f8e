import type { Db } from '../../db/database.ts';
import { mention } from '../../messages/mentions.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import { createUnreadMessage } from './thread-messages.wording.ts';
import { resolveSubject } from './thread-subjects.commands.ts';
import * as queries from './threads.queries.ts';

/** Name of the job that notifies people of unread messages. */
export const UNREAD_JOB = 'tell-unread';
/** Delay before notifying. Anyone who has the page open reads the message within this time. */
const NOTIFY_DELAY_MS = 2 * MINUTE_MS;

/** A job due at least this much later will include the messages being written now, even with clock skew. */
const SETTLE_MS = 10_000;

/**
 * Schedules a notification for members who haven't read the messages after a short delay. Runs in the messages'
 * transaction, which holds the threads' locks.
 */
export async function scheduleUnreadNotice(tx: Db, deps: Deps, threads: readonly queries.ThreadRow[]): Promise<void> {
  const now = deps.now();
  const settledAt = addMs(now, SETTLE_MS);
  const ids = threads.filter(({ tellAt }) => !tellAt || tellAt <= settledAt).map(({ id }) => id);
  if (ids.length === 0) return;
  const startAfter = addMs(now, NOTIFY_DELAY_MS);
  const jobs = ids.map((threadId) => ({ data: { threadId }, key: threadId, startAfter }));
  await deps.jobs.sendAll(UNREAD_JOB, jobs, { tx });
  await queries.setNotifyAt(tx, ids, startAfter);
}

/** Notifies every member of a thread who has unread messages. Members aren't notified again until they've read them. */
export async function notifyUnread(deps: Deps, { threadId }: { threadId: string }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const thread = await queries.lockThread(tx, threadId);
    const subject = thread && (await resolveSubject(tx, deps, thread));
    if (!subject) return;
    const readers = await queries.listUnreadReaders(tx, threadId);
    const authors = await queries.getWriters(
      tx,
      readers.map(({ authorId }) => authorId),
    );
    await enqueueNotifications(
      tx,
      deps,
      readers.flatMap(({ userId, readSeq, authorId }) => {
        const author = authors.get(authorId)?.display_name;
        const path = subject.guests?.get(userId) ?? subject.path;
        if (!path) return [];
        const write = (t: Translator) =>
          createUnreadMessage(
            t,
            { id: threadId, title: subject.title(t), path },
            { readSeq, author: mention(authorId, author) },
          );
        return { userId, write };
      }),
    );
  });
}
