import { addMs } from '../../time/instants.ts';
import type { SeatState as State } from './queue.schema.ts';

/**
 * Number of seats in a check. Defined here, because importing the schema file would make every page load its validation
 * library.
 */
export const SEAT_COUNT = 5;

export type Seat = {
  userId: string;
  seat: number;
  /** ID of the group. Party mates share it, because they drop out together. */
  groupId: string;
  state: State;
  deadline: Date;
  /** When the check appeared on the player's screen; null until confirmed. */
  shownAt: Date | null;
  answeredAt: Date | null;
};

export type Check = { kind: 'now' | 'tonight'; emptySince: Date | null; refilled: boolean };

/** Grace period for answers that were sent before time ran out. */
export const GRACE_MS = 2_000;
/** Time to answer when all players are on a page. */
export const PAGE_SECONDS = 30;
/** Time to answer when one of them can only be reached by a notification. */
export const PUSH_SECONDS = 90;
/** Time to answer for tonight, when players don't have to stay on a page. */
export const TONIGHT_SECONDS = 600;
/**
 * How long players who accepted are held while an empty seat is refilled. The replacement has the same time to answer.
 */
const HOLD_SECONDS = { now: 20, tonight: 120 };

export const getHoldMs = (kind: Check['kind']): number => HOLD_SECONDS[kind] * 1000;

const OPEN_STATES: readonly State[] = ['asked', 'ready'];
/** States that leave a seat empty, whether by the player's choice or not. */
const VACATED_STATES: readonly State[] = ['declined', 'silent', 'unreached', 'gone'];

export const isOpenState = ({ state }: { state: State }): boolean => OPEN_STATES.includes(state);

export type CheckResolution = {
  state: 'open' | 'made' | 'failed';
  /** Players whose state changed, by user id. */
  changed: Map<string, State>;
  emptySince: Date | null;
  /** End of the hold for players who accepted; null while another player is still answering or no seat is empty. */
  heldUntil: Date | null;
  /** When to resolve the check again if no one answers before then. */
  dueAt: Date;
};

/**
 * Resolves a check at a given time: which players' time is up, which party mates drop out with them, whether all are
 * ready, whether an empty seat can still be filled, and whether the check has failed. Deterministic for the same check
 * and time.
 * @param seats everyone invited to the check
 */
export function resolveCheck(check: Check, seats: readonly Seat[], now: Date): CheckResolution {
  const states = new Map(seats.map((seat) => [seat.userId, getExpiredState(seat, now)]));
  const vacatedGroups = new Set(
    seats.filter(({ userId }) => VACATED_STATES.includes(states.get(userId)!)).map(({ groupId }) => groupId),
  );
  for (const { userId, groupId } of seats) {
    if (vacatedGroups.has(groupId) && OPEN_STATES.includes(states.get(userId)!)) states.set(userId, 'parted');
  }
  const activeSeats = seats.filter(({ userId }) => OPEN_STATES.includes(states.get(userId)!));
  const unansweredSeats = activeSeats.filter(({ userId }) => states.get(userId) === 'asked');
  const emptyCount = SEAT_COUNT - activeSeats.length;
  const emptySince = emptyCount > 0 ? (check.emptySince ?? now) : null;
  const holdFrom = [emptySince ?? now, ...activeSeats.flatMap(({ answeredAt }) => answeredAt ?? [])];
  const heldUntil =
    emptyCount === 1 && unansweredSeats.length === 0
      ? addMs(new Date(Math.max(...holdFrom.map((at) => at.getTime()))), getHoldMs(check.kind))
      : null;
  const isMade = emptyCount === 0 && unansweredSeats.length === 0;
  const isFailed = emptyCount > 1 || (emptyCount === 1 && check.refilled) || (heldUntil !== null && heldUntil <= now);
  if (isFailed) for (const { userId } of activeSeats) states.set(userId, 'released');
  const deadlines = unansweredSeats.map(({ deadline }) => addMs(deadline, GRACE_MS).getTime());
  return {
    state: isMade ? 'made' : isFailed ? 'failed' : 'open',
    changed: new Map(
      seats.flatMap(({ userId, state }) => {
        const next = states.get(userId)!;
        return next === state ? [] : [[userId, next] as const];
      }),
    ),
    emptySince,
    heldUntil: isFailed ? null : heldUntil,
    dueAt: new Date(
      Math.min(...deadlines, heldUntil?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime() + 3_600_000),
    ),
  };
}

/** Returns a seat's state, expired if its time is up. Players who weren't reached aren't blamed. */
function getExpiredState({ state, deadline, shownAt }: Seat, now: Date): State {
  if (state !== 'asked' || addMs(deadline, GRACE_MS) > now) return state;
  return shownAt ? 'silent' : 'unreached';
}

/** Checks whether a player in this state leaves the queue when the check closes, instead of waiting again. */
export const hasVacatedSeat = (state: State): boolean => VACATED_STATES.includes(state) || state === 'parted';

/** Checks whether a player kept the others waiting: they declined, or were reached and didn't answer. */
export const isAtFault = (state: State): boolean => state === 'declined' || state === 'silent';
