import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as messages from './team-assembly.messages.ts';
import {
  applyDeadline,
  confirmDelivery,
  getPosition,
  getSettledStatus,
  listMissingRoles,
  markDelivered,
  PROFILE_PLATFORM,
  PROFILE_REGION,
  splitMoney,
  startAssembling,
  type Team,
  TIER_RATINGS,
  takeSeat,
  toSeats,
} from './team-assembly.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const timeAfter = (count: number) => new Date(now.getTime() + count * 3_600_000);
const createTeam = (change: Partial<Team> = {}): Team => ({
  status: 'assembling',
  priceCents: 19_900,
  seats: 5,
  accepted: 3,
  deadline: timeAfter(48),
  ...change,
});

describe('team order', () => {
  test('starts with a 48-hour deadline', () => {
    expect(startAssembling(now)).toEqual({ status: 'assembling', waitsFor: 'concierge', deadlineAt: timeAfter(48) });
  });

  test('marks the team as filled when the last spot is taken, and keeps the deadline', () => {
    expect(takeSeat(createTeam())).toEqual({ status: 'assembling', waitsFor: 'concierge', deadlineAt: timeAfter(48) });
    expect(takeSeat(createTeam({ accepted: 4 }))).toEqual({
      status: 'filled',
      waitsFor: 'concierge',
      deadlineAt: timeAfter(48),
    });
    expect(takeSeat(createTeam({ status: 'filled' }))).toEqual({ no: messages.notAssembling });
  });

  test('moves from filled to delivered to confirmed', () => {
    const deliveredTeam = { status: 'delivered', waitsFor: 'buyer', deadlineAt: timeAfter(7 * 24) };
    expect(markDelivered(createTeam({ status: 'filled' }), now)).toEqual(deliveredTeam);
    expect(markDelivered(createTeam(), now)).toEqual({ no: messages.notFilled });
    expect(confirmDelivery(createTeam({ status: 'delivered' }))).toEqual({ status: 'completed', pay: true });
    expect(confirmDelivery(createTeam({ status: 'filled' }))).toEqual({ no: messages.notDelivered });
  });

  test('refunds, delivers or pays at the deadline, depending on its status', () => {
    expect(applyDeadline(createTeam(), now)).toEqual({ status: 'expired', refund: 19_900 });
    expect(applyDeadline(createTeam({ status: 'filled' }), now)).toMatchObject({
      status: 'delivered',
      waitsFor: 'buyer',
    });
    expect(applyDeadline(createTeam({ status: 'delivered' }), now)).toEqual({ status: 'completed', pay: true });
    expect(applyDeadline(createTeam({ status: 'completed' }), now)).toEqual({ no: 'settling' });
  });

  test('ends as released, refunded or decided', () => {
    const endStatuses = (
      ['completed', 'expired', 'cancelled', 'assembling', 'filled', 'delivered', 'disputed'] as const
    ).map(getSettledStatus);
    expect(endStatuses).toEqual(['released', 'refunded', 'refunded', 'decided', 'decided', 'decided', 'decided']);
    expect(getSettledStatus('released')).toBe('released');
  });
});

describe('splitMoney', () => {
  test('splits by the fees to the cent', () => {
    expect(splitMoney(15_000, [3_000, 3_000, 3_000, 3_000, 3_000])).toEqual({
      shares: [3_000, 3_000, 3_000, 3_000, 3_000],
      rest: 0,
    });
    expect(splitMoney(100, [3_000, 3_000, 3_000])).toEqual({ shares: [33, 33, 34], rest: 0 });
    expect(splitMoney(19_900, [3_000])).toEqual({ shares: [3_000], rest: 16_900 });
    expect(splitMoney(500, [])).toEqual({ shares: [], rest: 500 });
    expect(splitMoney(500, [0, 0])).toEqual({ shares: [0, 0], rest: 500 });
  });

  test('preserves the total and never pays a player more than their fee', () => {
    fc.assert(
      fc.property(fc.nat(50_000), fc.array(fc.nat(5_000), { maxLength: 6 }), (cents, fees) => {
        const { shares, rest } = splitMoney(cents, fees);
        expect(shares.reduce((sum, share) => sum + share, rest)).toBe(cents);
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(fees[index]!);
        }
      }),
    );
  });
});

test('lists five seats with requested roles first and maps a lock to small forward', () => {
  expect(toSeats(['PG', 'Lock'])).toEqual([
    { seat: 0, role: 'PG' },
    { seat: 1, role: 'Lock' },
    { seat: 2, role: null },
    { seat: 3, role: null },
    { seat: 4, role: null },
  ]);
  expect(toSeats(['1', '2', '3', '4', '5', '6'])).toHaveLength(5);
  expect(listMissingRoles(['PG', 'Lock'])).toEqual(['SG', 'PF', 'C']);
  expect(listMissingRoles(['PG', 'PG', 'C', 'SG'])).toEqual(['Lock', 'PF']);
  expect([getPosition('Lock'), getPosition('PG')]).toEqual(['SF', 'PG']);
});

test("maps the form's tiers, regions and platforms to those of profiles", () => {
  expect(TIER_RATINGS).toEqual({ beginner: [1, 80], intermediate: [80, 90], advanced: [90, 95], elite: [95, 99] });
  expect(Object.values(PROFILE_REGION)).toEqual(['NA-East', 'NA-West', 'EU', 'Asia', 'Oceania']);
  expect(PROFILE_PLATFORM).toEqual({ ps5: 'PS5', xbox: 'Xbox Series', pc: 'PC' });
});
