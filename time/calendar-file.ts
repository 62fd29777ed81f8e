type Calendar = {
  /** The part of the product that generated the file, for its product ID. */
  product: string;
  name: string;
  description?: string;
};

export type CalendarEvent = {
  /** Stable identifier that doesn't change when the event moves. */
  uid: string;
  /** Version number, higher than in any earlier version of the event. */
  sequence?: number;
  startsAt: Date;
  endsAt: Date;
  title: string;
  description: string;
  url: string;
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  alarm?: { minutesBefore: number; text: string };
};

/** How often calendar apps should refresh the file. */
const REFRESH = 'PT1H';
/** Maximum bytes per line (RFC 5545), including the space that starts a continuation line. */
const LINE_BYTES = 75;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters end lines or draw nothing
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Escapes text for a property value. Keeps line breaks and drops other control characters. */
export const escapeCalendarText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Formats a time in UTC, so every calendar app shows it in the user's own time zone. */
export const formatCalendarInstant = (at: Date): string => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

/** Joins lines into a file. Folds long lines without splitting a character. */
export const joinCalendarLines = (lines: readonly string[]): string =>
  lines.map((line) => `${foldLine(line)}\r\n`).join('');

function foldLine(line: string): string {
  const foldedLines: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      foldedLines.push(part);
      part = ' ';
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...foldedLines, part].join('\r\n');
}

/**
 * Formats events as an iCalendar file (RFC 5545).
 * @param now when the file is generated; of two versions with the same sequence number, calendar apps use the later one
 */
export function formatCalendarFile(calendar: Calendar, events: readonly CalendarEvent[], now: Date): string {
  return joinCalendarLines([
    ...formatHead(calendar),
    // A calendar must have at least one component.
    ...(events.length > 0 ? events.flatMap((event) => formatEvent(event, now)) : UTC_ZONE),
    'END:VCALENDAR',
  ]);
}

function formatHead({ product, name, description }: Calendar): string[] {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Planet Crew//${escapeCalendarText(product)}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    // The standard property names, plus those that older apps read.
    `NAME:${escapeCalendarText(name)}`,
    `X-WR-CALNAME:${escapeCalendarText(name)}`,
    ...(description ? ['DESCRIPTION', 'X-WR-CALDESC'].map((key) => `${key}:${escapeCalendarText(description)}`) : []),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ];
}

const UTC_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const BUSY_STATUS = { TENTATIVE: 'TENTATIVE', CONFIRMED: 'BUSY', CANCELLED: 'FREE' } as const;

function formatEvent(event: CalendarEvent, now: Date): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeCalendarText(event.uid)}`,
    `DTSTAMP:${formatCalendarInstant(now)}`,
    ...(event.sequence === undefined ? [] : [`SEQUENCE:${event.sequence}`]),
    `DTSTART:${formatCalendarInstant(event.startsAt)}`,
    `DTEND:${formatCalendarInstant(event.endsAt)}`,
    `SUMMARY:${escapeCalendarText(event.title)}`,
    `DESCRIPTION:${escapeCalendarText(event.description)}`,
    `URL:${event.url}`,
    `STATUS:${event.status}`,
    `TRANSP:${event.status === 'CONFIRMED' ? 'OPAQUE' : 'TRANSPARENT'}`,
    `X-MICROSOFT-CDO-BUSYSTATUS:${BUSY_STATUS[event.status]}`,
    ...(event.alarm ? formatAlarm(event.alarm) : []),
    'END:VEVENT',
  ];
}

const formatAlarm = ({ minutesBefore, text }: NonNullable<CalendarEvent['alarm']>) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeCalendarText(text)}`,
  `TRIGGER:-PT${minutesBefore}M`,
  'END:VALARM',
];
