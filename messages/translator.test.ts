import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { type AnyMessage, message } from './message.ts';
import { createTranslator } from './translator.ts';

const players = message<{ count: number; squad: string }>(
  'test.players',
  compile('{count, plural, one {# player} other {# players}} in {squad}'),
);
const savedMessage = message('test.saved', 'Saved');
const joinedMessage = message<{ at: Date }>('test.joined', compile('Joined {at, date, ::yyyyMMMM}'));

describe('createTranslator', () => {
  const t = createTranslator();

  it('returns the English text by default', () => {
    expect(t(savedMessage)).toBe('Saved');
    expect(t.locale).toBe('en');
  });

  it('formats numbers, plurals and dates in the language', () => {
    expect(t(players, { count: 1, squad: 'Night Shift' })).toBe('1 player in Night Shift');
    expect(t(players, { count: 1200, squad: 'Night Shift' })).toBe('1,200 players in Night Shift');
    expect(t(joinedMessage, { at: new Date('2026-03-15T12:00:00Z') })).toBe('Joined March 2026');
  });

  it('inserts values unchanged, including markup and braces', () => {
    expect(t(players, { count: 2, squad: '{count} <b>#1</b>' })).toBe('2 players in {count} <b>#1</b>');
  });

  it('formats the text that the build inserted in place of a message', () => {
    expect(t('Saved' as unknown as typeof savedMessage)).toBe('Saved');
    expect(t(players.english as unknown as typeof players, { count: 1, squad: 'B' })).toBe('1 player in B');
  });

  it('uses the text of another language when given a lookup function', () => {
    const shouted = createTranslator('en', ({ id }: AnyMessage) => `${id}!`);
    expect(shouted(savedMessage)).toBe('test.saved!');
  });

  it('ends a Spanish sentence with one period after "p.m."', () => {
    const until = message<{ time: string }>('test.until', compile('Hasta las {time}. Ahora sí.'));
    expect(createTranslator('es-419')(until, { time: '9:30 p.m.' })).toBe('Hasta las 9:30 p.m. Ahora sí.');
    expect(createTranslator('es-419')(until, { time: '21:30' })).toBe('Hasta las 21:30. Ahora sí.');
  });

  it('rejects missing and wrong values at compile time', () => {
    // @ts-expect-error: the values are missing
    const withoutValues = () => t(players);
    // @ts-expect-error: a number isn't a string
    const withWrongValue = () => t(players, { count: 1, squad: 5 });
    expect([withoutValues, withWrongValue]).toHaveLength(2);
  });
});
