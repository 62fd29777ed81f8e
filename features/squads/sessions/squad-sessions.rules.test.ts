import { expect, test } from 'vitest';
import { DAY_MS } from '../../../time/units.ts';
import { lateProblem, stands, timeProblem } from './squad-sessions.rules.ts';

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
