import { paths } from '../../../content/paths.ts';
import { type CalendarEvent, formatCalendarFile } from '../../../time/calendar-file.ts';

/** A session as calendars receive it. */
export type CalendarSession = {
  id: string;
  uid: string;
  /** Increases with each change announced to members. */
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  state: 'proposed' | 'stands' | 'called_off';
  squad: { id: string; name: string };
  /** Players who said yes. */
  names: readonly string[];
  /** Whether the reader is a substitute, who sees the session on its own page. */
  guest?: boolean;
};

const STATUS = { proposed: 'TENTATIVE', stands: 'CONFIRMED', called_off: 'CANCELLED' } as const;
const PRODUCT = 'squads';
const REMINDER_MINUTES = 30;

/**
 * Formats sessions as an iCalendar file. A session keeps its UID when it's moved. Its sequence increases with each move
 * and status change, so calendars replace the old entry.
 * @param origin of this site, without a trailing slash
 */
export function formatSessionsCalendar(
  sessions: readonly CalendarSession[],
  name: string,
  { origin, now }: { origin: string; now: Date },
): string {
  const events = sessions.map(
    ({ squad, state, ...session }): CalendarEvent => ({
      uid: `${session.uid}@${new URL(origin).hostname}`,
      sequence: session.sequence,
      title: `${squad.name}${state === 'proposed' ? ' (not confirmed yet)' : ''}`,
      description: session.names.length > 0 ? `In: ${session.names.join(', ')}` : 'No one has confirmed yet.',
      url: `${origin}${session.guest ? paths.session(session.id) : paths.squad(squad.id)}`,
      startsAt: session.startsAt,
      endsAt: session.endsAt,
      status: STATUS[state],
      ...(state === 'stands' ? { alarm: { minutesBefore: REMINDER_MINUTES, text: squad.name } } : {}),
    }),
  );
  return formatCalendarFile({ product: PRODUCT, name }, events, now);
}

/** Returns the feed for an address that no longer works: an empty calendar with an explanation. */
export const formatClosedCalendar = (why: string, now: Date): string =>
  formatCalendarFile({ product: PRODUCT, name: 'Planet Crew: calendar turned off', description: why }, [], now);
