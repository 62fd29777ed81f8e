import { createEvents, type DateTime } from 'ics';
import { paths } from '../../../content/paths.ts';

/** A session as calendars hear of it. */
export type CalendarSession = {
  id: string;
  uid: string;
  version: number;
  startsAt: Date;
  endsAt: Date;
  state: 'proposed' | 'stands' | 'called_off';
  squad: { id: string; name: string };
  /** Who said yes. */
  names: readonly string[];
  /** Whether its reader stands in, and reads it on its own page. */
  guest?: boolean;
};

const STATUS = { proposed: 'TENTATIVE', stands: 'CONFIRMED', called_off: 'CANCELLED' } as const;

const utcParts = (at: Date): DateTime => [
  at.getUTCFullYear(),
  at.getUTCMonth() + 1,
  at.getUTCDate(),
  at.getUTCHours(),
  at.getUTCMinutes(),
];

/**
 * Sessions as an iCalendar file (RFC 5545). A session keeps its identity wherever it is moved; its sequence rises with
 * it, so that a calendar replaces what it had.
 * @param origin of this site, without a slash at the end
 */
export function sessionsCalendar(sessions: readonly CalendarSession[], name: string, origin: string): string {
  const { error, value } = createEvents(
    sessions.map((session) => ({
      uid: `${session.uid}@${new URL(origin).hostname}`,
      sequence: session.version,
      title: `${session.squad.name}${session.state === 'proposed' ? ' (not agreed yet)' : ''}`,
      description: session.names.length > 0 ? `In: ${session.names.join(', ')}` : 'Nobody has said yes yet.',
      url: `${origin}${session.guest ? paths.session(session.id) : paths.squad(session.squad.id)}`,
      start: utcParts(session.startsAt),
      startInputType: 'utc' as const,
      startOutputType: 'utc' as const,
      end: utcParts(session.endsAt),
      endInputType: 'utc' as const,
      endOutputType: 'utc' as const,
      status: STATUS[session.state],
      busyStatus: session.state === 'stands' ? ('BUSY' as const) : ('TENTATIVE' as const),
      alarms:
        session.state === 'stands'
          ? [{ action: 'display' as const, description: session.squad.name, trigger: { before: true, minutes: 30 } }]
          : [],
    })),
    { productId: 'planet-crew/squads', calName: name },
  );
  if (error || !value) throw error ?? new Error('The calendar could not be written.');
  return value;
}
