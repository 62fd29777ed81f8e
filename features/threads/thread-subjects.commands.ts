import type { PageAddress } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { type Deps, port, resolvePort } from '../../server/deps.ts';
import type { Subject } from './threads.queries.ts';
import type { ThreadKind } from './threads.schema.ts';

/** What a thread belongs to, as the thread has to know it. */
export type ThreadSubject = {
  /** As its people call it. */
  title: string;
  /** Its page, where the thread stands; null when that is gone, and nobody can read the thread any more. */
  path: PageAddress | null;
  /** Other pages, for those of its people to whom that one is closed, by id. */
  guests?: ReadonlyMap<string, PageAddress>;
  /** Whether its people may write to each other now. */
  open: boolean;
  /** Who may remove what others wrote. */
  leaderId: string | null;
  /** When it ended for good; null while it goes on. */
  endedAt: Date | null;
};

type ResolveSubjects = (db: Db, ids: string[], now: Date) => Promise<Map<string, ThreadSubject>>;

/** What threads belong to, by kind: the feature that has the kind says so. Those that are gone are not answered. */
export const threadSubjects = port<Record<ThreadKind, ResolveSubjects>>('threads.subjects');

/** What one thread belongs to; undefined when it is gone. */
export async function resolveSubject(
  db: Db,
  deps: Deps,
  { kind, subjectId }: Subject,
): Promise<ThreadSubject | undefined> {
  const found = await resolvePort(deps, threadSubjects)[kind](db, [subjectId], deps.now());
  return found.get(subjectId);
}
