import type { PageAddress } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { type Deps, port, resolvePort } from '../../server/deps.ts';
import type { Subject } from './threads.queries.ts';
import type { ThreadKind } from './threads.schema.ts';

/** What a thread belongs to, in the shape the thread needs. */
export type ThreadSubject = {
  /** The thread's title for its members. */
  title: string;
  /** The page that shows the thread. Null when that page is gone and nobody can read the thread anymore. */
  path: PageAddress | null;
  /** Alternative pages, by user id, for members who can't open the main one. */
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
 * Resolvers for thread subjects by kind, registered by the feature that owns the kind. Deleted subjects are left out.
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
