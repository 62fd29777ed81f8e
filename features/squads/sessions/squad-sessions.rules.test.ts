import { expect, test } from 'vitest';
import { english } from '../../../messages/lazy-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import * as messages from '../squads.messages.ts';
import { formatReminderTitle } from './squad-session-messages.wording.ts';
import {
  filterOverlapping,
  findCheckInProblem,
  findDueReminder,
  findLateProblem,
  findTimeProblem,
  isConfirmed,
  planRunBack,
} from './squad-sessions.rules.ts';

const now = new Date('2026-11-23T12:00:00Z');
const createAnswers = (...answers: ('yes' | 'maybe' | 'no')[]) => answers.map((answer) => ({ answer }));

test('confirms a session when enough players confirm, not counting those who answered maybe', () => {
  expect(isConfirmed(createAnswers('yes', 'yes'), 2)).toBe(true);
  expect(isConfirmed(createAnswers('yes', 'maybe'), 2)).toBe(false);
  expect(isConfirmed(createAnswers('yes', 'yes', 'yes', 'yes', 'maybe', 'no'), 5)).toBe(false);
  expect(isConfirmed(createAnswers('yes', 'yes', 'yes', 'yes', 'no', 'yes', 'yes'), 5)).toBe(true);
});

test('accepts session times up to eight weeks ahead', () => {
  expect(findTimeProblem(now, now)).toBe(messages.sessionTimePast);
  expect(findTimeProblem(new Date(now.getTime() + 1), now)).toBeUndefined();
  expect(findTimeProblem(new Date(now.getTime() + 56 * DAY_MS + 1), now)).toBe(messages.sessionTimeTooFar);
});

test('refuses actions on an outdated version, a canceled session or one that has begun', () => {
  const session = { startsAt: new Date(now.getTime() + 1), version: 2, calledOffAt: null, answersUntil: null };
  expect(findLateProblem(session, 2, now)).toBeUndefined();
  expect(findLateProblem(session, 1, now)).toBe(messages.sessionChanged);
  expect(findLateProblem({ ...session, calledOffAt: now }, 2, now)).toBe(messages.sessionCanceled);
  expect(findLateProblem({ ...session, startsAt: now }, 2, now)).toBe(messages.sessionStarted);
});

test('lets members check in from half an hour before the start until the end', () => {
  const startsAt = new Date(now.getTime() + 30 * MINUTE_MS);
  const session = {
    startsAt,
    endsAt: new Date(startsAt.getTime() + HOUR_MS),
    version: 1,
    calledOffAt: null,
    answersUntil: null,
  };
  expect(findCheckInProblem(session, 1, now)).toBeUndefined();
  expect(findCheckInProblem(session, 1, new Date(now.getTime() - 1))).toBe(messages.checkInTooEarly);
  expect(findCheckInProblem(session, 1, new Date(session.endsAt.getTime() - 1))).toBeUndefined();
  expect(findCheckInProblem(session, 1, session.endsAt)).toBe(messages.sessionOver);
  expect(findCheckInProblem(session, 2, now)).toBe(messages.sessionChanged);
  expect(findCheckInProblem({ ...session, calledOffAt: now }, 1, now)).toBe(messages.sessionCanceled);
});

test('sends each reminder once and skips reminders due before the session was scheduled', () => {
  const startsAt = new Date(now.getTime() + DAY_MS);
  const newSession = { startsAt, setAt: new Date(now.getTime() - 1), remindedDayAt: null, remindedHourAt: null };
  const timeBefore = (before: number) => new Date(startsAt.getTime() - before);
  expect(findDueReminder(newSession, timeBefore(DAY_MS + 1))).toBeUndefined();
  expect(findDueReminder(newSession, timeBefore(DAY_MS))).toBe('day');
  expect(findDueReminder({ ...newSession, remindedDayAt: now }, timeBefore(DAY_MS - 1))).toBeUndefined();
  expect(findDueReminder({ ...newSession, setAt: timeBefore(DAY_MS - 1) }, timeBefore(DAY_MS - 2))).toBeUndefined();
  expect(findDueReminder({ ...newSession, remindedDayAt: now }, timeBefore(HOUR_MS))).toBe('hour');
  expect(findDueReminder(newSession, timeBefore(HOUR_MS))).toBe('hour');
  expect(findDueReminder({ ...newSession, remindedHourAt: now }, timeBefore(1))).toBeUndefined();
  expect(findDueReminder({ ...newSession, setAt: timeBefore(HOUR_MS - 1) }, timeBefore(1))).toBeUndefined();
  expect(findDueReminder(newSession, startsAt)).toBeUndefined();
});

test.each([
  [DAY_MS, 'Neon Tide plays in a day'],
  [20 * HOUR_MS, 'Neon Tide plays in 20 hours'],
  [HOUR_MS, 'Neon Tide plays in an hour'],
  [45 * MINUTE_MS, 'Neon Tide plays in 45 minutes'],
  [1, 'Neon Tide plays in 1 minute'],
])('formats the reminder %d ms before a session as %s', (ms, title) => {
  expect(formatReminderTitle(english, 'Neon Tide', ms)).toBe(title);
});

test('plans a rerun for right away within three hours of the session, and otherwise for next week', () => {
  const last = { startsAt: new Date('2026-11-23T20:00:00Z'), endsAt: new Date('2026-11-23T22:00:00Z') };
  const toInstant = (instant: string, zone = 'UTC') => {
    const { kind, startsAt, endsAt, answersUntil } = planRunBack(last, new Date(instant), zone);
    return [kind, ...[startsAt, endsAt, answersUntil].map((one) => one?.toISOString().slice(0, 16) ?? null)];
  };
  expect(toInstant('2026-11-23T22:02:00Z')).toEqual([
    'now',
    '2026-11-23T22:15',
    '2026-11-24T00:15',
    '2026-11-23T23:02',
  ]);
  expect(toInstant('2026-11-24T00:59:59Z')[0]).toBe('now');
  const short = { ...last, endsAt: new Date('2026-11-23T20:30:00Z') };
  const plan = planRunBack(short, new Date('2026-11-23T20:32:00Z'), 'UTC');
  expect(plan.answersUntil).toEqual(plan.endsAt);
  expect(toInstant('2026-11-24T01:00:00Z')).toEqual(['week', '2026-11-30T20:00', '2026-11-30T22:00', null]);
  expect(toInstant('2026-11-30T20:00:00Z')[1]).toBe('2026-12-07T20:00');
  expect(toInstant('2027-01-01T00:00:00Z')[1]).toBe('2027-01-04T20:00');
});

test('keeps the wall-clock time across clock changes when repeating a session next week', () => {
  const last = { startsAt: new Date('2026-10-23T01:00:00Z'), endsAt: new Date('2026-10-23T03:00:00Z') };
  const runBack = planRunBack(last, new Date('2026-10-29T12:00:00Z'), 'Europe/Paris');
  expect(runBack.startsAt.toISOString()).toBe('2026-10-30T02:00:00.000Z');
});

test('accepts answers to a run-back for an hour even though it has begun', () => {
  const session = { startsAt: now, version: 1, calledOffAt: null, answersUntil: new Date(now.getTime() + HOUR_MS) };
  expect(findLateProblem(session, 1, new Date(now.getTime() + HOUR_MS - 1))).toBeUndefined();
  expect(findLateProblem(session, 1, session.answersUntil)).toBe(messages.hourToAnswerOver);
});

test('finds overlapping sessions, excluding back-to-back ones and the session itself', () => {
  const createSession = (from: number, until: number, id?: string) => ({
    id,
    startsAt: new Date(Date.UTC(2026, 2, 3, from)),
    endsAt: new Date(Date.UTC(2026, 2, 3, until)),
  });
  const [self, earlierSession, innerSession, overlappingSession, laterSession] = [
    createSession(18, 20, 'it'),
    createSession(16, 18),
    createSession(18, 19),
    createSession(17, 21),
    createSession(20, 22),
  ];
  expect(filterOverlapping(self!, [laterSession!, innerSession!, self!, earlierSession!, overlappingSession!])).toEqual(
    [overlappingSession, innerSession],
  );
});
