import { Temporal } from 'temporal-polyfill';
import type { Message } from '../../../messages/message.ts';
import { addMs, subtractMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import * as messages from '../squads.messages.ts';
import type { SessionAnswer } from './squad-sessions.schema.ts';

const MAX_DAYS_AHEAD = 56;
/** Time before a session at which check-in opens. */
export const CHECK_IN_MS = 30 * MINUTE_MS;
/** Maximum number of open sessions per squad, because each one asks every member for an answer. */
export const MAX_OPEN_SESSIONS = 8;

export type SessionFacts = {
  startsAt: Date;
  version: number;
  calledOffAt: Date | null;
  /** Answer deadline of a session that starts right away; null for others. */
  answersUntil: Date | null;
  /** The session that this one runs back. */
  follows?: string | null;
};

type Hours = { id?: string | undefined; startsAt: Date; endsAt: Date };

/** Returns the other sessions that overlap this one, earliest first. Back-to-back sessions don't overlap. */
export const filterOverlapping = <T extends Hours>(session: Hours, others: readonly T[]): T[] =>
  others
    .filter(({ id, startsAt, endsAt }) => id !== session.id && startsAt < session.endsAt && endsAt > session.startsAt)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());

export const getAnswerDeadline = ({ startsAt, answersUntil }: Pick<SessionFacts, 'startsAt' | 'answersUntil'>): Date =>
  answersUntil ?? startsAt;

/**
 * Returns until when substitutes can join: usually until the session starts. In a session from the live queue, they can
 * join until the answer deadline, because its players only find out in the lobby who's missing. This doesn't apply to
 * run-backs.
 */
export const getJoinDeadline = (session: Pick<SessionFacts, 'startsAt' | 'answersUntil' | 'follows'>): Date =>
  session.follows ? session.startsAt : getAnswerDeadline(session);

/** Returns the reason a squad can't propose this time. */
export function findTimeProblem(startsAt: Date, now: Date): Message | undefined {
  if (startsAt <= now) return messages.sessionTimePast;
  return startsAt.getTime() > now.getTime() + MAX_DAYS_AHEAD * DAY_MS ? messages.sessionTimeTooFar : undefined;
}

/**
 * Returns the reason an action on this version of a session is refused: the session was canceled or changed, or its
 * answer deadline has passed.
 */
export function findLateProblem(session: SessionFacts, version: number, now: Date): Message | undefined {
  if (session.calledOffAt) return messages.sessionCanceled;
  if (session.version !== version) return messages.sessionChanged;
  if (getAnswerDeadline(session) > now) return undefined;
  return session.answersUntil ? messages.hourToAnswerOver : messages.sessionStarted;
}

/** Delay before a change is announced. Changes reverted within this time notify no one. */
export const CONFIRMATION_DELAY_MS = 2 * MINUTE_MS;

export const getCheckInStart = (startsAt: Date): Date => subtractMs(startsAt, CHECK_IN_MS);

/** Returns the reason a player can't check in now. */
export function findCheckInProblem(
  session: SessionFacts & { endsAt: Date },
  version: number,
  now: Date,
): Message | undefined {
  if (session.calledOffAt) return messages.sessionCanceled;
  if (session.version !== version) return messages.sessionChanged;
  if (now < getCheckInStart(session.startsAt)) return messages.checkInTooEarly;
  return session.endsAt <= now ? messages.sessionOver : undefined;
}

/** Time before a session at which each reminder is due. */
export const REMIND_MS = { day: DAY_MS, hour: HOUR_MS } as const;
export type Reminder = keyof typeof REMIND_MS;

type RemindableSession = { startsAt: Date; setAt: Date; remindedDayAt: Date | null; remindedHourAt: Date | null };

/**
 * Returns the reminder that's due for a session now. A session proposed or moved after a reminder's due time doesn't
 * get that reminder. If two are due, only the one closer to the session is sent.
 */
export function findDueReminder(session: RemindableSession, now: Date): Reminder | undefined {
  const isDue = (reminder: Reminder) => {
    const at = subtractMs(session.startsAt, REMIND_MS[reminder]);
    return at <= now && session.setAt <= at && now < session.startsAt;
  };
  if (!session.remindedHourAt && isDue('hour')) return 'hour';
  return !session.remindedDayAt && !isDue('hour') && isDue('day') ? 'day' : undefined;
}

export const countYes = (answers: readonly { answer: SessionAnswer }[]): number =>
  answers.filter(({ answer }) => answer === 'yes').length;

/** Returns whether enough players confirmed. @param size how many players play at once */
export const isConfirmed = (answers: readonly { answer: SessionAnswer }[], size: number): boolean =>
  countYes(answers) >= size;

/**
 * Returns whether someone took the spot of a player who dropped out or was reported missing. Matters only in sessions
 * from the live queue: they refill after the start, so one player too many would be in the lobby.
 */
export const isSpotTaken = (
  session: Pick<SessionFacts, 'answersUntil' | 'follows'>,
  answers: readonly { userId: string; answer: SessionAnswer }[],
  { userId, size }: { userId: string; size: number },
): boolean =>
  session.answersUntil !== null &&
  !session.follows &&
  isConfirmed(answers, size) &&
  answers.some((one) => one.userId === userId && one.answer === 'no');

/**
 * Time after a session in which running it back means continuing right away. Later, it's repeated at the same time next
 * week.
 */
const RUN_BACK_MS = 3 * HOUR_MS;
/** Time for players to gather, before rounding up to the next full five minutes. */
const GATHER_MS = 10 * MINUTE_MS;
const STEP_MS = 5 * MINUTE_MS;
/** Time to answer a session that starts right away. */
const ANSWER_NOW_MS = HOUR_MS;
const WEEK_DAYS = 7;

export type RunBackPlan = { kind: 'now' | 'week'; startsAt: Date; endsAt: Date; answersUntil: Date | null };

/**
 * Plans a run-back: right away if the session just ended, otherwise at the same weekday and hour.
 * @param last a confirmed session that's over
 * @param zone the time zone in which the hour stays the same
 */
export function planRunBack(last: { startsAt: Date; endsAt: Date }, now: Date, zone: string): RunBackPlan {
  const length = last.endsAt.getTime() - last.startsAt.getTime();
  if (now < addMs(last.endsAt, RUN_BACK_MS)) {
    const startsAt = new Date(Math.ceil((now.getTime() + GATHER_MS) / STEP_MS) * STEP_MS);
    const endsAt = addMs(startsAt, length);
    const hour = addMs(now, ANSWER_NOW_MS);
    // In a short session, answers close at its end.
    return { kind: 'now', startsAt, endsAt, answersUntil: hour < endsAt ? hour : endsAt };
  }
  const firstStart = Temporal.Instant.fromEpochMilliseconds(last.startsAt.getTime()).toZonedDateTimeISO(zone);
  const weeksPassed = Math.floor((now.getTime() - last.startsAt.getTime()) / (WEEK_DAYS * DAY_MS));
  for (let weeks = Math.max(weeksPassed, 1); ; weeks++) {
    const startsAt = new Date(firstStart.add({ days: WEEK_DAYS * weeks }).epochMilliseconds);
    if (startsAt > now) return { kind: 'week', startsAt, endsAt: addMs(startsAt, length), answersUntil: null };
  }
}
