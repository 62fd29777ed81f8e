import { DAY_MS, MINUTE_MS } from '../../../time/units.ts';
import type { SessionAnswer } from './squad-sessions.schema.ts';

const AHEAD_DAYS = 56;
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
  notYours: 'Only who proposed the session and the captain may move it or call it off.',
  same: 'The session is at this time already. Choose another one.',
} as const;

export type SessionFacts = {
  startsAt: Date;
  version: number;
  calledOffAt: Date | null;
};

/** Why a squad cannot be proposed this time, as a sentence. */
export function timeProblem(startsAt: Date, now: Date): string | undefined {
  if (startsAt <= now) return SESSION_TEXTS.past;
  return startsAt.getTime() > now.getTime() + AHEAD_DAYS * DAY_MS ? SESSION_TEXTS.tooFar : undefined;
}

/** Why a word about this version of a session comes too late, as a sentence. */
export function lateProblem(session: SessionFacts, version: number, now: Date): string | undefined {
  if (session.calledOffAt) return SESSION_TEXTS.calledOff;
  if (session.version !== version) return SESSION_TEXTS.moved;
  return session.startsAt > now ? undefined : SESSION_TEXTS.begun;
}

/** What turns back within this time, an answer changed twice say, nobody was told of. */
export const LASTS_MS = 2 * MINUTE_MS;

export const yesCount = (answers: readonly { answer: SessionAnswer }[]): number =>
  answers.filter(({ answer }) => answer === 'yes').length;

/** Whether enough say yes. @param size how many play at once */
export const stands = (answers: readonly { answer: SessionAnswer }[], size: number): boolean =>
  yesCount(answers) >= size;
