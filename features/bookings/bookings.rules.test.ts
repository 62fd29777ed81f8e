import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../time/units.ts';
import { splitAtExit, splitRefund } from '../deals/orders/orders.rules.ts';
import { isNo } from '../deals/orders/steps.rules.ts';
import {
  accept,
  type Booking,
  cancelSession,
  confirmGame,
  endEarly,
  exitOf,
  passDeadline,
  reschedule,
} from './bookings.rules.ts';
import { freeSlots } from './coaching/coaching.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const hire = (change: Partial<Booking> = {}): Booking => ({
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

describe('an early exit', () => {
  test('gives back remaining ÷ total × price, to the cent', () => {
    expect(splitAtExit(10_000, 7, 3)).toEqual({ refund: 5_714, release: 4_286 });
    expect(splitAtExit(7_500, 7, 0)).toEqual({ refund: 7_500, release: 0 });
    expect(splitAtExit(15_000, 7, 7)).toEqual({ refund: 0, release: 15_000 });
  });

  test('loses and invents no cent, and never gives more back for more games', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(60),
        (price, games, counted) => {
          const { refund, release } = splitAtExit(price, games, counted);
          expect(refund + release).toBe(price);
          expect(Math.min(refund, release)).toBeGreaterThanOrEqual(0);
          expect(splitAtExit(price, games, counted + 1).refund).toBeLessThanOrEqual(refund);
        },
      ),
    );
  });

  test('refunds the payer first and what a credit covered last', () => {
    expect(splitRefund(8_571, 5_000)).toEqual({ cash: 5_000, credit: 3_571 });
    expect(splitRefund(3_000, 5_000)).toEqual({ cash: 3_000, credit: 0 });
  });

  test('keeps the game held that only one side confirmed, until the 48 hours from its report are over', () => {
    const left = hire({ counted: 2, pending: { by: 'seller', at: now } });
    expect(endEarly(left)).toEqual({
      status: 'ended_early',
      counted: 2,
      refund: 5_714,
      release: 2_857,
      waitsFor: 'buyer',
      deadlineAt: new Date('2026-03-04T12:00:00Z'),
    });
    const ended = { ...left, status: 'ended_early' as const };
    expect(confirmGame(ended, 'buyer', 3, now)).toEqual({ status: 'ended_early', counted: 3, release: 1_429 });
    expect(passDeadline(ended, now)).toEqual({ status: 'ended_early', counted: 3, release: 1_429 });
    expect(isNo(confirmGame({ ...ended, pending: undefined }, 'buyer', 3, now))).toBe(true);
  });

  test('shares every cent of every price between back, player and hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(6), fc.boolean(), (priceCents, counted, said) => {
        const pending = said ? { by: 'buyer' as const, at: now } : undefined;
        const { refund, release, held } = exitOf(hire({ priceCents, counted, pending }));
        expect(refund + release + held).toBe(priceCents);
        expect(Math.min(refund, release, held)).toBeGreaterThanOrEqual(0);
        expect(said || held === 0).toBe(true);
      }),
    );
  });
});

describe('games', () => {
  test('count when both confirm, in their order, and the last one releases everything', () => {
    const first = confirmGame(hire(), 'seller', 1, now);
    expect(first).toMatchObject({
      status: 'in_progress',
      waitsFor: 'buyer',
      deadlineAt: new Date('2026-03-04T12:00:00Z'),
    });
    const pending = { by: 'seller' as const, at: now };
    expect(isNo(confirmGame(hire({ pending }), 'seller', 1, now))).toBe(true);
    expect(isNo(confirmGame(hire(), 'buyer', 2, now))).toBe(true);
    expect(confirmGame(hire({ pending }), 'buyer', 1, now)).toMatchObject({ counted: 1, waitsFor: 'buyer' });
    expect(confirmGame(hire({ counted: 6, pending }), 'buyer', 7, now)).toEqual({
      status: 'completed',
      counted: 7,
      release: 10_000,
    });
  });

  test('count by themselves when the other side is silent', () => {
    expect(passDeadline(hire({ pending: { by: 'buyer', at: now } }), now)).toMatchObject({ counted: 1 });
  });

  test('are not confirmed before the player has accepted', () => {
    expect(isNo(confirmGame(hire({ status: 'held' }), 'buyer', 1, now))).toBe(true);
    expect(accept(hire({ status: 'held' }), now)).toMatchObject({ status: 'accepted' });
    expect(passDeadline(hire({ status: 'held' }), now)).toEqual({ status: 'expired', refund: 10_000 });
  });
});

describe('a session', () => {
  const session = (hoursAhead: number): Booking => {
    const startsAt = new Date(now.getTime() + hoursAhead * HOUR_MS);
    return hire({
      type: 'coaching',
      status: 'scheduled',
      games: 0,
      startsAt,
      endsAt: new Date(startsAt.getTime() + 1_800_000),
    });
  };

  test('can be called off until it starts, and not after', () => {
    expect(cancelSession(session(0.1), now)).toEqual({ status: 'cancelled', refund: 10_000 });
    expect(isNo(cancelSession(session(0), now))).toBe(true);
  });

  test('moves with 24 hours notice only', () => {
    expect(isNo(reschedule(session(23.9), now, now))).toBe(true);
    expect(isNo(reschedule(session(24), now, now))).toBe(false);
  });
});

describe('free half hours', () => {
  const night = [{ days: ['Sat' as const], start: '23:00', end: '02:00' }];

  test('stay at the coach’s wall clock over a clock change', () => {
    const sundays = {
      timezone: 'America/New_York',
      hours: [{ days: ['Sun' as const], start: '19:00', end: '20:00' }],
      daysOff: [],
    };
    const slots = freeSlots(sundays, new Date('2026-03-01T12:00:00Z'), []);
    expect(slots.map((slot) => slot.startsAt)).toEqual([
      '2026-03-02T00:00:00.000Z',
      '2026-03-02T00:30:00.000Z',
      '2026-03-08T23:00:00.000Z',
      '2026-03-08T23:30:00.000Z',
      '2026-03-15T23:00:00.000Z',
      '2026-03-15T23:30:00.000Z',
    ]);
  });

  test('cross midnight, leave out days off and what is taken, and never overlap', () => {
    const calendar = { timezone: 'UTC', hours: night, daysOff: ['2026-03-14'] };
    const taken = [new Date('2026-03-08T00:00:00Z')];
    const slots = freeSlots(calendar, now, taken);
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
