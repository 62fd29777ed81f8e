import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { ThreadSubject } from '../threads/thread-subjects.commands.ts';
import * as messages from './bookings.messages.ts';
import { listBookingsByIds } from './bookings.queries.ts';
import { isUnfinished } from './bookings.rules.ts';

/** Returns the data that chats need about hires and coaching sessions. */
export async function findBookingSubjects(db: Db, ids: string[]): Promise<Map<string, ThreadSubject>> {
  const rows = await listBookingsByIds(db, ids);
  return new Map(
    rows.map(({ id, type, role, status, updatedAt }) => [
      id,
      {
        title: (t) => (type === 'hire' ? t(messages.hireChatName, { role: role ?? '' }) : t(messages.sessionChatName)),
        path: paths.booking(id),
        open: isUnfinished(status),
        leaderId: null,
        endedAt: isUnfinished(status) ? null : updatedAt,
      },
    ]),
  );
}
