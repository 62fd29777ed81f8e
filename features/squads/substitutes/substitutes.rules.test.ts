import { expect, test } from 'vitest';
import { addMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import * as messages from '../squads.messages.ts';
import {
  countOfferedSeats,
  findRequestEnd,
  getOfferDeadline,
  isDroppingOut,
  isOfferedAutomatically,
  isQueueAskedFirst,
  listEmptySeats,
  listSeatsToOffer,
  listSurplusOffers,
} from './substitutes.rules.ts';

const now = new Date('2026-11-23T12:00:00Z');
const minutesFor = (remainingMs: number) => {
  const until = getOfferDeadline(addMs(now, remainingMs), now);
  return until && (until.getTime() - now.getTime()) / MINUTE_MS;
};

test('gives half an hour to answer an offer, less before a near session and more before a distant one', () => {
  expect(minutesFor(20 * HOUR_MS)).toBe(30);
  expect(minutesFor(HOUR_MS)).toBe(15);
  expect(minutesFor(12 * MINUTE_MS)).toBe(5);
  expect(minutesFor(5 * MINUTE_MS)).toBe(5);
  expect(minutesFor(5 * MINUTE_MS - 1)).toBeUndefined();
  expect(minutesFor(-HOUR_MS)).toBeUndefined();
  expect(minutesFor(3 * DAY_MS)).toBe(180);
});

test('asks the live queue first while a session from it is being played', () => {
  const session = { startsAt: now, answersUntil: addMs(now, HOUR_MS), version: 1, calledOffAt: null, follows: null };
  expect(isQueueAskedFirst(session, now)).toBe(true);
  expect(isQueueAskedFirst(session, addMs(now, -MINUTE_MS))).toBe(false);
  expect(isQueueAskedFirst(session, addMs(now, HOUR_MS))).toBe(false);
  expect(isQueueAskedFirst({ ...session, follows: 'last' }, now)).toBe(false);
  expect(isQueueAskedFirst({ ...session, answersUntil: null }, now)).toBe(false);
});

test('counts a spot once, however many players are invited to it', () => {
  const offers = (['C', 'C', 'PG', 'C'] as const).map((seat, id) => ({ id, seat }));
  expect([countOfferedSeats(offers), countOfferedSeats([])]).toEqual([2, 0]);
  expect(listSurplusOffers(offers, 2)).toEqual([]);
  expect(listSurplusOffers(offers, 1)).toEqual([{ id: 2, seat: 'PG' }]);
  expect(listSurplusOffers(offers, 0)).toHaveLength(4);
});

test('offers a spot automatically only in the 24 hours before a session', () => {
  expect(isOfferedAutomatically(addMs(now, DAY_MS - 1), now)).toBe(true);
  expect(isOfferedAutomatically(addMs(now, DAY_MS), now)).toBe(false);
  expect(isOfferedAutomatically(now, now)).toBe(false);
});

test('counts declining, and changing from yes to maybe, as dropping out', () => {
  const falls = (['yes', 'maybe', 'no', undefined] as const).map((before) => [
    isDroppingOut(before, 'no'),
    isDroppingOut(before, 'maybe'),
    isDroppingOut(before, 'yes'),
  ]);
  expect(falls).toEqual([
    [true, true, false],
    [true, false, false],
    [false, false, false],
    [true, false, false],
  ]);
});

test('offers the spots of missing members, except those who may still come', () => {
  const memberIds = ['a', 'b', 'c', 'd', 'e'];
  const createTable = (answers: Record<string, 'yes' | 'maybe' | 'no'>, wasConfirmed = false) => ({
    ...{ size: 5, memberIds, stoodOnce: wasConfirmed },
    answers: Object.entries(answers).map(([userId, answer]) => ({ userId, answer })),
  });
  const one = { a: 'yes', b: 'yes', c: 'no' } as const;
  expect(listSeatsToOffer(createTable(one), false)).toBe(1);
  expect(listSeatsToOffer(createTable(one), true)).toBe(3);
  expect(listSeatsToOffer(createTable(one, true), false)).toBe(3);
  expect(listSeatsToOffer(createTable({ ...one, d: 'maybe' }), false)).toBe(2);
  expect(listSeatsToOffer(createTable({ ...one, guest: 'yes' }), false)).toBe(0);
  expect(listSeatsToOffer(createTable({ a: 'no', guest: 'yes' }), true)).toBe(0);
});

test("offers undecided members' spots last, and one spot in a squad of two", () => {
  expect(listEmptySeats(5, { takenSeats: ['PG', 'C'], mayStill: ['SG'] })).toEqual(['SF', 'PF', 'SG']);
  expect(listEmptySeats(5, { takenSeats: ['PG', 'PG', null, 'SF'], mayStill: [] })).toEqual(['SG', 'PF', 'C']);
  expect(listEmptySeats(2, { takenSeats: ['PG'], mayStill: [] })).toEqual([null]);
});

test('returns the reason a sub offer is over', () => {
  const session = { startsAt: addMs(now, HOUR_MS), version: 1, calledOffAt: null, answersUntil: null };
  const request = { state: 'asked' as const, version: 1, until: addMs(now, MINUTE_MS) };
  expect(findRequestEnd(request, session, now)).toBeUndefined();
  expect(findRequestEnd({ ...request, until: now }, session, now)).toBe(messages.subLapsed);
  expect(findRequestEnd(request, { ...session, version: 2 }, now)).toBe(messages.subMoved);
  expect(findRequestEnd(request, { ...session, calledOffAt: now }, now)).toBe(messages.subCanceled);
  expect(findRequestEnd(request, { ...session, startsAt: now }, now)).toBe(messages.subLapsed);
  expect(findRequestEnd({ ...request, state: 'in' }, { ...session, startsAt: now }, now)).toBeUndefined();
  expect(findRequestEnd({ ...request, state: 'out' }, session, now)).toBe(messages.subOut);
});
