import { paths } from '../../../content/paths.ts';
import type { Db } from '../../../db/database.ts';
import { type Deps, port, resolvePort } from '../../../server/deps.ts';
import { toIso } from '../../../time/instants.ts';
import * as queries from './squad-sessions.queries.ts';
import { filterOverlapping } from './squad-sessions.rules.ts';
import type { SquadSession } from './squad-sessions.schema.ts';

/** A player's commitment, with the page that shows it. */
export type Appointment = { name: string; path: string; startsAt: Date; endsAt: Date };

type ListAppointments = (db: Db, userId: string, now: Date) => Promise<Appointment[]>;

/** Lookup of a player's bookings, registered by features that depend on this one. */
export const appointmentsPort = port<ListAppointments>('squads.other-appointments');

type Time = Pick<queries.SessionRow, 'id' | 'startsAt' | 'endsAt' | 'calledOffAt'>;

/** Returns the reader's other sessions and bookings that overlap each session, earliest first. */
export async function listOverlaps(
  deps: Deps,
  readerId: string,
  sessions: readonly Time[],
): Promise<Map<string, SquadSession['overlaps']>> {
  const upcomingSessions = sessions.filter(({ calledOffAt }) => !calledOffAt);
  if (upcomingSessions.length === 0) return new Map();
  const now = deps.now();
  const ownSessions = await queries.listOwnSessions(deps.db, readerId, now);
  const appointments = await resolvePort(deps, appointmentsPort)(deps.db, readerId, now);
  const ownAppointments = [
    ...ownSessions.map((one) => ({ ...one, path: paths.session(one.id) })),
    ...appointments.map((one) => ({ ...one, id: undefined })),
  ];
  return new Map(
    upcomingSessions.map((session) => [
      session.id,
      filterOverlapping(session, ownAppointments).map(({ name, path, startsAt, endsAt }) => ({
        ...{ name, path },
        starts_at: toIso(startsAt),
        ends_at: toIso(endsAt),
      })),
    ]),
  );
}
