import { Temporal } from 'temporal-polyfill';
import { paths } from '../../../content/paths.ts';
import { getStreamReminder, streamStart } from '../../../content/site-pages/command-center-content.ts';
import type { Translator } from '../../../messages/translator.ts';
import { escapeCalendarText, formatCalendarInstant, joinCalendarLines } from '../../../time/calendar-file.ts';
import { HOUR_MS } from '../../../time/units.ts';

/** Duration of a stream night. */
const STREAM_HOURS = 6;

type StreamNights = { starts: string[]; onAir: boolean };

/**
 * Lists the next starts of the daily streams after the given time. The start is wall-clock time in New York, so the
 * viewer's local time shifts when either place changes its clocks.
 */
export function listNextStreamNights(now: Date, count: number): StreamNights {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const today = instant.toZonedDateTimeISO(streamStart.zone).toPlainDate();
  const getStart = (days: number) =>
    today
      .add({ days })
      .toZonedDateTime({
        timeZone: streamStart.zone,
        plainTime: { hour: streamStart.hour, minute: streamStart.minute },
      })
      .toInstant();
  const starts: string[] = [];
  for (let days = 0; starts.length < count; days++) {
    const start = getStart(days);
    if (start.epochMilliseconds > now.getTime()) starts.push(new Date(start.epochMilliseconds).toISOString());
  }
  const isOnAir = [-1, 0].some((days) => {
    const since = now.getTime() - getStart(days).epochMilliseconds;
    return since >= 0 && since < STREAM_HOURS * HOUR_MS;
  });
  return { starts, onAir: isOnAir };
}

/**
 * Builds a daily reminder as a calendar file. It includes the time zone's rules, so every stream night stays at 5 PM
 * Eastern across clock changes.
 * @param origin address that the entry links to
 */
export function formatReminderCalendar(t: Translator, now: Date, origin: string): string {
  const reminder = getStreamReminder(t);
  const [first] = listNextStreamNights(now, 1).starts;
  const day = Temporal.Instant.from(first!)
    .toZonedDateTimeISO(streamStart.zone)
    .toPlainDate()
    .toString()
    .replaceAll('-', '');
  const clock = `${String(streamStart.hour).padStart(2, '0')}${String(streamStart.minute).padStart(2, '0')}00`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Planet Crew//Command Center//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    `TZID:${streamStart.zone}`,
    'BEGIN:DAYLIGHT',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'TZNAME:EDT',
    'DTSTART:20070311T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'TZNAME:EST',
    'DTSTART:20071104T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:daily-stream@${new URL(origin).hostname}`,
    `DTSTAMP:${formatCalendarInstant(now)}`,
    `DTSTART;TZID=${streamStart.zone}:${day}T${clock}`,
    'DURATION:PT2H',
    'RRULE:FREQ=DAILY',
    `SUMMARY:${escapeCalendarText(reminder.title)}`,
    `DESCRIPTION:${escapeCalendarText(reminder.text)}`,
    `URL:${origin}${paths.commandCenter}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeCalendarText(reminder.title)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return joinCalendarLines(lines);
}
