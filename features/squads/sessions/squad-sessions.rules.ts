import { Temporal } from 'temporal-polyfill';
import { addMs, subtractMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import type { SessionAnswer } from './squad-sessions.schema.ts';

const AHEAD_DAYS = 56;
/** So long before a session its members begin to say that they are here. */
export const CHECK_IN_MS = 30 * MINUTE_MS;
/** So many times may be open at once; each asks everybody for an answer. */
export const OPEN_MOST = 8;

export const SESSION_TEXTS = {
  past: 'This time has passed. Choose one that lies ahead.',
  tooFar: 'Choose a time within the next eight weeks.',
  twice: 'This time is proposed already: answer it there.',
  many: `${OPEN_MOST} times are proposed already. Answer those, or call one of them off first.`,
  alone: 'You are the only one in the squad, so there is nobody to play with at that time.',
  notFound: 'There is no such session in this squad.',
  moved: 'This session has changed meanwhile. Look at its time and answer again.',
  calledOff: 'This session was called off. Propose another time if you want to play.',
  begun: 'This session has begun, so it can be neither answered nor changed any more.',
  hourOver: 'The hour to answer is over.',
  noEvening: 'There is no evening of this squad to run back. Propose a time instead.',
  notTonight: 'It is too late to go on now. Look at the room again: you may propose the same time next week.',
  early: 'Check in from half an hour before the session on.',
  over: 'This session is over.',
  notYours: 'Only who proposed the session and the captain may move it or call it off.',
  noCalendar: 'This calendar was turned off. Its owner finds a new address in the squad room.',
  tooMany: (wait: string) => `You have changed the sessions of your squads often within an hour. Please wait ${wait}.`,
  same: 'The session is at this time already. Choose another one.',
} as const;

export type SessionFacts = {
  startsAt: Date;
  version: number;
  calledOffAt: Date | null;
  /** Later than its start for what is played at once; else null. */
  answersUntil: Date | null;
};

type Hours = { id?: string | undefined; startsAt: Date; endsAt: Date };

/** Of other times those that a session overlaps; one that begins as it ends leaves room for both. */
export const isOverlapping = <T extends Hours>(session: Hours, others: readonly T[]): T[] =>
  others
    .filter(({ id, startsAt, endsAt }) => id !== session.id && startsAt < session.endsAt && endsAt > session.startsAt)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());

/** When a session can be answered no more. */
export const getAnswerDeadline = ({ startsAt, answersUntil }: Pick<SessionFacts, 'startsAt' | 'answersUntil'>): Date =>
  answersUntil ?? startsAt;

/** Why a squad cannot be proposed this time, as a sentence. */
export function findTimeProblem(startsAt: Date, now: Date): string | undefined {
  if (startsAt <= now) return SESSION_TEXTS.past;
  return startsAt.getTime() > now.getTime() + AHEAD_DAYS * DAY_MS ? SESSION_TEXTS.tooFar : undefined;
}

/** Why a word about this version of a session comes too late, as a sentence. */
export function findLateProblem(session: SessionFacts, version: number, now: Date): string | undefined {
  if (session.calledOffAt) return SESSION_TEXTS.calledOff;
  if (session.version !== version) return SESSION_TEXTS.moved;
  if (getAnswerDeadline(session) > now) return undefined;
  return session.answersUntil ? SESSION_TEXTS.hourOver : SESSION_TEXTS.begun;
}

/** What turns back within this time, an answer changed twice say, nobody was told of. */
export const LASTS_MS = 2 * MINUTE_MS;

/** From when on members of a session say that they are here. */
export const getCheckInStart = (startsAt: Date): Date => subtractMs(startsAt, CHECK_IN_MS);

/** Why somebody cannot say now that they are here, as a sentence. */
export function findCheckInProblem(
  session: SessionFacts & { endsAt: Date },
  version: number,
  now: Date,
): string | undefined {
  if (session.calledOffAt) return SESSION_TEXTS.calledOff;
  if (session.version !== version) return SESSION_TEXTS.moved;
  if (now < getCheckInStart(session.startsAt)) return SESSION_TEXTS.early;
  return session.endsAt <= now ? SESSION_TEXTS.over : undefined;
}

/** How long before a session each reminder is due. */
export const REMIND_MS = { day: DAY_MS, hour: HOUR_MS } as const;
export type Reminder = keyof typeof REMIND_MS;

type RemindableSession = { startsAt: Date; setAt: Date; remindedDayAt: Date | null; remindedHourAt: Date | null };

/**
 * The reminder that a session is due now. What was proposed or moved later than a reminder would come needs none; of
 * two that are due only the nearer one is sent.
 */
export function findDueReminder(session: RemindableSession, now: Date): Reminder | undefined {
  const isDue = (which: Reminder) => {
    const at = subtractMs(session.startsAt, REMIND_MS[which]);
    return at <= now && session.setAt <= at && now < session.startsAt;
  };
  if (!session.remindedHourAt && isDue('hour')) return 'hour';
  return !session.remindedDayAt && !isDue('hour') && isDue('day') ? 'day' : undefined;
}

export const countYes = (answers: readonly { answer: SessionAnswer }[]): number =>
  answers.filter(({ answer }) => answer === 'yes').length;

/** Whether enough say yes. @param size how many play at once */
export const isConfirmed = (answers: readonly { answer: SessionAnswer }[], size: number): boolean =>
  countYes(answers) >= size;

/** So long after its end a session is gone on with at once; later it is repeated a week on. */
const RUN_BACK_MS = 3 * HOUR_MS;
/** Time to get there, and to the next full five minutes. */
const GATHER_MS = 10 * MINUTE_MS;
const STEP_MS = 5 * MINUTE_MS;
/** So long the question is open that asks to go on now. */
const NOW_OPEN_MS = HOUR_MS;
const WEEK_DAYS = 7;

export type RunBackPlan = { kind: 'now' | 'week'; startsAt: Date; endsAt: Date; answersUntil: Date | null };

/**
 * What running an evening back means at an instant: going on at once while people are still there, else the same
 * weekday and hour again.
 * @param last a session that stood and is over
 * @param zone in whose clock the hour is the same
 */
export function planRunBack(last: { startsAt: Date; endsAt: Date }, now: Date, zone: string): RunBackPlan {
  const length = last.endsAt.getTime() - last.startsAt.getTime();
  if (now < addMs(last.endsAt, RUN_BACK_MS)) {
    const startsAt = new Date(Math.ceil((now.getTime() + GATHER_MS) / STEP_MS) * STEP_MS);
    const endsAt = addMs(startsAt, length);
    const hour = addMs(now, NOW_OPEN_MS);
    // Of a short one the question ends with it.
    return { kind: 'now', startsAt, endsAt, answersUntil: hour < endsAt ? hour : endsAt };
  }
  const first = Temporal.Instant.fromEpochMilliseconds(last.startsAt.getTime()).toZonedDateTimeISO(zone);
  const passed = Math.floor((now.getTime() - last.startsAt.getTime()) / (WEEK_DAYS * DAY_MS));
  for (let weeks = Math.max(passed, 1); ; weeks++) {
    const startsAt = new Date(first.add({ days: WEEK_DAYS * weeks }).epochMilliseconds);
    if (startsAt > now) return { kind: 'week', startsAt, endsAt: addMs(startsAt, length), answersUntil: null };
  }
}
