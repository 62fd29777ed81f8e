import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { type CalendarEvent, formatCalendarFile } from '../../../time/calendar-file.ts';
import * as messages from '../squads.messages.ts';
import { formatNames } from './squad-session-messages.wording.ts';

/** A session for calendar files. */
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
 * @param origin this site's origin, without a trailing slash
 */
export function formatSessionsCalendar(
  t: Translator,
  sessions: readonly CalendarSession[],
  name: string,
  { origin, now }: { origin: string; now: Date },
): string {
  const events = sessions.map(
    ({ squad, state, ...session }): CalendarEvent => ({
      uid: `${session.uid}@${new URL(origin).hostname}`,
      sequence: session.sequence,
      title: state === 'proposed' ? t(messages.unconfirmedEvent, { squad: squad.name }) : squad.name,
      description:
        session.names.length > 0
          ? t(messages.eventPlayers, { names: formatNames(t, session.names) })
          : t(messages.eventNoPlayers),
      url: `${origin}${session.guest ? paths.session(session.id) : paths.squad(squad.id)}`,
      startsAt: session.startsAt,
      endsAt: session.endsAt,
      status: STATUS[state],
      ...(state === 'stands' ? { alarm: { minutesBefore: REMINDER_MINUTES, text: squad.name } } : {}),
    }),
  );
  return formatCalendarFile({ product: PRODUCT, name }, events, now);
}

/** Returns the file for an address that no longer works: an empty calendar with an explanation. */
export function formatClosedCalendar(t: Translator, now: Date): string {
  const description = t(messages.closedCalendarExplanation);
  return formatCalendarFile({ product: PRODUCT, name: t(messages.closedCalendar), description }, [], now);
}
