import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMs as later } from '../../time/instants.ts';
import type { SeatState } from './queue.schema.ts';
import {
  type Check,
  type CheckResolution,
  GRACE_MS,
  isAtFault,
  isOpenState,
  isOut,
  resolveCheck,
  SEATS,
  type Seat,
} from './ready-check.rules.ts';

const opened = new Date('2026-03-03T20:00:00Z');
const second = (seconds: number) => later(opened, seconds * 1000);
const deadline = second(30);
const open: Check = { kind: 'now', emptySince: null, refilled: false };

const seat = (at: number, state: SeatState, change: Partial<Seat> = {}): Seat => ({
  userId: `user ${at}`,
  seat: at % SEATS,
  groupId: `group ${at}`,
  state,
  deadline,
  shownAt: opened,
  answeredAt: state === 'ready' ? second(5) : null,
  ...change,
});
const five = (...states: SeatState[]) => states.map((state, at) => seat(at, state));

/** Applies the resolved changes to the seats. */
const written = (seats: readonly Seat[], { changed }: CheckResolution): Seat[] =>
  seats.map((one) => ({ ...one, state: changed.get(one.userId) ?? one.state }));
const statesAfter = (seats: readonly Seat[], settled: CheckResolution) =>
  written(seats, settled).map(({ state }) => state);

describe('a ready check', () => {
  test("stays open until the first player's time runs out", () => {
    const seats = five('asked', 'asked', 'ready', 'asked', 'asked').with(3, seat(3, 'asked', { deadline: second(20) }));
    expect(resolveCheck(open, seats, second(10))).toEqual({
      ...{ state: 'open', changed: new Map(), emptySince: null, heldUntil: null },
      dueAt: later(second(20), GRACE_MS),
    });
  });

  test('creates the squad once all five players are ready, however late the check is resolved', () => {
    const ready = five('ready', 'ready', 'ready', 'ready', 'ready');
    for (const at of [6, 600]) {
      const { state, changed } = resolveCheck(open, ready, second(at));
      expect([state, changed.size]).toEqual(['made', 0]);
    }
  });

  test('accepts an answer that was in flight when time ran out', () => {
    const seats = five('ready', 'ready', 'ready', 'ready', 'asked');
    expect(resolveCheck(open, seats, later(deadline, GRACE_MS - 1)).changed.size).toBe(0);
    expect(resolveCheck(open, seats, later(deadline, GRACE_MS)).changed).toEqual(new Map([['user 4', 'silent']]));
  });

  test("doesn't penalize a player whose screen never showed the check", () => {
    const seats = five('ready', 'ready', 'ready', 'ready', 'asked').with(4, seat(4, 'asked', { shownAt: null }));
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
    const seats = five('ready', 'ready', 'ready', 'declined', 'ready').with(
      0,
      seat(0, 'ready', { answeredAt: second(9) }),
    );
    const check = { ...open, kind, emptySince: second(7) };
    const held = resolveCheck(check, seats, second(10));
    expect(held).toMatchObject({ state: 'open', heldUntil: second(9 + seconds), dueAt: second(9 + seconds) });
    expect(resolveCheck(check, seats, later(second(9 + seconds), -1)).state).toBe('open');
    const over = resolveCheck(check, seats, second(9 + seconds));
    expect([over.state, statesAfter(seats, over)]).toEqual([
      'failed',
      ['released', 'released', 'released', 'declined', 'released'],
    ]);
  });

  test("doesn't hold the others while a player still has time to answer", () => {
    const seats = five('ready', 'asked', 'declined', 'ready', 'ready');
    expect(resolveCheck(open, seats, second(10))).toMatchObject({
      ...{ state: 'open', emptySince: second(10), heldUntil: null },
      dueAt: later(deadline, GRACE_MS),
    });
  });

  test('fails and releases everyone else when two seats are empty', () => {
    const seats = five('ready', 'asked', 'declined', 'gone', 'ready');
    const settled = resolveCheck(open, seats, second(10));
    expect(settled.state).toBe('failed');
    expect(statesAfter(seats, settled)).toEqual(['released', 'released', 'declined', 'gone', 'released']);
  });

  test('refills one empty seat, but only once', () => {
    const refilled = { ...open, emptySince: null, refilled: true };
    const again = [...five('ready', 'declined', 'ready', 'ready', 'ready'), seat(6, 'declined')];
    expect(resolveCheck(refilled, again, second(20)).state).toBe('failed');
    const newcomer = [...five('ready', 'declined', 'ready', 'ready', 'ready'), seat(6, 'asked')];
    expect(resolveCheck(refilled, newcomer, second(20)).state).toBe('open');
    const yes = [...five('ready', 'declined', 'ready', 'ready', 'ready'), seat(6, 'ready')];
    expect(resolveCheck(refilled, yes, second(20)).state).toBe('made');
  });

  test("removes only the player's party mates along with them", () => {
    const mates = { groupId: 'together' };
    const seats = five('ready', 'ready', 'ready', 'ready', 'ready')
      .with(1, seat(1, 'declined', mates))
      .with(2, seat(2, 'ready', mates));
    const settled = resolveCheck(open, seats, second(10));
    expect(statesAfter(seats, settled)).toEqual(['released', 'declined', 'parted', 'released', 'released']);
    expect([isOut('parted'), isOut('released')]).toEqual([true, false]);
  });
});

const at = fc.integer({ min: -60, max: 60 }).map(second);
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
      const once = resolveCheck(check, seats, now);
      const twice = resolveCheck({ ...check, emptySince: once.emptySince }, written(seats, once), now);
      expect({ ...twice, dueAt: null }).toEqual({ ...once, changed: new Map(), dueAt: null });
      if (once.state === 'open') expect(twice.dueAt).toEqual(once.dueAt);
    }),
    { numRuns: 2_000 },
  );
});

test('creates squads only from five ready players on five seats', () => {
  let made = 0;
  fc.assert(
    fc.property(checkArbitrary, ({ check, seats, now }) => {
      const settled = resolveCheck(check, seats, now);
      if (settled.state !== 'made') return;
      made += 1;
      const sitting = written(seats, settled).filter(isOpenState);
      expect(sitting.map(({ state }) => state)).toEqual(Array(SEATS).fill('ready'));
      expect(new Set(sitting.map((one) => one.seat)).size).toBe(SEATS);
    }),
    { numRuns: 2_000 },
  );
  expect(made).toBeGreaterThan(0);
});

test("changes an open ready check exactly when it's due", () => {
  fc.assert(
    fc.property(checkArbitrary, ({ check, seats, now }) => {
      const settled = resolveCheck(check, seats, now);
      if (settled.state !== 'open') return;
      const then = { ...check, emptySince: settled.emptySince };
      const expectedSeats = written(seats, settled);
      expect(settled.dueAt.getTime()).toBeGreaterThan(now.getTime());
      const before = resolveCheck(then, expectedSeats, later(settled.dueAt, -1));
      expect([before.state, before.changed.size]).toEqual(['open', 0]);
      expect(resolveCheck(then, expectedSeats, settled.dueAt).changed.size).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
});

test('never marks an unreached player as silent or an accept as a decline', () => {
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
