import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../time/units.ts';
import { listReminders } from './own-call.tsx';

test('mentions only reminders that are still to come', () => {
  const now = Date.parse('2026-11-27T18:00:00Z');
  const at = (milliseconds: number) => ({ startsAt: new Date(now + milliseconds).toISOString() });
  expect(listReminders(at(3 * DAY_MS), now)).toBe('A day and an hour before');
  expect(listReminders(at(5 * HOUR_MS), now)).toBe('An hour before');
});
