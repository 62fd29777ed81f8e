import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMs as later } from '../../time/instants.ts';
import type { SeatState } from './queue.schema.ts';
import {
  type Check,
  type CheckResolution,
  GRACE_MS,
  hasVacatedSeat,
  isAtFault,
  isOpenState,
  resolveCheck,
  SEAT_COUNT,
  type Seat,
} from './ready-check.rules.ts';

const openedAt = new Date('2026-03-03T20:00:00Z');
const secondsLater = (seconds: number) => later(openedAt, seconds * 1000);
const deadline = secondsLater(30);
const open: Check = { kind: 'now', emptySince: null, refilled: false };

const seat = (at: number, state: SeatState, change: Partial<Seat> = {}): Seat => ({
  userId: `user ${at}`,
  seat: at % SEAT_COUNT,
  groupId: `group ${at}`,
  state,
  deadline,
  shownAt: openedAt,
  answeredAt: state === 'ready' ? secondsLater(5) : null,
  ...change,
});
const createSeats = (...states: SeatState[]) => states.map((state, index) => seat(index, state));

/** Applies the resolved changes to the seats. */
const applyChanges = (seats: readonly Seat[], { changed }: CheckResolution): Seat[] =>
  seats.map((one) => ({ ...one, state: changed.get(one.userId) ?? one.state }));
const statesAfter = (seats: readonly Seat[], resolution: CheckResolution) =>
  applyChanges(seats, resolution).map(({ state }) => state);

describe('a ready check', () => {
  test("stays open until the first player's time runs out", () => {
    const seats = createSeats('asked', 'asked', 'ready', 'asked', 'asked').with(
      3,
      seat(3, 'asked', { deadline: secondsLater(20) }),
    );
    expect(resolveCheck(open, seats, secondsLater(10))).toEqual({
      ...{ state: 'open', changed: new Map(), emptySince: null, heldUntil: null },
      dueAt: later(secondsLater(20), GRACE_MS),
    });
  });

  test('creates the squad once all five players are ready, however late the check is resolved', () => {
    const ready = createSeats('ready', 'ready', 'ready', 'ready', 'ready');
    for (const at of [6, 600]) {
      const { state, changed } = resolveCheck(open, ready, secondsLater(at));
      expect([state, changed.size]).toEqual(['made', 0]);
    }
  });

  test('accepts an answer that was in flight when time ran out', () => {
    const seats = createSeats('ready', 'ready', 'ready', 'ready', 'asked');
    expect(resolveCheck(open, seats, later(deadline, GRACE_MS - 1)).changed.size).toBe(0);
    expect(resolveCheck(open, seats, later(deadline, GRACE_MS)).changed).toEqual(new Map([['user 4', 'silent']]));
  });

  test("doesn't penalize a player whose screen never showed the check", () => {
    const seats = createSeats('ready', 'ready', 'ready', 'ready', 'asked').with(4, seat(4, 'asked', { shownAt: null }));
    const { changed } = resolveCheck(open, seats, later(deadline, GRACE_MS));
    expect(changed).toEqual(new Map([['user 4', 'unreached']]));
    expect([isAtFault('unreached'), isAtFault('silent'), isAtFault('declined'), isAtFault('gone')]).toEqual([
      ...[false, true, true, false],
    ]);
  });

  test.each([
    ['now', 20],
    ['tonight', 120],
  ] as const)('holds the others (%s) for %i seconds after the last accept when one seat is empty', (kind, seconds) => {
    const seats = createSeats('ready', 'ready', 'ready', 'declined', 'ready').with(
      0,
      seat(0, 'ready', { answeredAt: secondsLater(9) }),
    );
    const check = { ...open, kind, emptySince: secondsLater(7) };
    const resolved = resolveCheck(check, seats, secondsLater(10));
    expect(resolved).toMatchObject({
      state: 'open',
      heldUntil: secondsLater(9 + seconds),
      dueAt: secondsLater(9 + seconds),
    });
    expect(resolveCheck(check, seats, later(secondsLater(9 + seconds), -1)).state).toBe('open');
    const resolvedCheck = resolveCheck(check, seats, secondsLater(9 + seconds));
    expect([resolvedCheck.state, statesAfter(seats, resolvedCheck)]).toEqual([
      'failed',
      ['released', 'released', 'released', 'declined', 'released'],
    ]);
  });

  test("doesn't hold the others while a player still has time to answer", () => {
    const seats = createSeats('ready', 'asked', 'declined', 'ready', 'ready');
    expect(resolveCheck(open, seats, secondsLater(10))).toMatchObject({
      ...{ state: 'open', emptySince: secondsLater(10), heldUntil: null },
      dueAt: later(deadline, GRACE_MS),
    });
  });

  test('fails and releases everyone else when two seats are empty', () => {
    const seats = createSeats('ready', 'asked', 'declined', 'gone', 'ready');
    const resolution = resolveCheck(open, seats, secondsLater(10));
    expect(resolution.state).toBe('failed');
    expect(statesAfter(seats, resolution)).toEqual(['released', 'released', 'declined', 'gone', 'released']);
  });

  test('refills one empty seat, but only once', () => {
    const refilled = { ...open, emptySince: null, refilled: true };
    const secondSeats = [...createSeats('ready', 'declined', 'ready', 'ready', 'ready'), seat(6, 'declined')];
    expect(resolveCheck(refilled, secondSeats, secondsLater(20)).state).toBe('failed');
    const seatsWithSixth = [...createSeats('ready', 'declined', 'ready', 'ready', 'ready'), seat(6, 'asked')];
    expect(resolveCheck(refilled, seatsWithSixth, secondsLater(20)).state).toBe('open');
    const seats = [...createSeats('ready', 'declined', 'ready', 'ready', 'ready'), seat(6, 'ready')];
    expect(resolveCheck(refilled, seats, secondsLater(20)).state).toBe('made');
  });

  test("removes only a player's party mates when that player declines", () => {
    const mates = { groupId: 'together' };
    const seats = createSeats('ready', 'ready', 'ready', 'ready', 'ready')
      .with(1, seat(1, 'declined', mates))
      .with(2, seat(2, 'ready', mates));
    const resolution = resolveCheck(open, seats, secondsLater(10));
    expect(statesAfter(seats, resolution)).toEqual(['released', 'declined', 'parted', 'released', 'released']);
    expect([hasVacatedSeat('parted'), hasVacatedSeat('released')]).toEqual([true, false]);
  });
});

const at = fc.integer({ min: -60, max: 60 }).map(secondsLater);
const seatArbitrary = (number: number) =>
  fc
    .record({
      state: fc.constantFrom<SeatState>('asked', 'asked', 'ready', 'ready', 'ready', 'declined', 'silent', 'gone'),
      groupId: fc.constantFrom('a', 'b', 'c', `alone ${number}`, `alone ${number}`),
      deadline: at,
      shownAt: fc.option(at),
      answeredAt: at,
    })
    .map(({ answeredAt, ...rest }) =>
      seat(number, rest.state, { ...rest, answeredAt: rest.state === 'ready' ? answeredAt : null }),
    );
const checkArbitrary: fc.Arbitrary<{ check: Check; seats: Seat[]; now: Date }> = fc
  .record({
    kind: fc.constantFrom('now' as const, 'tonight' as const),
    emptySince: fc.option(at),
    refilled: fc.boolean(),
    first: fc.tuple(...[0, 1, 2, 3, 4].map(seatArbitrary)),
    newcomer: seatArbitrary(5),
    now: at,
  })
  .map(({ first, newcomer, now, ...check }) => {
    const empty = first.find((one) => !isOpenState(one));
    const seats = check.refilled && empty ? [...first, { ...newcomer, seat: empty.seat }] : first;
    return { check, seats, now };
  });

test('resolves a ready check idempotently at the same instant', () => {
  fc.assert(
    fc.property(checkArbitrary, ({ check, seats, now }) => {
      const firstResolution = resolveCheck(check, seats, now);
      const secondResolution = resolveCheck(
        { ...check, emptySince: firstResolution.emptySince },
        applyChanges(seats, firstResolution),
        now,
      );
      expect({ ...secondResolution, dueAt: null }).toEqual({ ...firstResolution, changed: new Map(), dueAt: null });
      if (firstResolution.state === 'open') expect(secondResolution.dueAt).toEqual(firstResolution.dueAt);
    }),
    { numRuns: 2_000 },
  );
});

test('creates squads only from five ready players on five seats', () => {
  let madeCount = 0;
  fc.assert(
    fc.property(checkArbitrary, ({ check, seats, now }) => {
      const resolution = resolveCheck(check, seats, now);
      if (resolution.state !== 'made') return;
      madeCount += 1;
      const sitting = applyChanges(seats, resolution).filter(isOpenState);
      expect(sitting.map(({ state }) => state)).toEqual(Array(SEAT_COUNT).fill('ready'));
      expect(new Set(sitting.map((one) => one.seat)).size).toBe(SEAT_COUNT);
    }),
    { numRuns: 2_000 },
  );
  expect(madeCount).toBeGreaterThan(0);
});

test("changes an open ready check exactly when it's due", () => {
  fc.assert(
    fc.property(checkArbitrary, ({ check, seats, now }) => {
      const resolution = resolveCheck(check, seats, now);
      if (resolution.state !== 'open') return;
      const then = { ...check, emptySince: resolution.emptySince };
      const expectedSeats = applyChanges(seats, resolution);
      expect(resolution.dueAt.getTime()).toBeGreaterThan(now.getTime());
      const before = resolveCheck(then, expectedSeats, later(resolution.dueAt, -1));
      expect([before.state, before.changed.size]).toEqual(['open', 0]);
      expect(resolveCheck(then, expectedSeats, resolution.dueAt).changed.size).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
});

test('never marks an unreached player as unresponsive or an accept as a decline', () => {
  fc.assert(
    fc.property(checkArbitrary, ({ check, seats, now }) => {
      const { changed } = resolveCheck(check, seats, now);
      for (const one of seats) {
        const next = changed.get(one.userId);
        if (next === 'silent') expect(one.shownAt).not.toBeNull();
        if (one.state === 'ready') expect([undefined, 'parted', 'released']).toContain(next);
        if (!isOpenState(one)) expect(next).toBeUndefined();
      }
    }),
    { numRuns: 2_000 },
  );
});
