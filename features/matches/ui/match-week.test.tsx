import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { WEEKDAYS } from '../../../matcher/matcher-schema.ts';
import { sumMinutes } from '../../../time/week-spans.ts';
import { type Availability, createCommonMinutesCounter } from '../../profiles/local-week.rules.ts';
import { createWeekGridReader } from '../match-calendar.rules.ts';
import { getSharedMinutes } from '../matches.rules.ts';
import { MatchWeek } from './match-week.tsx';

const render = (week: ReturnType<ReturnType<typeof createWeekGridReader>>, others: number) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MatchWeek match={{ week, members: Array.from({ length: others + 1 }) }} />
    </MemoryRouter>,
  );

/** Returns the minutes covered by the bars of one layer. */
function countDrawnMinutes(html: string, layer: string): number {
  const [, path = ''] = new RegExp(`class="${layer}" d="([^"]*)"`).exec(html) ?? [];
  const hours = [...path.matchAll(/h(\d[\d.]*)v/g)].reduce((sum, [, length]) => sum + Number(length), 0);
  return Math.round(hours * 60);
}

/** Returns the minutes stated in the screen-reader text. */
function readAnnouncedMinutes(html: string, name: string): number {
  const [, spokenText = ''] = new RegExp(`<p class="sr-only">${name}: ([^<]*?)(?: a week|\\.)`).exec(html) ?? [];
  const readPart = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(spokenText)?.[1] ?? 0);
  return readPart('hour') * 60 + readPart('minute');
}

/** Returns the minutes stated in the legend. */
function readLegendMinutes(html: string): number {
  const [, hours = 0] = /Everyone \((?:(\d+) h)?/.exec(html) ?? [];
  const [, minutes = 0] = /Everyone \((?:\d+ h ?)?(\d+) min\)/.exec(html) ?? [];
  return Number(hours ?? 0) * 60 + Number(minutes);
}

const createEvenings = (timezone: string, start: string, end: string): Availability => ({
  timezone,
  windows: [{ days: ['Mon', 'Wed'], start, end }],
});

describe('match week', () => {
  it('shows half hours exactly in the drawing and in the text', () => {
    const pair = [
      createEvenings('America/New_York', '19:00', '23:00'),
      createEvenings('America/New_York', '17:00', '20:30'),
    ];
    const week = createWeekGridReader('America/New_York', '2026-01-12')(pair[0]!, [pair[1]!]);
    expect(week.spans.common).toEqual([
      [19 * 60, 20.5 * 60],
      [2 * 1440 + 19 * 60, 2 * 1440 + 20.5 * 60],
    ]);
    const html = render(week, 1);
    expect(html).toContain('Everyone: 3 hours a week (Mon, Wed 7:00–8:30 PM).');
    expect(html).toContain('Everyone (3 h)');
    expect(html).toContain('class="week-common" d="M19 0h1.5v1h-1.5zM19 2h1.5v1h-1.5z"');
    expect(getSharedMinutes({ live: false, week, scheduled_overlap_minutes: 1 })).toBe(180);
  });

  const zone = fc.constantFrom(
    'America/New_York',
    'America/St_Johns',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Europe/Berlin',
    'Pacific/Chatham',
    'UTC',
  );
  const clock = fc.integer({ min: 0, max: 47 }).map((half) => {
    const hour = String(Math.floor(half / 2)).padStart(2, '0');
    return half % 2 ? `${hour}:30` : `${hour}:00`;
  });
  const window = fc.record({
    days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
    start: clock,
    end: clock,
  });
  const hours = fc.record({ timezone: zone, windows: fc.array(window, { minLength: 1, maxLength: 4 }) });
  // Weeks without a clock change, and weeks with one in America, Europe, Lord Howe and Chatham.
  const week = fc.constantFrom(
    '2026-01-12',
    '2026-03-02',
    '2026-03-23',
    '2026-03-30',
    '2026-09-21',
    '2026-09-28',
    '2026-10-19',
    '2026-10-26',
  );

  /** Counts the common minutes of the local week in steps of 15 minutes. */
  function countMinutes(people: Availability[], reader: string, weekOf: string): number {
    const monday = Temporal.PlainDate.from(weekOf);
    const toEdge = (date: Temporal.PlainDate) => date.toZonedDateTime(reader).epochMilliseconds;
    const freeTimes = people.map(({ timezone, windows }) => {
      const instantAt = (date: Temporal.PlainDate, time: string) =>
        date.toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds;
      return Array.from({ length: 12 }, (_, i) => monday.add({ days: i - 2 })).flatMap((date) =>
        windows
          .filter(({ days }) => days.includes(WEEKDAYS[date.dayOfWeek - 1]!))
          .map(
            ({ start, end }) =>
              [instantAt(date, start), instantAt(end > start ? date : date.add({ days: 1 }), end)] as const,
          ),
      );
    });
    let minutes = 0;
    for (let now = toEdge(monday); now < toEdge(monday.add({ days: 7 })); now += 900_000) {
      if (freeTimes.every((spans) => spans.some(([from, until]) => from <= now && now < until))) minutes += 15;
    }
    return minutes;
  }

  it('shows the same minutes in the text as in the drawing, in any time zone and across clock changes', () => {
    fc.assert(
      fc.property(hours, fc.array(hours, { minLength: 1, maxLength: 4 }), week, (viewer, others, weekOf) => {
        const people = [viewer, ...others];
        const grid = createWeekGridReader(viewer.timezone, weekOf)(viewer, others);
        const html = render(grid, others.length);
        const commonMinutes = countMinutes(people, viewer.timezone, weekOf);
        expect({
          drawn: countDrawnMinutes(html, 'week-common'),
          spoken: readAnnouncedMinutes(html, 'Everyone'),
          legend: readLegendMinutes(html),
          card: getSharedMinutes({ live: false, week: grid, scheduled_overlap_minutes: -1 }),
        }).toEqual({ drawn: commonMinutes, spoken: commonMinutes, legend: commonMinutes, card: commonMinutes });
        const own = countMinutes([viewer], viewer.timezone, weekOf);
        expect([countDrawnMinutes(html, 'week-own'), readAnnouncedMinutes(html, 'You')]).toEqual([own, own]);
        const sum = others.reduce((minutes, other) => minutes + countMinutes([other], viewer.timezone, weekOf), 0);
        expect(grid.spans.others.reduce((minutes, [from, until, count]) => minutes + (until - from) * count, 0)).toBe(
          sum,
        );
        expect(sumMinutes(grid.spans.common)).toBe(commonMinutes);
        if (others.length === 1) expect(createCommonMinutesCounter(viewer, weekOf)(others[0]!)).toBe(commonMinutes);
      }),
      { numRuns: 150 },
    );
  });
});
