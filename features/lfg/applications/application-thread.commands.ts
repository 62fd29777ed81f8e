import { paths } from '../../../content/paths.ts';
import type { Db } from '../../../db/database.ts';
import type { ThreadSubject } from '../../threads/thread-subjects.commands.ts';
import { hopesEndedAt, mayTalk } from './application-talk.rules.ts';
import { applicationsWithListings } from './applications.queries.ts';

/** Applications as their threads have to know them. */
export async function applicationSubjects(db: Db, ids: string[], now: Date): Promise<Map<string, ThreadSubject>> {
  const rows = await applicationsWithListings(db, ids);
  return new Map(
    rows.map(({ application, listing }) => [
      application.id,
      {
        title: listing.title,
        path: listing.deletedAt ? null : paths.listing(listing.id),
        open: mayTalk(application, listing, now),
        leaderId: null,
        endedAt: hopesEndedAt(application, listing, now),
      },
    ]),
  );
}
