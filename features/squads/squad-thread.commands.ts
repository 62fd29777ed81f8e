import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { ThreadSubject } from '../threads/thread-subjects.commands.ts';
import { listSquadsByIds } from './squads.queries.ts';
import { listGuests } from './substitutes/substitutes.queries.ts';

/** Returns the squads in the form that chats need. */
export async function loadSquadSubjects(db: Db, ids: string[]): Promise<Map<string, ThreadSubject>> {
  const rows = await listSquadsByIds(db, ids);
  const guests = await listGuests(db, ids);
  return new Map(
    rows.map(({ id, name, captainId, endedAt }) => [
      id,
      {
        title: () => name,
        // An ended squad has no room, so its chat is in the list of past squads.
        path: endedAt ? paths.squads : paths.squad(id),
        // Substitutes read the chat on the session's page.
        guests: new Map(
          guests.flatMap((one) => (one.squadId === id ? [[one.userId, paths.session(one.sessionId)] as const] : [])),
        ),
        open: endedAt === null,
        leaderId: captainId,
        endedAt,
      },
    ]),
  );
}
