import type { PageAddress } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { type Deps, port, resolvePort } from '../../server/deps.ts';
import type { Subject } from './threads.queries.ts';
import type { ThreadKind } from './threads.schema.ts';

/** What a thread belongs to, in the shape the thread needs. */
export type ThreadSubject = {
  /** What its members call it. */
  title: string;
  /** The page that shows the thread; null when that page is gone and no one can read the thread anymore. */
  path: PageAddress | null;
  /** Other pages, by user id, for members who can't open that one. */
  guests?: ReadonlyMap<string, PageAddress>;
  /** Whether its members may write to each other now. */
  open: boolean;
  /** Who may delete other people's messages. */
  leaderId: string | null;
  /** When it ended for good; null while it's active. */
  endedAt: Date | null;
};

type ResolveSubjects = (db: Db, ids: string[], now: Date) => Promise<Map<string, ThreadSubject>>;

/**
 * Resolvers for what threads belong to, by kind, registered by the feature that owns the kind. Subjects that are gone
 * are left out.
 */
export const threadSubjects = port<Record<ThreadKind, ResolveSubjects>>('threads.subjects');

/** Returns what one thread belongs to; undefined when it's gone. */
export async function resolveSubject(
  db: Db,
  deps: Deps,
  { kind, subjectId }: Subject,
): Promise<ThreadSubject | undefined> {
  const found = await resolvePort(deps, threadSubjects)[kind](db, [subjectId], deps.now());
  return found.get(subjectId);
}
