import { paths } from '../../content/paths.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { toTimePreferences } from '../../time/reader-times.ts';
import { HOUR_MS } from '../../time/units.ts';
import { formatSessionLine } from '../matches/match-messages.wording.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import { getTimePreferences } from '../profiles/player-views.queries.ts';
import * as messages from './bookings.messages.ts';
import { listSessionsStarting } from './bookings.queries.ts';
import { createSessionCalendar } from './coaching/coaching.commands.ts';

/**
 * Hours before the start at which both sides are reminded. The message's dedupe key ensures that each reminder is sent
 * once.
 */
const REMINDER_HOURS_BEFORE = [24, 1];

/** Reminds both sides of upcoming sessions a day and an hour before, each in their own time zone. */
export async function sendSessionReminders(deps: Deps): Promise<void> {
  for (const hours of REMINDER_HOURS_BEFORE) {
    const now = deps.now();
    const rows = await listSessionsStarting(deps.db, now, addMs(now, hours * HOUR_MS));
    for (const row of rows) {
      const people = [row.buyerId, row.playerId].filter((id) => id !== null);
      // A session booked less than a day ahead gets only the one-hour reminder.
      if (hours > 1 && row.startsAt!.getTime() - now.getTime() < (hours - 1) * HOUR_MS) continue;
      const readers = await getTimePreferences(deps.db, people);
      const session = { start: row.startsAt!.toISOString(), end: row.endsAt!.toISOString() };
      await deps.db.transaction((tx) =>
        enqueueNotifications(
          tx,
          deps,
          people.map((userId) => ({
            userId,
            write: (t) => ({
              kind: 'booking',
              title: t(hours === 1 ? messages.sessionSoonTitle : messages.sessionTomorrowTitle),
              lines: [
                t(messages.sessionTimeLine, {
                  time: formatSessionLine(t, session, readers.get(userId) ?? toTimePreferences(undefined)),
                }),
              ],
              link: { label: t(messages.openBooking), path: paths.booking(row.id) },
              attachments: [
                {
                  name: 'coaching.ics',
                  type: 'text/calendar',
                  content: createSessionCalendar(t, row, { origin: deps.env.origin, now }),
                },
              ],
              dedupeKey: `session:${row.id}:${row.sequence}:${hours}:${userId}`,
            }),
          })),
        ),
      );
    }
  }
}
