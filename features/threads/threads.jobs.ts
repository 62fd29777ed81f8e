import { type Deps, type JobKind, resolvePort } from '../../server/deps.ts';
import { threadSubjects } from './thread-subjects.commands.ts';
import * as queries from './threads.queries.ts';
import { EDIT_HISTORY_MS, RETENTION_MS } from './threads.rules.ts';
import { THREAD_KINDS } from './threads.schema.ts';
import { notifyUnread, UNREAD_JOB } from './unread-news.commands.ts';

const BATCH_SIZE = 500;

/** Deletes the threads of subjects that ended long ago, and expired edit history. */
export async function clearThreads(deps: Deps, _data: object, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  await queries.deleteEditHistory(deps.db, new Date(now.getTime() - EDIT_HISTORY_MS));
  const subjects = resolvePort(deps, threadSubjects);
  let batch = await queries.listThreadsAfter(deps.db, undefined, BATCH_SIZE);
  while (batch.length > 0 && !signal.aborted) {
    for (const kind of THREAD_KINDS) {
      const threadsOfKind = batch.filter((thread) => thread.kind === kind);
      const ids = threadsOfKind.map(({ subjectId }) => subjectId);
      const subjectsById = ids.length > 0 ? await subjects[kind](deps.db, ids, now) : new Map();
      for (const thread of threadsOfKind) {
        const subject = subjectsById.get(thread.subjectId);
        // We don't know when a deleted subject ended, so count from when this job first noticed it.
        const endedAt: Date | null = subject ? subject.endedAt : (thread.endedAt ?? now);
        if (endedAt && now.getTime() - endedAt.getTime() > RETENTION_MS) await queries.deleteThread(deps.db, thread.id);
        else if (endedAt?.getTime() !== thread.endedAt?.getTime()) await queries.markEnded(deps.db, thread.id, endedAt);
      }
    }
    batch = await queries.listThreadsAfter(deps.db, batch.at(-1)!.id, BATCH_SIZE);
  }
}

export const threadJobs: JobKind[] = [
  { name: 'clear-threads', run: clearThreads },
  { name: UNREAD_JOB, run: (deps, data) => notifyUnread(deps, data as { threadId: string }) },
];
