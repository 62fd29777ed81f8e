import type { PageAddress } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Translator } from '../../messages/translator.ts';
import { type Deps, port, resolvePort } from '../../server/deps.ts';
import type { Subject } from './threads.queries.ts';
import type { ThreadKind } from './threads.schema.ts';

/** The subject that a thread belongs to, such as a squad. */
export type ThreadSubject = {
  /** Writes the title of the thread for a member. */
  title: (t: Translator) => string;
  /** The page that shows the thread; null when the page no longer exists, so no one can read the thread anymore. */
  path: PageAddress | null;
  /** Other pages, by user id, for members who can't open the main one. */
  guests?: ReadonlyMap<string, PageAddress>;
  /** Whether members may write now. */
  open: boolean;
  /** The user who may delete other people's messages. */
  leaderId: string | null;
  /** When the subject ended; null while it's active. */
  endedAt: Date | null;
};

type ResolveSubjects = (db: Db, ids: string[], now: Date) => Promise<Map<string, ThreadSubject>>;

/** Lookups of thread subjects by kind, each registered by its feature. Results omit deleted subjects. */
export const threadSubjects = port<Record<ThreadKind, ResolveSubjects>>('threads.subjects');

/** Returns the subject of one thread; undefined when the subject was deleted. */
export async function resolveSubject(
  db: Db,
  deps: Deps,
  { kind, subjectId }: Subject,
): Promise<ThreadSubject | undefined> {
  const subjects = await resolvePort(deps, threadSubjects)[kind](db, [subjectId], deps.now());
  return subjects.get(subjectId);
}
