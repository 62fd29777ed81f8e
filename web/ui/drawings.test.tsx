import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTranslator } from '../../messages/translator.ts';
import { Court, formatSpot } from './court.tsx';
import { useWeekStart } from './reader-week.ts';
import { createScoreArcs } from './score-arcs.ts';
import { ScoreRing } from './score-ring.tsx';
import { parseWeekWindows, toSpans } from './week-cells.ts';
import { WeekEditor } from './week-editor.tsx';
import { Week } from './week-view.tsx';

vi.mock('./reader-week.ts', { spy: true });

const t = createTranslator();

const readAccessibleText = (html: string) =>
  html.replace(/<(\w+)[^>]*aria-hidden="true"[^>]*>.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ');

describe('the court', () => {
  test('describes every spot in words', () => {
    expect(formatSpot(t, { position: 'PG', state: 'accepted', name: 'Corner Three', note: '88 OVR' })).toBe(
      'PG, point guard: Corner Three, accepted, 88 OVR',
    );
    expect(formatSpot(t, { position: 'PF', state: 'you' })).toBe('PF, power forward: you');
    expect(formatSpot(t, { position: 'C', state: 'empty' })).toBe('C, center: open. Needs a C');
    expect(formatSpot(t, { position: 'SG', state: 'filled' })).toBe('SG, shooting guard: taken');
    expect(formatSpot(t, { position: 'SF', state: 'empty' })).toBe('SF, small forward: open. Needs an SF');
  });

  test('is a named list that links players with a profile path', () => {
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <Court
          size="compact"
          label="Squad of Tuesday"
          spots={[
            { position: 'PG', state: 'filled', name: 'Nova', to: '/protocol/profile/1' },
            { position: 'C', state: 'empty' },
          ]}
        />
      </MemoryRouter>,
    );
    expect(html).toContain('<ul aria-label="Squad of Tuesday">');
    expect(html).toMatch(/<a[^>]*href="\/protocol\/profile\/1"[^>]*>.*PG, point guard: Nova/);
    expect(html).toContain('C, center: open. Needs a C');
  });
});

describe('the week', () => {
  const own = toSpans([{ days: ['Tue', 'Sat'], start: '20:00', end: '23:00' }]);
  const evening = [{ days: ['Tue' as const], start: '20:00', end: '23:00' }];
  const spans = toSpans(evening);

  test("announces common hours first, then the user's own", () => {
    const text = readAccessibleText(
      renderToStaticMarkup(
        <Week own={own} common={spans} others={own.map((span) => [...span, 1])} zone="Eastern time" />,
      ),
    );
    expect(text).toContain('Everyone : 3 hours a week (Tue 8:00–11:00 PM)'.replace(' :', ':'));
    expect(text).toContain('You: 6 hours a week (Tue, Sat 8:00–11:00 PM)');
  });

  describe('for a reader whose week starts on Sunday', () => {
    beforeEach(() => void vi.mocked(useWeekStart).mockReturnValue(7));
    afterEach(() => void vi.mocked(useWeekStart).mockReset());
    const windows = [{ days: ['Mon' as const, 'Sun' as const], start: '20:00', end: '23:00' }];

    test('draws Sunday in the first row, with its hours', () => {
      const html = renderToStaticMarkup(<Week own={toSpans(windows)} size="compact" />);
      expect([...html.matchAll(/<span>(\w\w)<\/span>/g)].map(([, day]) => day)).toEqual(
        'Su Mo Tu We Th Fr Sa'.split(' '),
      );
      expect(html).toContain('d="M20 1h3v1h-3zM20 0h3v1h-3z"');
      expect(readAccessibleText(html)).toContain('You: 6 hours a week (Sun, Mon 8:00–11:00 PM)');
    });

    test('lists Sunday first in the editor, with the same hours', () => {
      const html = renderToStaticMarkup(<WeekEditor value={parseWeekWindows(windows)} onChange={() => {}} />);
      const rows = [...html.matchAll(/aria-label="(\w{3}), all day"/g)].map(([, day]) => day);
      expect(rows).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
      const on = [...html.matchAll(/aria-selected="true" aria-label="([^"]+)"/g)].map(([, cell]) => cell);
      expect(on).toEqual(['Sun', 'Mon'].flatMap((day) => [8, 9, 10].map((hour) => `${day} ${hour}:00 PM`)));
    });
  });

  test('draws and announces time windows to the minute and merges overlapping ones', () => {
    const half = toSpans([
      { days: ['Mon', 'Sun'], start: '22:30', end: '00:45' },
      { days: ['Mon'], start: '23:00', end: '00:15' },
    ]);
    const html = renderToStaticMarkup(<Week own={half} />);
    expect(html).toContain(
      'class="week-own" d="M0 0h0.75v1h-0.75zM22.5 0h1.5v1h-1.5zM0 1h0.75v1h-0.75zM22.5 6h1.5v1h-1.5z"',
    );
    expect(readAccessibleText(html)).toContain('You: 4 hours 30 minutes a week (Mon, Sun 10:30 PM–12:45 AM)');
  });

  test('marks each shared hour with a dot in the middle of its shared part', () => {
    const common = toSpans([{ days: ['Tue'], start: '20:30', end: '22:00' }]);
    const html = renderToStaticMarkup(<Week common={common} />);
    expect(html).toContain('class="week-dots" d="M20.75 1.5h0M21.5 1.5h0"');
    expect(renderToStaticMarkup(<Week own={common} />)).not.toContain('week-dots');
  });

  test('prints a table with the hours of each day', () => {
    const html = renderToStaticMarkup(<Week own={own} common={spans} />);
    const rows = [...html.matchAll(/<tr><th scope="row">(\w+)<\/th>(.*?)<\/tr>/g)].map(([, day, cells]) => [
      day,
      ...[...cells!.matchAll(/<td>(.*?)<\/td>/g)].map(([, hours]) => hours),
    ]);
    expect(rows).toHaveLength(7);
    expect(rows.slice(1, 3)).toEqual([
      ['Tue', '8:00–11:00 PM', '8:00–11:00 PM'],
      ['Wed', '–', '–'],
    ]);
    expect(rows[5]).toEqual(['Sat', '–', '8:00–11:00 PM']);
    expect(renderToStaticMarkup(<Week own={own} size="compact" />)).not.toContain('week-print');
  });

  test('announces that an empty week has no hours', () => {
    const emptyHtml = renderToStaticMarkup(<Week common={[]} />);
    expect(readAccessibleText(emptyHtml)).toContain('Everyone: no free hours');
  });

  test('shows the editor as a grid with one tab stop and named cells', () => {
    const html = renderToStaticMarkup(<WeekEditor value={parseWeekWindows(evening)} onChange={() => {}} />);
    expect(html.match(/role="gridcell"/g)).toHaveLength(168);
    expect(html.match(/tabindex="0"/gi)).toHaveLength(1);
    expect(html).toMatch(/aria-selected="true" aria-label="Tue 8:00 PM"/);
    expect(html).toContain('3 h a week');
  });
});

describe('the score', () => {
  const parts = [
    { key: 'position', label: 'Position fit', value: 20, max: 25 },
    { key: 'hours', label: 'Shared hours', value: 37.5, max: 75 },
  ];

  test('sizes each part by its maximum and fills it by its value', () => {
    const [one, two] = createScoreArcs(parts, 0);
    expect(one).toMatchObject({ from: 0, track: 25, fill: 20 });
    expect(two).toMatchObject({ from: 25, track: 75, fill: 37.5 });
  });

  test.each([
    [69, false],
    [70, true],
    [84.6, true],
  ])('highlights a score of %d: %s', (score, strong) => {
    const html = renderToStaticMarkup(<ScoreRing score={score} />);
    expect(html.includes('data-strong')).toBe(strong);
    expect(readAccessibleText(html)).toContain(`Score ${Math.round(score)} out of 100`);
  });

  test('opens its explanation when the ring is clicked, unless the legend is shown next to it', () => {
    const html = renderToStaticMarkup(<ScoreRing score={95.6} parts={parts} />);
    const opens = /popovertarget="([^"]+)" aria-label="What 96 out of 100 means"/i.exec(html)?.[1];
    expect(html).toContain(`id="${opens}" popover="auto" role="dialog"`);
    expect(readAccessibleText(html)).toContain('70 or more is a strong one.');
    expect(renderToStaticMarkup(<ScoreRing score={95.6} parts={parts} legend />)).not.toContain('popover');
  });

  test('announces the parts once, with or without a legend', () => {
    expect(readAccessibleText(renderToStaticMarkup(<ScoreRing score={57.5} parts={parts} />))).toContain(
      'Position fit 20 of 25',
    );
    const legend = readAccessibleText(renderToStaticMarkup(<ScoreRing score={57.5} parts={parts} legend />));
    expect(legend.match(/Position fit/g)).toHaveLength(1);
  });
});
