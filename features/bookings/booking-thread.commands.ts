import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { ThreadSubject } from '../threads/thread-subjects.commands.ts';
import { bookingsByIds } from './bookings.queries.ts';
import { isAhead } from './bookings.rules.ts';

/** Hires and coaching as their threads have to know them. */
export async function bookingSubjects(db: Db, ids: string[]): Promise<Map<string, ThreadSubject>> {
  const rows = await bookingsByIds(db, ids);
  return new Map(
    rows.map(({ id, type, role, status, updatedAt }) => [
      id,
      {
        title: type === 'hire' ? `the hire as ${role}` : 'your coaching session',
        path: paths.booking(id),
        open: isAhead(status),
        leaderId: null,
        endedAt: isAhead(status) ? null : updatedAt,
      },
    ]),
  );
}
