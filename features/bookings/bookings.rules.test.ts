import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../time/units.ts';
import { ORDER_DEADLINES, splitAtExit, splitRefund } from '../payments/orders/orders.rules.ts';
import { isStepRefusal } from '../payments/orders/steps.rules.ts';
import {
  acceptBooking,
  applyDeadline,
  type Booking,
  cancelSession,
  canDispute,
  confirmGame,
  confirmSession,
  declineBooking,
  endBookingEarly,
  getOtherSide,
  getSettledStatus,
  getUncontestedCents,
  quoteEarlyExit,
  rescheduleSession,
  resumeFromHold,
  startPaid,
  withdrawPurchase,
} from './bookings.rules.ts';
import type { BookingStatus } from './bookings.schema.ts';
import { computeFreeSlots } from './coaching/coaching.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const createHire = (change: Partial<Booking> = {}): Booking => ({
  status: 'in_progress',
  type: 'hire',
  priceCents: 10_000,
  games: 7,
  counted: 0,
  pending: undefined,
  stopped: false,
  startsAt: null,
  endsAt: null,
  ...change,
});

const timeAfter = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

/** All booking statuses, to check that an action is refused in each one that doesn't allow it. */
const STATUSES: BookingStatus[] = [
  'reserved',
  'lapsed',
  'held',
  'accepted',
  'in_progress',
  'scheduled',
  'started',
  'completed',
  'released',
  'declined',
  'expired',
  'cancelled',
  'ended_early',
  'refunded',
  'disputed',
  'decided',
];
const statesWith = (isAllowed: (status: BookingStatus) => boolean) => STATUSES.filter(isAllowed);

describe('early exit', () => {
  test('refunds remaining ÷ total × price, to the cent', () => {
    expect(splitAtExit(10_000, 7, 3)).toEqual({ refund: 5_714, release: 4_286 });
    expect(splitAtExit(7_500, 7, 0)).toEqual({ refund: 7_500, release: 0 });
    expect(splitAtExit(15_000, 7, 7)).toEqual({ refund: 0, release: 15_000 });
  });

  test('splits every cent exactly and never refunds more after more games', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(60),
        (price, games, confirmedCount) => {
          const { refund, release } = splitAtExit(price, games, confirmedCount);
          expect(refund + release).toBe(price);
          expect(Math.min(refund, release)).toBeGreaterThanOrEqual(0);
          expect(splitAtExit(price, games, confirmedCount + 1).refund).toBeLessThanOrEqual(refund);
        },
      ),
    );
  });

  test('refunds cash first and credit last', () => {
    expect(splitRefund(8_571, 5_000)).toEqual({ cash: 5_000, credit: 3_571 });
    expect(splitRefund(3_000, 5_000)).toEqual({ cash: 3_000, credit: 0 });
  });

  test('holds the price of a game confirmed by one side until 48 hours after its report', () => {
    const stoppedHire = createHire({ counted: 2, pending: { by: 'seller', at: now } });
    expect(endBookingEarly(stoppedHire, now)).toEqual({
      status: 'ended_early',
      counted: 2,
      refund: 5_714,
      release: 2_857,
      waitsFor: 'buyer',
      deadlineAt: new Date('2026-03-04T12:00:00Z'),
    });
    const endedHire = { ...stoppedHire, status: 'ended_early' as const };
    expect(confirmGame(endedHire, 'buyer', 3, now)).toEqual({ status: 'ended_early', counted: 3, release: 1_429 });
    expect(applyDeadline(endedHire, now)).toEqual({ status: 'ended_early', counted: 3, release: 1_429 });
    expect(isStepRefusal(confirmGame({ ...endedHire, pending: undefined }, 'buyer', 3, now))).toBe(true);
  });

  test('splits every cent of every price between refund, payout and held funds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.nat(6),
        fc.boolean(),
        (priceCents, confirmedCount, isConfirmed) => {
          const pending = isConfirmed ? { by: 'buyer' as const, at: now } : undefined;
          const { refund, release, held } = quoteEarlyExit(
            createHire({ priceCents, counted: confirmedCount, pending }),
          );
          expect(refund + release + held).toBe(priceCents);
          expect(Math.min(refund, release, held)).toBeGreaterThanOrEqual(0);
          expect(isConfirmed || held === 0).toBe(true);
        },
      ),
    );
  });

  test('is allowed only while a hire is running', () => {
    const earlyEnd = { by: 'seller' as const, at: timeAfter(-90) };
    const waitsUntil = (change: Partial<Booking>) => endBookingEarly(createHire(change), now);
    expect(waitsUntil({ pending: { ...earlyEnd, until: timeAfter(5) } })).toMatchObject({ deadlineAt: timeAfter(5) });
    expect(waitsUntil({ pending: earlyEnd, stopped: true })).toMatchObject({ deadlineAt: timeAfter(48) });
    expect(statesWith((status) => !isStepRefusal(endBookingEarly(createHire({ status }), now)))).toEqual([
      'accepted',
      'in_progress',
    ]);
  });
});

describe('the answer to a hire request', () => {
  test('is accepted only while the hire is waiting for it', () => {
    expect(acceptBooking(createHire({ status: 'held' }), now)).toEqual({
      status: 'accepted',
      waitsFor: 'buyer',
      deadlineAt: timeAfter(14 * 24),
    });
    expect(declineBooking(createHire({ status: 'held' }))).toEqual({ status: 'declined', refund: 10_000 });
    expect(statesWith((status) => !isStepRefusal(acceptBooking(createHire({ status }), now)))).toEqual(['held']);
    expect(statesWith((status) => !isStepRefusal(declineBooking(createHire({ status }))))).toEqual(['held']);
  });
});

describe('games of a hire', () => {
  test('count in order once both sides confirm, and the last one releases all the money', () => {
    const first = confirmGame(createHire(), 'seller', 1, now);
    expect(first).toMatchObject({
      status: 'in_progress',
      waitsFor: 'buyer',
      deadlineAt: new Date('2026-03-04T12:00:00Z'),
    });
    const pending = { by: 'seller' as const, at: now };
    expect(isStepRefusal(confirmGame(createHire({ pending }), 'seller', 1, now))).toBe(true);
    expect(isStepRefusal(confirmGame(createHire(), 'buyer', 2, now))).toBe(true);
    expect(confirmGame(createHire({ pending }), 'buyer', 1, now)).toEqual({
      status: 'in_progress',
      counted: 1,
      waitsFor: 'buyer',
      deadlineAt: timeAfter(14 * 24),
    });
    expect(confirmGame(createHire(), 'buyer', 1, now)).toMatchObject({ waitsFor: 'seller' });
    expect([getOtherSide('buyer'), getOtherSide('seller')]).toEqual(['seller', 'buyer']);
    expect(confirmGame(createHire({ counted: 6, pending }), 'buyer', 7, now)).toEqual({
      status: 'completed',
      counted: 7,
      release: 10_000,
    });
  });

  test('count automatically when the other side does not respond', () => {
    expect(applyDeadline(createHire({ pending: { by: 'buyer', at: now } }), now)).toMatchObject({ counted: 1 });
  });

  test('can be confirmed while the hire is running', () => {
    const running = statesWith((status) => !isStepRefusal(confirmGame(createHire({ status }), 'buyer', 1, now)));
    expect(running).toEqual(['accepted', 'in_progress']);
    const pending = { by: 'seller' as const, at: now };
    const states = statesWith(
      (status) => !isStepRefusal(confirmGame(createHire({ status, pending }), 'buyer', 1, now)),
    );
    expect(states).toEqual(['accepted', 'in_progress', 'ended_early']);
  });

  test('cannot be confirmed before the player has accepted', () => {
    expect(isStepRefusal(confirmGame(createHire({ status: 'held' }), 'buyer', 1, now))).toBe(true);
    expect(acceptBooking(createHire({ status: 'held' }), now)).toMatchObject({ status: 'accepted' });
    expect(applyDeadline(createHire({ status: 'held' }), now)).toEqual({ status: 'expired', refund: 10_000 });
  });
});

describe('coaching session', () => {
  const createSession = (hoursAhead: number): Booking => {
    const startsAt = new Date(now.getTime() + hoursAhead * HOUR_MS);
    return createHire({
      type: 'coaching',
      status: 'scheduled',
      games: 0,
      startsAt,
      endsAt: new Date(startsAt.getTime() + 1_800_000),
    });
  };

  test('can be canceled until it starts, but not after', () => {
    expect(cancelSession(createSession(0.1), now)).toEqual({ status: 'cancelled', refund: 10_000 });
    expect(isStepRefusal(cancelSession(createSession(0), now))).toBe(true);
  });

  test("can be moved only with 24 hours' notice", () => {
    expect(isStepRefusal(rescheduleSession(createSession(23.9), now, now))).toBe(true);
    expect(rescheduleSession(createSession(24), timeAfter(72), now)).toEqual({
      status: 'scheduled',
      waitsFor: 'seller',
      deadlineAt: timeAfter(72),
    });
  });

  test('can be canceled or moved while it is scheduled', () => {
    const inState = (status: BookingStatus) => ({ ...createSession(48), status });
    expect(statesWith((status) => !isStepRefusal(cancelSession(inState(status), now)))).toEqual(['scheduled']);
    expect(statesWith((status) => !isStepRefusal(rescheduleSession(inState(status), timeAfter(72), now)))).toEqual([
      'scheduled',
    ]);
  });

  test('can be confirmed once it is over, unlike a hire', () => {
    const confirm = (status: BookingStatus, type: Booking['type']) => confirmSession(createHire({ status, type }));
    expect(confirm('completed', 'coaching')).toEqual({ status: 'completed', release: 10_000 });
    expect(statesWith((status) => !isStepRefusal(confirm(status, 'coaching')))).toEqual(['completed']);
    expect(statesWith((status) => !isStepRefusal(confirm(status, 'hire')))).toEqual([]);
  });
});

describe('paid booking', () => {
  const session = createHire({ type: 'coaching', startsAt: timeAfter(5), endsAt: timeAfter(5.5) });

  test("waits for the player's answer or the session's start", () => {
    expect(startPaid(createHire(), now)).toEqual({ status: 'held', waitsFor: 'seller', deadlineAt: timeAfter(24) });
    expect(startPaid(session, now)).toEqual({ status: 'scheduled', waitsFor: 'seller', deadlineAt: timeAfter(5) });
  });

  test('gives a reported game another 48 hours when a hire resumes from hold', () => {
    expect(resumeFromHold(createHire({ pending: { by: 'seller', at: timeAfter(-40) } }), now)).toEqual({
      waitsFor: 'buyer',
      deadlineAt: timeAfter(48),
    });
    expect(resumeFromHold(createHire({ pending: { by: 'buyer', at: now } }), now).waitsFor).toBe('seller');
    expect(resumeFromHold(createHire(), now)).toEqual({
      waitsFor: 'buyer',
      deadlineAt: new Date(now.getTime() + ORDER_DEADLINES.idle),
    });
  });

  test("can be disputed during a hire and from a session's start until its payout", () => {
    expect(statesWith((status) => canDispute(createHire({ status }), now))).toEqual(['accepted', 'in_progress']);
    const pending = { by: 'seller' as const, at: now };
    const contestableStates = statesWith((status) => canDispute(createHire({ status, pending }), now));
    expect(contestableStates).toEqual(['accepted', 'in_progress', 'ended_early']);
    const disputable = statesWith((status) => canDispute({ ...session, status }, timeAfter(5)));
    expect(disputable).toEqual(['scheduled', 'started', 'completed']);
    expect(canDispute({ ...session, status: 'scheduled' }, new Date(timeAfter(5).getTime() - 1))).toBe(false);
  });

  test('can be disputed in full, except for the counted games of a running hire', () => {
    const pending = { by: 'seller' as const, at: now };
    expect(getUncontestedCents(createHire({ counted: 3, pending }), 'in_progress')).toBe(4_286);
    expect(statesWith((before) => getUncontestedCents(createHire({ counted: 3 }), before) > 0)).toEqual([
      'accepted',
      'in_progress',
    ]);
    expect(getUncontestedCents(createHire({ type: 'coaching', counted: 3 }), 'in_progress')).toBe(0);
  });

  test('can be refunded by its buyer until it begins', () => {
    expect(withdrawPurchase(createHire({ status: 'held' }), now)).toEqual({ status: 'cancelled', refund: 10_000 });
    expect(statesWith((status) => !isStepRefusal(withdrawPurchase(createHire({ status }), now)))).toEqual(['held']);
    expect(withdrawPurchase({ ...session, status: 'scheduled' }, now)).toEqual({ status: 'cancelled', refund: 10_000 });
    expect(isStepRefusal(withdrawPurchase({ ...session, status: 'scheduled' }, timeAfter(5)))).toBe(true);
    expect(isStepRefusal(withdrawPurchase({ ...session, status: 'held' }, now))).toBe(true);
  });

  test('changes status automatically when a deadline passes', () => {
    const end = (change: Partial<Booking>) => applyDeadline(createHire(change), now);
    const pending = { by: 'buyer' as const, at: now };
    const coaching = { type: 'coaching' as const, startsAt: timeAfter(5), endsAt: timeAfter(5.5) };
    expect(end({ status: 'held' })).toEqual({ status: 'expired', refund: 10_000 });
    for (const status of ['accepted', 'in_progress'] as const) {
      expect(end({ status, counted: 2 })).toEqual({
        status: 'ended_early',
        counted: 2,
        refund: 7_143,
        release: 2_857,
      });
      expect(end({ status, counted: 2, pending })).toMatchObject({ status: 'in_progress', counted: 3 });
    }
    expect(end({ ...coaching, status: 'scheduled' })).toEqual({
      status: 'started',
      waitsFor: 'seller',
      deadlineAt: timeAfter(5.5),
    });
    expect(end({ ...coaching, status: 'started' })).toEqual({
      status: 'completed',
      waitsFor: 'buyer',
      deadlineAt: timeAfter(5.5 + 48),
    });
    expect(end({ ...coaching, status: 'completed' })).toEqual({ status: 'completed', release: 10_000 });
    expect(end({ status: 'completed' })).toEqual({ no: 'settling' });
    const settling = statesWith((status) => isStepRefusal(end({ ...coaching, status })));
    expect(settling).toEqual([
      'reserved',
      'lapsed',
      'released',
      'declined',
      'expired',
      'cancelled',
      'ended_early',
      'refunded',
      'disputed',
      'decided',
    ]);
  });

  test('settles as released, refunded, decided or with its current status', () => {
    const statusesByEnd = Map.groupBy(STATUSES, getSettledStatus);
    expect(Object.fromEntries(statusesByEnd)).toEqual({
      released: ['completed', 'released'],
      refunded: ['declined', 'expired', 'cancelled', 'refunded'],
      decided: ['held', 'accepted', 'in_progress', 'scheduled', 'started', 'disputed', 'decided'],
      reserved: ['reserved'],
      lapsed: ['lapsed'],
      ended_early: ['ended_early'],
    });
  });
});

describe('free coaching slots', () => {
  const night = [{ days: ['Sat' as const], start: '23:00', end: '02:00' }];

  test("keep the coach's local time when clocks change", () => {
    const sundays = {
      timezone: 'America/New_York',
      hours: [{ days: ['Sun' as const], start: '19:00', end: '20:00' }],
      daysOff: [],
    };
    const slots = computeFreeSlots(sundays, new Date('2026-03-01T12:00:00Z'), []);
    expect(slots.map((slot) => slot.startsAt)).toEqual([
      '2026-03-02T00:00:00.000Z',
      '2026-03-02T00:30:00.000Z',
      '2026-03-08T23:00:00.000Z',
      '2026-03-08T23:30:00.000Z',
      '2026-03-15T23:00:00.000Z',
      '2026-03-15T23:30:00.000Z',
    ]);
  });

  test('are offered for two weeks, starting two hours from now', () => {
    const always = {
      timezone: 'UTC',
      hours: [{ days: ['Mon' as const, 'Tue' as const], start: '13:45', end: '15:00' }],
      daysOff: [],
    };
    const listStarts = (time: string, busyTimes: string[] = []) =>
      computeFreeSlots(
        always,
        new Date(time),
        busyTimes.map((one) => new Date(one)),
      ).map((slot) => slot.startsAt.slice(5, 16));
    // Monday, March 2: 13:45 is exactly two hours ahead. A minute later it's too soon to book.
    expect(listStarts('2026-03-02T11:45:00Z').slice(0, 3)).toEqual(['03-02T13:45', '03-02T14:15', '03-03T13:45']);
    expect(listStarts('2026-03-02T11:46:00Z').slice(0, 2)).toEqual(['03-02T14:15', '03-03T13:45']);
    expect(listStarts('2026-03-02T11:45:00Z').at(-1)).toBe('03-16T14:15');
    // A session that overlaps two half hours takes both. One that ends when a half hour starts doesn't take it.
    expect(listStarts('2026-03-02T11:00:00Z', ['2026-03-02T14:00:00Z'])[0]).toBe('03-03T13:45');
    expect(listStarts('2026-03-02T11:00:00Z', ['2026-03-02T13:15:00Z'])[0]).toBe('03-02T13:45');
    const [slot] = computeFreeSlots(always, now, []);
    expect(slot).toEqual({ startsAt: '2026-03-02T14:15:00.000Z', endsAt: '2026-03-02T14:45:00.000Z' });
  });

  test('include the rest of a window that started the evening before', () => {
    const lateCalendar = {
      timezone: 'UTC',
      hours: [{ days: ['Sun' as const], start: '22:00', end: '16:00' }],
      daysOff: [],
    };
    expect(computeFreeSlots(lateCalendar, now, [])[0]!.startsAt).toBe('2026-03-02T14:00:00.000Z');
  });

  test('cross midnight, skip days off and booked times, and never overlap', () => {
    const calendar = { timezone: 'UTC', hours: night, daysOff: ['2026-03-14'] };
    const busyTimes = [new Date('2026-03-08T00:00:00Z')];
    const slots = computeFreeSlots(calendar, now, busyTimes);
    expect(slots.map((slot) => slot.startsAt.slice(5, 16))).toEqual([
      '03-07T23:00',
      '03-07T23:30',
      '03-08T00:30',
      '03-08T01:00',
      '03-08T01:30',
    ]);
    for (const [index, slot] of slots.entries()) {
      const next = slots[index + 1];
      if (next) expect(next.startsAt >= slot.endsAt).toBe(true);
    }
  });
});
