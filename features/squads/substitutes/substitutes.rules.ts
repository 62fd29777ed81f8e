import type { Message } from '../../../messages/message.ts';
import { addMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import { FORMAT_FACTS, formatOfSize, type GroupSize } from '../../profiles/group-formats.schema.ts';
import { findLateProblem, getJoinDeadline, type SessionFacts } from '../sessions/squad-sessions.rules.ts';
import type { SessionAnswer } from '../sessions/squad-sessions.schema.ts';
import * as messages from '../squads.messages.ts';
import type { SubstituteState } from './substitutes.schema.ts';

/** Time before a session in which the spot of a player who drops out is offered automatically. */
const AUTO_OFFER_MS = DAY_MS;
/** Time to answer a sub offer. It's shorter when the session is near and longer when it's far away. */
const ANSWER_MS = 30 * MINUTE_MS;
const ANSWER_FAR_MS = 3 * HOUR_MS;
const ANSWER_LEAST_MS = 5 * MINUTE_MS;
const ANSWER_SHARE = 4;
/**
 * Maximum number of players invited for one version of a session, so that changing answers don't invite half the pool.
 */
export const MAX_INVITED = 20;
/** Maximum number of sub offers per player and day. */
export const MAX_INVITES_PER_DAY = 3;
export const INVITE_WINDOW_MS = DAY_MS;
/** Delay before the next search when no one fits. */
export const RECHECK_MS = 15 * MINUTE_MS;
/** Time after a session in which a substitute and the squad can still message each other. */
export const THREAD_ACCESS_AFTER_SESSION_MS = 12 * HOUR_MS;

/** Time in which players who wait in the live queue can take a spot; after that, we ask the pool. */
export const QUEUE_OFFER_MS = MINUTE_MS / 2;

/** Returns the answer deadline for a player asked now; undefined when it's too late to ask. */
export function getOfferDeadline(startsAt: Date, now: Date): Date | undefined {
  const remainingMs = startsAt.getTime() - now.getTime();
  if (remainingMs < ANSWER_LEAST_MS) return undefined;
  const most = remainingMs > AUTO_OFFER_MS ? ANSWER_FAR_MS : ANSWER_MS;
  return addMs(now, Math.min(most, Math.max(ANSWER_LEAST_MS, remainingMs / ANSWER_SHARE)));
}

/** Returns the answer deadline for a player asked to join a session now; undefined when it's too late to ask. */
export function getSeatOfferDeadline(session: JoinableSession, now: Date): Date | undefined {
  const until = getOfferDeadline(getJoinDeadline(session), now);
  // After the start, the others are waiting in the lobby.
  return until && session.startsAt <= now ? addMs(now, ANSWER_LEAST_MS) : until;
}

type JoinableSession = Pick<SessionFacts, 'startsAt' | 'answersUntil' | 'follows'>;

/**
 * Returns the session with its start moved to the time until which substitutes can join, for checks that compare with
 * the start.
 */
export const limitToJoinDeadline = <T extends JoinableSession>(session: T): T => ({
  ...session,
  startsAt: getJoinDeadline(session),
  answersUntil: null,
});

type MemberAnswer = { userId: string; answer: SessionAnswer };
type SessionLineup = {
  /** Number of players who play at once. */
  size: number;
  memberIds: readonly string[];
  /** Answers of members, and a yes for each substitute. */
  answers: readonly MemberAnswer[];
  /** Whether this version of the session was ever confirmed. */
  stoodOnce: boolean;
};

/** Counts how many more players a session needs to be confirmed. */
export const countMissing = ({ size, answers }: Pick<SessionLineup, 'size' | 'answers'>): number =>
  Math.max(0, size - answers.filter(({ answer }) => answer === 'yes').length);

/**
 * Returns the number of spots to offer. If the captain started the search, that's every missing player. Otherwise, it's
 * the spots of members who aren't coming; undecided members keep theirs, unless the session was confirmed before.
 * Returns 0 if no member is coming.
 */
export function listSeatsToOffer(table: SessionLineup, isRequested: boolean): number {
  const { memberIds, answers, stoodOnce } = table;
  if (!answers.some(({ userId, answer }) => answer === 'yes' && memberIds.includes(userId))) return 0;
  const answeredIds = new Set(answers.map(({ userId }) => userId));
  const mayStill = isRequested || stoodOnce ? 0 : memberIds.filter((id) => !answeredIds.has(id)).length;
  return Math.max(0, countMissing(table) - mayStill);
}

/** Returns whether a spot is offered automatically when a player drops out now. */
export const isOfferedAutomatically = (startsAt: Date, now: Date): boolean =>
  startsAt > now && startsAt.getTime() - now.getTime() < AUTO_OFFER_MS;

/** Returns whether a changed answer means that the player drops out of the session. */
export const isDroppingOut = (before: SessionAnswer | undefined, answer: SessionAnswer): boolean =>
  answer === 'no' ? before !== 'no' : answer === 'maybe' && before === 'yes';

/** Returns whether players in the live queue are asked first: the others are in the lobby and want to play now. */
export const isQueueAskedFirst = (session: SessionFacts, now: Date): boolean =>
  session.answersUntil !== null && !session.follows && session.startsAt <= now && now < getJoinDeadline(session);

type Seat = Position | null;

/** Counts the spots with an open offer. Several players from the queue can be asked for the same one. */
export const countOfferedSeats = (offers: readonly { seat: Seat }[]): number =>
  new Set(offers.map(({ seat }) => seat)).size;

/** Returns the surplus offers when only this many spots are open: those for the spots offered last. */
export function listSurplusOffers<T extends { seat: Seat }>(offers: readonly T[], count: number): T[] {
  const keptSeats = [...new Set(offers.map(({ seat }) => seat))].slice(0, count);
  return offers.filter(({ seat }) => !keptSeats.includes(seat));
}

/**
 * Returns the spots to offer to substitutes, in order. In a format without positions, that's one null.
 * @param seats `takenSeats`: the spots of players who are in; `mayStill`: the spots of members who may still come,
 * which are offered last
 */
export function listEmptySeats(
  size: GroupSize,
  { takenSeats, mayStill }: { takenSeats: readonly Seat[]; mayStill: readonly Seat[] },
): Seat[] {
  if (!FORMAT_FACTS[formatOfSize(size)].hasPositions) return [null];
  const empty = POSITIONS.filter((position) => !takenSeats.includes(position));
  return [...empty.filter((one) => !mayStill.includes(one)), ...empty.filter((one) => mayStill.includes(one))];
}

type Question = { state: SubstituteState; version: number; until: Date };

/** Returns the state of a sub offer at a time. It expires on time, even if no job has updated it yet. */
export const getStateAt = ({ state, until }: Question, now: Date): SubstituteState =>
  state === 'asked' && until <= now ? 'lapsed' : state;

const END_REASONS = {
  declined: messages.subDeclined,
  lapsed: messages.subLapsed,
  withdrawn: messages.subWithdrawn,
  out: messages.subOut,
} satisfies Partial<Record<SubstituteState, Message>>;

/** Returns the reason a sub offer is over; undefined while it can be answered or was accepted. */
export function findRequestEnd(question: Question, session: SessionFacts, now: Date): Message | undefined {
  const state = getStateAt(question, now);
  if (state === 'in') return undefined;
  if (state === 'declined') return END_REASONS.declined;
  if (session.calledOffAt) return messages.subCanceled;
  if (session.version !== question.version) return messages.subMoved;
  if (state !== 'asked') return END_REASONS[state];
  return getJoinDeadline(session) <= now ? END_REASONS.lapsed : undefined;
}

/**
 * Returns the reason a sub offer can't be answered now.
 * @param version the version the caller saw
 */
export function findAnswerProblem(
  question: Question,
  session: SessionFacts,
  { version, now }: { version: number; now: Date },
): Message | undefined {
  const end = findRequestEnd(question, session, now);
  if (end) return end;
  return findLateProblem(session, version, now);
}
