import { addMs } from '../../time/instants.ts';
import type { SeatState as State } from './queue.schema.ts';

/** How many play at once: the seats of a check. Here and not with the shapes, whose library no page has to load. */
export const SEATS = 5;

export type Seat = {
  userId: string;
  seat: number;
  /** Who queues together falls together. */
  groupId: string;
  state: State;
  deadline: Date;
  /** When it was on a screen of theirs; null while nothing says so. */
  shownAt: Date | null;
  answeredAt: Date | null;
};

export type Check = { kind: 'now' | 'tonight'; emptySince: Date | null; refilled: boolean };

/** An answer may be on its way when the time is over. */
export const GRACE_MS = 2_000;
/** So long all have who are on a page. */
export const PAGE_SECONDS = 30;
/** So long all have when one of them is reached by a notification only. */
export const PUSH_SECONDS = 90;
/** For tonight nobody sits in front of it. */
export const TONIGHT_SECONDS = 600;
/** So long a yes holds while an empty seat is filled again, and so long the newcomer has. */
const HOLD_SECONDS = { now: 20, tonight: 120 };

export const holdMs = (kind: Check['kind']): number => HOLD_SECONDS[kind] * 1000;

const OPEN_STATES: readonly State[] = ['asked', 'ready'];
/** Whose fault it is that a seat is empty, where it is anybody's. */
const VACATED_STATES: readonly State[] = ['declined', 'silent', 'unreached', 'gone'];

export const isOpenState = ({ state }: { state: State }): boolean => OPEN_STATES.includes(state);

export type CheckResolution = {
  state: 'open' | 'made' | 'failed';
  /** Who stands otherwise now than before, by user. */
  changed: Map<string, State>;
  emptySince: Date | null;
  /** Until when those who said yes are held; null while somebody else still answers, or no seat is empty. */
  heldUntil: Date | null;
  /** When the next thing happens without anybody's answer. */
  dueAt: Date;
};

/**
 * What has become of a check at an instant: whose time is over, who falls with whom, whether all are ready, whether an
 * empty seat may still be filled, or it has failed. The same check at the same instant gives the same, however often.
 * @param seats everybody who was asked by it
 */
export function resolveCheck(check: Check, seats: readonly Seat[], now: Date): CheckResolution {
  const states = new Map(seats.map((seat) => [seat.userId, getExpiredState(seat, now)]));
  const gone = new Set(
    seats.filter(({ userId }) => VACATED_STATES.includes(states.get(userId)!)).map(({ groupId }) => groupId),
  );
  for (const { userId, groupId } of seats) {
    if (gone.has(groupId) && OPEN_STATES.includes(states.get(userId)!)) states.set(userId, 'parted');
  }
  const living = seats.filter(({ userId }) => OPEN_STATES.includes(states.get(userId)!));
  const asked = living.filter(({ userId }) => states.get(userId) === 'asked');
  const empty = SEATS - living.length;
  const emptySince = empty > 0 ? (check.emptySince ?? now) : null;
  const holdFrom = [emptySince ?? now, ...living.flatMap(({ answeredAt }) => answeredAt ?? [])];
  const heldUntil =
    empty === 1 && asked.length === 0
      ? addMs(new Date(Math.max(...holdFrom.map((at) => at.getTime()))), holdMs(check.kind))
      : null;
  const made = empty === 0 && asked.length === 0;
  const failed = empty > 1 || (empty === 1 && check.refilled) || (heldUntil !== null && heldUntil <= now);
  if (failed) for (const { userId } of living) states.set(userId, 'released');
  const deadlines = asked.map(({ deadline }) => addMs(deadline, GRACE_MS).getTime());
  return {
    state: made ? 'made' : failed ? 'failed' : 'open',
    changed: new Map(
      seats.flatMap(({ userId, state }) => {
        const next = states.get(userId)!;
        return next === state ? [] : [[userId, next] as const];
      }),
    ),
    emptySince,
    heldUntil: failed ? null : heldUntil,
    dueAt: new Date(
      Math.min(...deadlines, heldUntil?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime() + 3_600_000),
    ),
  };
}

/** Silence counts against nobody who was not reached. */
function getExpiredState({ state, deadline, shownAt }: Seat, now: Date): State {
  if (state !== 'asked' || addMs(deadline, GRACE_MS) > now) return state;
  return shownAt ? 'silent' : 'unreached';
}

/** Who is out of the queue when a check has closed, rather than back in it. */
export const isOut = (state: State): boolean => VACATED_STATES.includes(state) || state === 'parted';

/** Whoever let the others wait: who said no, and who was reached and said nothing. */
export const isAtFault = (state: State): boolean => state === 'declined' || state === 'silent';
