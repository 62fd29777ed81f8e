import { describe, expect, test } from 'vitest';
import { createTranslator } from '../../../messages/translator.ts';
import type { QueueCheck, QueueState } from '../queue.schema.ts';
import { formatCheckAnnouncement, formatWaitingLine, getCheckPhase, isSameGroup } from './check-labels.ts';
import { getNextRefreshAt, getRemainingShare, getSecondsLeft, toDurationParts } from './queue-clock.ts';
import { getSoundCheckId, listTicks } from './sound-schedule.ts';

const t = createTranslator();
const NOW = Date.parse('2026-11-24T18:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const face = (id: string) => ({ id, display_name: id, avatar_path: null });

const check = (more: Partial<QueueCheck> = {}): QueueCheck => ({
  ...{ id: 'check', version: 1, kind: 'now', my_answer: null, held_until: null, starts_at: null, score: 80 },
  ...{ deadline: at(30), seconds: 30, reasons: [] },
  seats: ['Ana', 'Bo', 'Cy', 'Di', 'me'].map((name, index) => ({
    ...{ position: 'PG', player: face(name), is_you: name === 'me' },
    state: index < 2 ? 'ready' : 'asked',
  })),
  ...more,
});
const state = (more: Partial<QueueState>) =>
  ({ obstacle: null, mark: null, ticket: null, check: null, ...more }) as QueueState;

describe('the countdown', () => {
  test.each([
    [at(30), 30],
    [at(29.1), 30],
    [at(0.2), 1],
    [at(0), 0],
    [at(-4), 0],
  ])('counts the current second when counting down to %s', (until, seconds) => {
    expect(getSecondsLeft(until, NOW)).toBe(seconds);
  });

  test('converts seconds to seconds or minutes', () => {
    expect([1, 90, 600].map(toDurationParts)).toEqual([
      { count: 1, unit: 'second' },
      { count: 90, unit: 'second' },
      { count: 10, unit: 'minute' },
    ]);
  });

  test('returns the remaining share of the answer time or the hold time', () => {
    expect(getRemainingShare(check({ deadline: at(15) }), NOW)).toBe(0.5);
    expect(getRemainingShare(check({ deadline: at(90) }), NOW)).toBe(1);
    expect(getRemainingShare(check({ deadline: at(-1) }), NOW)).toBe(0);
    expect(getRemainingShare(check({ my_answer: 'ready', held_until: at(5) }), NOW)).toBe(0.25);
    // A replacement who hasn't answered isn't held, so their own time counts down.
    expect(getRemainingShare(check({ held_until: at(5), deadline: at(15) }), NOW)).toBe(0.5);
  });
});

describe('getNextRefreshAt', () => {
  test('returns a time shortly after the next deadline and ignores past ones', () => {
    const open = state({ check: check({ deadline: at(30) }), mark: { sentence: '', until: at(10) } });
    expect(getNextRefreshAt(open, NOW)).toBe(NOW + 12_500);
    expect(getNextRefreshAt(open, NOW + 13_000)).toBe(NOW + 32_500);
    expect(getNextRefreshAt(open, NOW + 40_000)).toBeUndefined();
    expect(getNextRefreshAt(state({}), NOW)).toBeUndefined();
  });
});

describe('a ready check in the browser', () => {
  test('changes phase on an answer and over time', () => {
    expect(getCheckPhase(check(), NOW)).toBe('fresh');
    expect(getCheckPhase(check({ deadline: at(10) }), NOW)).toBe('last');
    expect(getCheckPhase(check({ deadline: at(0) }), NOW)).toBe('over');
    expect(getCheckPhase(check({ deadline: at(0), my_answer: 'ready' }), NOW)).toBe('ready');
    expect(getCheckPhase(check({ my_answer: 'ready', held_until: at(9) }), NOW)).toBe('held');
    expect(getCheckPhase(check({ held_until: at(9) }), NOW)).toBe('fresh');
  });

  test('announces each phase to screen readers', () => {
    expect(formatCheckAnnouncement(t, check(), 'fresh', { now: NOW })).toBe('Match found. 30 seconds to ready up');
    expect(formatCheckAnnouncement(t, check({ deadline: at(600) }), 'fresh', { now: NOW, hour: '9:00 PM' })).toBe(
      'Match found for 9:00 PM. 10 minutes to ready up',
    );
    expect(formatCheckAnnouncement(t, check({ deadline: at(10) }), 'last', { now: NOW })).toBe('10 seconds left');
    expect(formatCheckAnnouncement(t, check({ my_answer: 'ready' }), 'ready', { now: NOW })).toBe(
      'You’re ready. Waiting for Cy and Di.',
    );
  });

  test("names the players who haven't answered", () => {
    expect(formatWaitingLine(t, check())).toBe('2 of 5 ready. Waiting for Cy and Di.');
    const all = check().seats.map((seat) => ({ ...seat, state: 'ready' as const }));
    expect(formatWaitingLine(t, check({ seats: all }))).toBe('5 of 5 ready. Everyone’s ready.');
    const left = all.map((seat, index) => (index === 3 ? { ...seat, player: null, state: 'empty' as const } : seat));
    expect(formatWaitingLine(t, check({ seats: left }))).toBe('4 of 5 ready. Waiting for a replacement.');
  });

  test('is the same across versions only when the five players match', () => {
    expect(isSameGroup(check(), check({ version: 2 }))).toBe(true);
    const other = check().seats.map((seat, index) => (index === 0 ? { ...seat, player: face('Ed') } : seat));
    expect(isSameGroup(check(), check({ seats: other }))).toBe(false);
    expect(isSameGroup(check(), check({ id: 'another' }))).toBe(false);
  });
});

describe('listTicks', () => {
  test('returns ten ticks, ending one second before the deadline', () => {
    expect(listTicks(check(), NOW)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
  });

  test('returns only as many ticks as there are seconds left', () => {
    expect(listTicks(check({ deadline: at(3.5) }), NOW)).toEqual([0.5, 1.5, 2.5]);
    expect(listTicks(check({ deadline: at(-1) }), NOW)).toEqual([]);
  });

  test('returns no ticks and no alert once the player has answered', () => {
    expect(listTicks(check({ my_answer: 'ready' }), NOW)).toEqual([]);
    expect([getSoundCheckId(check()), getSoundCheckId(check({ my_answer: 'ready' })), getSoundCheckId(null)]).toEqual([
      'check',
      undefined,
      undefined,
    ]);
  });
});
