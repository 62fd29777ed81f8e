import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import * as messages from '../bookings.messages.ts';
import {
  applyCallDeadline,
  type Call,
  cancelCall,
  closeCall,
  getCallEnd,
  hasConcierge,
  listCallSlots,
  releaseCall,
  takeCall,
} from './phone-calls.rules.ts';

const START = new Date('2026-03-09T18:00:00Z');
const timeAt = (ms: number) => new Date(START.getTime() + ms);
const call = (status: Call['status'], takenBy: string | null = null): Call => ({ status, startsAt: START, takenBy });
const CLOSED_STATUSES: Call['status'][] = ['done', 'missed', 'cancelled'];

test('includes the concierge in Premium and above only', () => {
  expect((['Free', 'Pro', 'Premium', 'Founders Premium'] as const).map(hasConcierge)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

describe('half-hour slots', () => {
  const toClock = (iso: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(iso));

  test.each([
    ['in winter', '2026-01-05T12:00:00Z', '2026-01-05T19:00:00.000Z'],
    ['in summer', '2026-07-06T12:00:00Z', '2026-07-06T18:00:00.000Z'],
  ])('run Monday to Friday, 2 to 10 PM New York time: %s', (_when, now, first) => {
    const slots = listCallSlots(new Date(now), []);
    expect(slots[0]!.startsAt).toBe(first);
    const clocks = slots.map((slot) => toClock(slot.startsAt));
    expect([...new Set(clocks.map((one) => one.slice(0, 3)))].sort()).toEqual(['Fri', 'Mon', 'Thu', 'Tue', 'Wed']);
    const hours = clocks.map((one) => one.slice(4)).sort();
    expect([hours[0], hours.at(-1)]).toEqual(['14:00', '21:30']);
  });

  test.each([
    ['forward', '2026-03-06T12:00:00Z', '2026-03-06T19:00:00.000Z', '2026-03-09T18:00:00.000Z'],
    ['back', '2026-10-30T12:00:00Z', '2026-10-30T18:00:00.000Z', '2026-11-02T19:00:00.000Z'],
  ])('keep New York time when clocks go %s over the weekend', (_way, now, friday, monday) => {
    const starts = listCallSlots(new Date(now), []).map((slot) => slot.startsAt);
    expect(starts).toContain(friday);
    expect(starts.indexOf(monday) - starts.indexOf(friday)).toBe(16);
  });

  test('are not offered when they are taken or start in less than two hours', () => {
    const now = new Date('2026-03-09T18:00:00Z');
    const all = listCallSlots(now, []).map((slot) => slot.startsAt);
    expect(all[0]).toBe('2026-03-09T20:00:00.000Z');
    expect(listCallSlots(now, [new Date(all[0]!)]).map((slot) => slot.startsAt)).toEqual(all.slice(1));
  });

  test('have the configured length', () => {
    expect(getCallEnd(START)).toEqual(timeAt(30 * MINUTE_MS));
  });
});

describe('assigning a call', () => {
  test('is limited to one admin', () => {
    expect(takeCall(call('booked'), 'a')).toEqual({ status: 'taken', takenBy: 'a' });
    expect(takeCall(call('taken', 'a'), 'b')).toEqual({ no: messages.callTakenByOther });
    expect(takeCall(call('taken', 'a'), 'a')).toEqual({ no: messages.callAlreadyYours });
    for (const status of CLOSED_STATUSES) expect(takeCall(call(status), 'a')).toEqual({ no: messages.callOver });
  });

  test('can be undone by putting it back into the queue', () => {
    expect(releaseCall(call('taken', 'a'))).toEqual({ status: 'booked', takenBy: null });
    for (const status of ['booked', ...CLOSED_STATUSES] as const)
      expect(releaseCall(call(status))).toEqual({ no: messages.callNotTaken });
  });
});

describe('closing a call', () => {
  test('is limited to the admin who took it', () => {
    expect(closeCall(call('taken', 'a'), 'done', 'a', START)).toEqual({ status: 'done' });
    expect(closeCall(call('taken', 'a'), 'done', 'b', START)).toEqual({ no: messages.callTakenByOther });
    expect(closeCall(call('booked'), 'done', 'a', START)).toEqual({ no: messages.takeCallFirst });
    for (const status of CLOSED_STATUSES)
      expect(closeCall(call(status, 'a'), 'done', 'a', START)).toEqual({ no: messages.callOver });
  });

  test('is allowed for any admin when the one who took it has left', () => {
    expect(closeCall(call('taken'), 'done', 'b', START)).toEqual({ status: 'done' });
  });

  test('allows reporting a missed call only after its start', () => {
    expect(closeCall(call('taken', 'a'), 'missed', 'a', timeAt(-1))).toEqual({ no: messages.callTooEarly });
    expect(closeCall(call('taken', 'a'), 'missed', 'a', START)).toEqual({ status: 'missed' });
    expect(closeCall(call('taken', 'a'), 'done', 'a', timeAt(-1))).toEqual({ status: 'done' });
  });
});

describe('canceling a call', () => {
  test('is possible for the member until it begins, and for others even later', () => {
    expect(cancelCall(call('booked'), 'member', timeAt(-1))).toEqual({ status: 'cancelled', cancelledFor: 'member' });
    expect(cancelCall(call('taken', 'a'), 'member', START)).toEqual({ no: messages.callStarted });
    for (const why of ['desk', 'banned', 'leaving', 'plan'] as const)
      expect(cancelCall(call('taken', 'a'), why, timeAt(1))).toEqual({ status: 'cancelled', cancelledFor: why });
  });

  test('is not possible twice', () => {
    for (const status of CLOSED_STATUSES)
      expect(cancelCall(call(status), 'desk', timeAt(-1))).toEqual({ no: messages.callOver });
  });
});

describe('call deadline', () => {
  test('cancels a call that no one took within an hour of its start', () => {
    expect(applyCallDeadline(call('booked'), timeAt(HOUR_MS - 1))).toHaveProperty('no');
    expect(applyCallDeadline(call('booked'), timeAt(HOUR_MS))).toEqual({ status: 'cancelled', cancelledFor: 'nobody' });
  });

  test('closes a taken call as done after a day', () => {
    expect(applyCallDeadline(call('taken', 'a'), timeAt(DAY_MS - 1))).toHaveProperty('no');
    expect(applyCallDeadline(call('taken', 'a'), timeAt(DAY_MS))).toEqual({ status: 'done' });
  });

  test('does not affect a call that is over', () => {
    for (const status of CLOSED_STATUSES)
      expect(applyCallDeadline(call(status), timeAt(2 * DAY_MS))).toHaveProperty('no');
  });
});
