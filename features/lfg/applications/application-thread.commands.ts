import { paths } from '../../../content/paths.ts';
import type { Db } from '../../../db/database.ts';
import type { ThreadSubject } from '../../threads/thread-subjects.commands.ts';
import { canChat, getApplicationEnd } from './application-chat.rules.ts';
import { listApplicationsWithListings } from './applications.queries.ts';

/** Returns the data that chats need about applications. */
export async function findApplicationSubjects(db: Db, ids: string[], now: Date): Promise<Map<string, ThreadSubject>> {
  const rows = await listApplicationsWithListings(db, ids);
  return new Map(
    rows.map(({ application, listing }) => [
      application.id,
      {
        title: () => listing.title,
        path: listing.deletedAt ? null : paths.listing(listing.id),
        open: canChat(application, listing, now),
        leaderId: null,
        endedAt: getApplicationEnd(application, listing, now),
      },
    ]),
  );
}
