import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { ThreadSubject } from '../threads/thread-subjects.commands.ts';
import { squadsByIds } from './squads.queries.ts';

/** Squads as their threads have to know them. */
export async function squadSubjects(db: Db, ids: string[]): Promise<Map<string, ThreadSubject>> {
  const rows = await squadsByIds(db, ids);
  return new Map(
    rows.map(({ id, name, captainId, endedAt }) => [
      id,
      { title: name, path: paths.squad(id), open: endedAt === null, leaderId: captainId, endedAt },
    ]),
  );
}
