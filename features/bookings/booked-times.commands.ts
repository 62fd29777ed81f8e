import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Appointment } from '../squads/sessions/session-overlaps.commands.ts';
import { bookedTimesOf } from './bookings.queries.ts';

/** The coaching sessions ahead that somebody gives or takes. */
export async function coachingAppointments(db: Db, userId: string, now: Date): Promise<Appointment[]> {
  const booked = await bookedTimesOf(db, userId, now);
  return booked.map(({ id, startsAt, endsAt }) => ({
    ...{ name: 'a coaching session', path: paths.booking(id) },
    ...{ startsAt, endsAt },
  }));
}
