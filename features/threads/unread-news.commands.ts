import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import { unreadMessage } from './thread-messages.wording.ts';
import { resolveSubject } from './thread-subjects.commands.ts';
import * as queries from './threads.queries.ts';

/** Name of the job kind that tells people of what they have not read. */
export const UNREAD_JOB = 'tell-unread';
/** Who has the page open reads it in this time, and needs no message about it. */
const NOTIFY_DELAY_MS = 2 * MINUTE_MS;
const FORMER = 'A former player';

/** A job that is due later than this is certain to see what is written now, whichever clock runs ahead. */
const SETTLE_MS = 10_000;

/**
 * Has the others told of messages after a moment, unless they have read them by then; in the transaction of the messages,
 * which holds their threads.
 */
export async function scheduleUnreadNotice(tx: Db, deps: Deps, threads: readonly queries.ThreadRow[]): Promise<void> {
  const now = deps.now();
  const certain = addMs(now, SETTLE_MS);
  const ids = threads.filter(({ tellAt }) => !tellAt || tellAt <= certain).map(({ id }) => id);
  if (ids.length === 0) return;
  const startAfter = addMs(now, NOTIFY_DELAY_MS);
  const jobs = ids.map((threadId) => ({ data: { threadId }, key: threadId, startAfter }));
  await deps.jobs.sendAll(UNREAD_JOB, jobs, { tx });
  await queries.setNotifyAt(tx, ids, startAfter);
}

/** Tells everybody in a thread who has not read something of it, once until they do. */
export async function notifyUnread(deps: Deps, { threadId }: { threadId: string }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const thread = await queries.lockThread(tx, threadId);
    const subject = thread && (await resolveSubject(tx, deps, thread));
    if (!subject) return;
    const waiting = await queries.listUnreadReaders(tx, threadId);
    const authors = await queries.getWriters(
      tx,
      waiting.map(({ authorId }) => authorId),
    );
    await enqueueNotifications(
      tx,
      deps,
      waiting.flatMap(({ userId, readSeq, authorId }) => {
        const author = authors.get(authorId)?.display_name ?? FORMER;
        const path = subject.guests?.get(userId) ?? subject.path;
        if (!path) return [];
        return unreadMessage({ id: threadId, title: subject.title, path }, { userId, readSeq, author });
      }),
    );
  });
}
