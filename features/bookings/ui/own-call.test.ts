import { expect, test } from 'vitest';
import { createTranslator } from '../../../messages/translator.ts';
import { DAY_MS, HOUR_MS } from '../../../time/units.ts';
import { describeReminders } from './own-call.tsx';

test('mentions only upcoming reminders', () => {
  const now = Date.parse('2026-11-27T18:00:00Z');
  const createSlotAt = (milliseconds: number) => ({ startsAt: new Date(now + milliseconds).toISOString() });
  const t = createTranslator();
  expect(describeReminders(t, createSlotAt(3 * DAY_MS), now)).toMatch(/^A day and an hour before,/);
  expect(describeReminders(t, createSlotAt(5 * HOUR_MS), now)).toMatch(/^An hour before,/);
});
