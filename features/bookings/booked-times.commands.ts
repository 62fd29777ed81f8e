import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Appointment } from '../squads/sessions/session-overlaps.commands.ts';
import * as messages from './bookings.messages.ts';
import { listBookedTimes } from './bookings.queries.ts';

/** Lists a user's upcoming coaching sessions as coach or buyer. */
export async function listCoachingAppointments(db: Db, userId: string, now: Date): Promise<Appointment[]> {
  const times = await listBookedTimes(db, userId, now);
  return times.map(({ id, startsAt, endsAt }) => ({
    ...{ name: readerTranslator(messages.sessionOverlapName), path: paths.booking(id) },
    ...{ startsAt, endsAt },
  }));
}
