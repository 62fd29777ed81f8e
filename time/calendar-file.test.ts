import fc from 'fast-check';
import ICAL from 'ical.js';
import { type CalendarResponse, sync } from 'node-ical';
import { describe, expect, it } from 'vitest';
import { type CalendarEvent, escapeCalendarText, formatCalendarFile, joinCalendarLines } from './calendar-file.ts';

const NOW = new Date('2026-03-03T12:00:00Z');
const EVENT: CalendarEvent = {
  uid: 'a@planetcrew.example',
  sequence: 3,
  startsAt: new Date('2026-03-07T20:00:00Z'),
  endsAt: new Date('2026-03-07T22:30:00Z'),
  title: 'Squad',
  description: 'In: Nova, Ray',
  url: 'https://planetcrew.example/protocol/squads/1?a=1,2;3',
  status: 'CONFIRMED',
  alarm: { minutesBefore: 30, text: 'Squad' },
};
const write = (events: CalendarEvent[], name = 'Squads') => formatCalendarFile({ product: 'test', name }, events, NOW);

/** A parsed calendar, in the same shape for all parsers. */
type Read = {
  name: unknown;
  events: {
    uid: unknown;
    sequence: number;
    start: string;
    end: string;
    title: string;
    text: string;
    status: unknown;
  }[];
};

/** Unescapes the value of an extension property, which ical.js doesn't do. */
const unescapeText = (text: string) => text.replaceAll(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter));

function parseWithIcalJs(file: string): Read {
  const calendar = new ICAL.Component(ICAL.parse(file));
  return {
    name: unescapeText(String(calendar.getFirstPropertyValue('x-wr-calname'))),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      return {
        ...{ uid: event.uid, sequence: event.sequence, title: event.summary, text: event.description },
        start: event.startDate.toJSDate().toISOString(),
        end: event.endDate.toJSDate().toISOString(),
        status: component.getFirstPropertyValue('status'),
      };
    }),
  };
}

function parseWithNodeIcal(file: string): Read {
  const parsed = sync.parseICS(file);
  const { vcalendar, ...rest } = parsed as { vcalendar: { 'WR-CALNAME': string } } & CalendarResponse;
  return {
    name: vcalendar['WR-CALNAME'],
    events: Object.values(rest).flatMap((one) =>
      one?.type === 'VEVENT'
        ? [
            {
              ...{ uid: one.uid, sequence: Number(one.sequence), title: String(one.summary), status: one.status },
              ...{ text: String(one.description), start: one.start.toISOString(), end: one.end!.toISOString() },
            },
          ]
        : [],
    ),
  };
}

const PARSERS = { 'ical.js': parseWithIcalJs, 'node-ical': parseWithNodeIcal };
const splitLines = (file: string) => file.split('\r\n');

describe.each(Object.entries(PARSERS))('a calendar file parsed by %s', (_name, read) => {
  it.each([
    ['plain text', 'Night Shift'],
    ['every special character', 'Rock; Paper, Scissors \\ "Finals": 3'],
    ['multi-byte letters', `${'é'.repeat(60)} Čšć Ж`.repeat(2)],
    ['multi-code-point emoji', '👨‍👩‍👧🇩🇪🏀'.repeat(12)],
    ['right-to-left and wide letters', 'سكواد الليل 夜のチーム '.repeat(6).trim()],
  ])('keeps %s in names, titles and descriptions', (_what, title) => {
    const file = write([{ ...EVENT, title, description: `${title}\nsecond line` }], title);
    expect(read(file)).toEqual({
      name: title,
      events: [
        {
          ...{ uid: EVENT.uid, sequence: 3, title, text: `${title}\nsecond line`, status: 'CONFIRMED' },
          ...{ start: '2026-03-07T20:00:00.000Z', end: '2026-03-07T22:30:00.000Z' },
        },
      ],
    });
  });

  it('prevents injection through names and titles', () => {
    const title = 'A\r\nEND:VEVENT\rBEGIN:VEVENT\nUID:evil\u2028\u0007\u0000\u0085';
    const { events, name } = read(write([{ ...EVENT, title }], title));
    expect(events.map(({ uid }) => uid)).toEqual([EVENT.uid]);
    expect(events[0]!.title).toBe('A\nEND:VEVENT\nBEGIN:VEVENT\nUID:evil');
    expect(name).toBe('A\nEND:VEVENT\nBEGIN:VEVENT\nUID:evil');
  });

  it('is valid without events', () => {
    expect(read(write([], 'Turned off'))).toEqual({ name: 'Turned off', events: [] });
  });
});

describe('formatCalendarFile', () => {
  it('includes the refresh interval and the generation time', () => {
    const file = splitLines(write([EVENT]));
    expect(file).toEqual(
      expect.arrayContaining([
        ...[
          'METHOD:PUBLISH',
          'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
          'X-PUBLISHED-TTL:PT1H',
          'DTSTAMP:20260303T120000Z',
        ],
        ...[`URL:${EVENT.url}`, 'TRIGGER:-PT30M'],
      ]),
    );
  });

  it('includes the description when there are no events', () => {
    const file = formatCalendarFile({ product: 'test', name: 'Off', description: 'Turned off, ask again.' }, [], NOW);
    expect(splitLines(file)).toContain('X-WR-CALDESC:Turned off\\, ask again.');
    expect(file).toContain('BEGIN:VTIMEZONE');
  });
});

describe('joinCalendarLines', () => {
  it('folds any text into lines of at most 75 bytes that unfold to the original', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const line = `SUMMARY:${escapeCalendarText(text)}`;
        const folded = joinCalendarLines([line]);
        for (const part of splitLines(folded)) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
          expect(part.isWellFormed()).toBe(true);
        }
        expect(folded.replaceAll('\r\n ', '')).toBe(`${line}\r\n`);
      }),
    );
  });

  it('uses the full line length when folding', () => {
    const sizes = splitLines(joinCalendarLines(['x'.repeat(200)])).map((part) => part.length);
    expect(sizes).toEqual([75, 75, 52, 0]);
  });
});
