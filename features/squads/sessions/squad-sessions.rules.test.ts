import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { untilWords } from './squad-session-messages.wording.ts';
import { checkInProblem, dueReminder, lateProblem, stands, timeProblem } from './squad-sessions.rules.ts';

const now = new Date('2026-11-23T12:00:00Z');
const said = (...answers: ('yes' | 'maybe' | 'no')[]) => answers.map((answer) => ({ answer }));

test('a session stands when as many say yes as play at once; maybe is not yes', () => {
  expect(stands(said('yes', 'yes'), 2)).toBe(true);
  expect(stands(said('yes', 'maybe'), 2)).toBe(false);
  expect(stands(said('yes', 'yes', 'yes', 'yes', 'maybe', 'no'), 5)).toBe(false);
  expect(stands(said('yes', 'yes', 'yes', 'yes', 'no', 'yes', 'yes'), 5)).toBe(true);
});

test('a time lies ahead, within eight weeks', () => {
  expect(timeProblem(now, now)).toMatch(/has passed/);
  expect(timeProblem(new Date(now.getTime() + 1), now)).toBeUndefined();
  expect(timeProblem(new Date(now.getTime() + 56 * DAY_MS + 1), now)).toMatch(/eight weeks/);
});

test('a word is late about another version, a session that was called off, and one that has begun', () => {
  const session = { startsAt: new Date(now.getTime() + 1), version: 2, calledOffAt: null };
  expect(lateProblem(session, 2, now)).toBeUndefined();
  expect(lateProblem(session, 1, now)).toMatch(/changed meanwhile/);
  expect(lateProblem({ ...session, calledOffAt: now }, 2, now)).toMatch(/called off/);
  expect(lateProblem({ ...session, startsAt: now }, 2, now)).toMatch(/begun/);
});

test('members check in from half an hour before until the end, in the version that they see', () => {
  const startsAt = new Date(now.getTime() + 30 * MINUTE_MS);
  const session = {
    startsAt,
    endsAt: new Date(startsAt.getTime() + HOUR_MS),
    version: 1,
    calledOffAt: null,
  };
  expect(checkInProblem(session, 1, now)).toBeUndefined();
  expect(checkInProblem(session, 1, new Date(now.getTime() - 1))).toMatch(/half an hour/);
  expect(checkInProblem(session, 1, new Date(session.endsAt.getTime() - 1))).toBeUndefined();
  expect(checkInProblem(session, 1, session.endsAt)).toMatch(/is over/);
  expect(checkInProblem(session, 2, now)).toMatch(/changed meanwhile/);
  expect(checkInProblem({ ...session, calledOffAt: now }, 1, now)).toMatch(/called off/);
});

test('a reminder is due a day and an hour before, once, and none that was due before the time was set', () => {
  const startsAt = new Date(now.getTime() + DAY_MS);
  const fresh = { startsAt, setAt: new Date(now.getTime() - 1), remindedDayAt: null, remindedHourAt: null };
  const at = (before: number) => new Date(startsAt.getTime() - before);
  expect(dueReminder(fresh, at(DAY_MS + 1))).toBeUndefined();
  expect(dueReminder(fresh, at(DAY_MS))).toBe('day');
  expect(dueReminder({ ...fresh, remindedDayAt: now }, at(DAY_MS - 1))).toBeUndefined();
  expect(dueReminder({ ...fresh, setAt: at(DAY_MS - 1) }, at(DAY_MS - 2))).toBeUndefined();
  expect(dueReminder({ ...fresh, remindedDayAt: now }, at(HOUR_MS))).toBe('hour');
  expect(dueReminder(fresh, at(HOUR_MS))).toBe('hour');
  expect(dueReminder({ ...fresh, remindedHourAt: now }, at(1))).toBeUndefined();
  expect(dueReminder({ ...fresh, setAt: at(HOUR_MS - 1) }, at(1))).toBeUndefined();
  expect(dueReminder(fresh, startsAt)).toBeUndefined();
});

test.each([
  [DAY_MS, 'in a day'],
  [20 * HOUR_MS, 'in 20 hours'],
  [HOUR_MS, 'in an hour'],
  [45 * MINUTE_MS, 'in 45 minutes'],
  [1, 'in 1 minute'],
])('%d ms are said as %s', (ms, words) => {
  expect(untilWords(ms)).toBe(words);
});
