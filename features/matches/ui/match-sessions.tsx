import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatWeekHours } from '../../../time/reader-ranges.ts';
import { describeZone, type TimePreferences } from '../../../time/reader-times.ts';
import { browserApi, unwrapResponse } from '../../../web/api-client.ts';
import { saveFile } from '../../../web/save-file.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { PageZone, useReader } from '../../../web/ui/viewer-zone.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../matches.messages.ts';
import type { Match } from '../matches.schema.ts';

/** Shows the next sessions in the viewer's time zone, with a calendar file once everyone has accepted. */
export function MatchSessions({ match }: { match: Match }) {
  const t = useTranslator();
  const read = () => browserApi().api.matches[':id']['calendar.ics'].$get({ param: { id: match.id } });
  if (match.next_sessions.length === 0) return match.live ? null : <NoSession />;
  return (
    <section className="stack" aria-label={t(messages.sessionsLabel)}>
      <h3 className="text-base">
        {match.status === 'mutual' ? t(messages.sessionsTitle) : t(messages.possibleSessionsTitle)}
      </h3>
      <SessionTimes match={match} />
      {match.status === 'mutual' && <CalendarButton read={read} />}
    </section>
  );
}

const NoSession = () => {
  const t = useTranslator();
  return <p className="text-muted">{t(messages.noSessions)}</p>;
};

/**
 * Formats only the hours, such as '9:00 PM–1:00 AM'. The day is shown before them, and an end past midnight doesn't
 * name a second day.
 */
const formatHours = (t: Translator, { start, end }: Match['next_sessions'][number], reader: TimePreferences) =>
  formatWeekHours(t, new Date(start), new Date(end), reader).replace(/^\S+ /, '');

/** Shows session times in the viewer's time zone. */
function SessionTimes({ match }: { match: Pick<Match, 'week' | 'next_sessions'> }) {
  const t = useTranslator();
  const reader = useReader(match.week?.zone);
  return (
    // Show the day in the same time zone as the hours next to it.
    <PageZone value={match.week?.zone}>
      <ol className="grid gap-2">
        {match.next_sessions.map((session) => (
          <li key={session.start} className="flex flex-wrap gap-x-2">
            <Moment at={session.start} as="long-date" className="font-medium" />
            <span className="text-muted">
              {t(messages.sessionHours, { hours: formatHours(t, session, reader), zone: describeZone(t, reader.zone) })}
            </span>
          </li>
        ))}
      </ol>
    </PageZone>
  );
}

type Answer = { ok: boolean; status: number; text: () => Promise<string>; json: () => Promise<unknown> };

/** The download needs the session's token, so this is a button that saves a file instead of a plain link. */
export function CalendarButton({ read }: { read: () => Promise<Answer> }) {
  const t = useTranslator();
  const load = async () => {
    const response = await unwrapResponse(read());
    saveFile(new Blob([await response.text()], { type: 'text/calendar' }), 'squad-sessions.ics');
  };
  const save = () => attempt(load, t(messages.calendarSaved), t(messages.calendarError));
  return (
    <div>
      <Button variant="secondary" icon="calendar" onClick={save}>
        {t(messages.addToCalendar)}
      </Button>
    </div>
  );
}
