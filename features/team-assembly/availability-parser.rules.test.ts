import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { formatWeekLines } from '../../web/ui/week-cells.ts';
import { parseAvailability, toWeek } from './availability-parser.rules.ts';

const lines = (text: string, shift = 0) =>
  formatWeekLines(english, toWeek(parseAvailability(text).spans, shift), 24).join('; ');
const ALL = 'Mon, Tue, Wed, Thu, Fri, Sat, Sun';
const WORK = 'Mon, Tue, Wed, Thu, Fri';

describe('parseAvailability', () => {
  it.each([
    ['Weekdays after 7 PM Eastern', `${WORK} 19:00–24:00`],
    ['after 7pm on weekdays', `${WORK} 19:00–24:00`],
    ['Mon, Tue 19:00–23:00; Sat 22:00–02:00', 'Mon, Tue 19:00–23:00; Sat 22:00–02:00'],
    ['Mon-Fri 7-11 pm', `${WORK} 19:00–23:00`],
    ['Monday to Thursday from 8 to 10', 'Mon, Tue, Wed, Thu 20:00–22:00'],
    ['7-11pm weekdays, 2-6pm weekends', `${WORK} 19:00–23:00; Sat, Sun 14:00–18:00`],
    ['weekdays 7pm-11pm and Saturday 2pm-6pm', `${WORK} 19:00–23:00; Sat 14:00–18:00`],
    ['evenings', `${ALL} 18:00–23:00`],
    ['weekend afternoons and evenings', 'Sat, Sun 12:00–23:00'],
    ['Saturday mornings', 'Sat 06:00–12:00'],
    ['Every day 20:00-23:00', `${ALL} 20:00–23:00`],
    ['every day except Friday, 8pm to midnight', 'Mon, Tue, Wed, Thu, Sat, Sun 20:00–24:00'],
    ['evenings but not on weekends', `${WORK} 18:00–23:00`],
    ['Tuesdays and Thursdays 9 PM', 'Tue, Thu 21:00–24:00'],
    ['Mon 7:00–11:00 PM', 'Mon 19:00–23:00'],
    ['Sat 8:00-11:30 am', 'Sat 08:00–11:00'],
    ['Sun 12:00–4:00 PM', 'Sun 12:00–16:00'],
    ['Fri 10pm-2am', 'Fri 22:00–02:00'],
    ['Sundays before noon', 'Sun 00:00–12:00'],
    ['11-2 pm Sat', 'Sat 11:00–14:00'],
    ['Sat until 6 pm', 'Sat 00:00–18:00'],
    ['weeknights', `${WORK} 18:00–23:00`],
    ['weekends any time', 'Sat, Sun all day'],
    ['weekends', 'Sat, Sun all day'],
    ['8pm onwards, Wed and Sun', 'Wed, Sun 20:00–24:00'],
    ['between 6 and 9 pm Mon Wed Fri', 'Mon, Wed, Fri 18:00–21:00'],
    ['7:30 pm - 10:30 pm Mon', 'Mon 20:00–22:00'],
    ['late nights', `${ALL} 22:00–02:00`],
    ['Sat-Sun 10am-1pm', 'Sat, Sun 10:00–13:00'],
    ['Fri–Mon 21:00-23:00', 'Mon, Fri, Sat, Sun 21:00–23:00'],
    ['we play when we can', ''],
    ['5 players, 2 of us on PS5', ''],
    ['', ''],
  ])('parses %j', (text, read) => expect(lines(text)).toBe(read));

  it.each([12, 24] as const)('round-trips painted hours on a %i-hour clock', (clock) => {
    const week = fc.array(fc.boolean(), { minLength: 168, maxLength: 168 });
    const read = (cells: boolean[]) =>
      toWeek(parseAvailability(formatWeekLines(english, cells, clock).join('; ')).spans, 0);
    fc.assert(
      fc.property(week, (cells) => {
        expect(read(cells)).toEqual(cells);
      }),
    );
  });

  it('detects a named time zone', () => {
    expect(parseAvailability('Weekdays after 7 PM Eastern').zone).toBe('America/New_York');
    expect(parseAvailability('7-11pm CET').zone).toBe('Europe/Paris');
    expect(parseAvailability('8 pm PT').zone).toBe('America/Los_Angeles');
    expect(parseAvailability('evenings, not too late').zone).toBeUndefined();
  });

  it('shifts hours between time zones across midnight and the end of the week', () => {
    expect(lines('Mon 7-9 pm', 6 * 60)).toBe('Tue 01:00–03:00');
    expect(lines('Sun 8-10 pm', 6 * 60)).toBe('Mon 02:00–04:00');
    expect(lines('Mon 1am-3am', -3 * 60)).toBe('Sun 22:00–24:00');
    // The clocks are half an hour apart, so only full hours count.
    expect(lines('Mon 7-10 pm', 30)).toBe('Mon 20:00–22:00');
  });
});
