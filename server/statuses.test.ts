import { expect, test } from 'vitest';
import * as words from '../content/statuses.ts';
import { BOOKING_STATUSES } from '../features/bookings/bookings.schema.ts';
import { CALL_STATUSES } from '../features/bookings/phone-calls/phone-calls.schema.ts';
import { APPLICATION_STATUSES, LISTING_STATUSES } from '../features/lfg/lfg.schema.ts';
import { MATCH_STATUSES } from '../features/matches/matches.schema.ts';
import { ORDER_STATES } from '../features/payments/orders/orders.schema.ts';
import { TEAM_STATUSES } from '../features/team-assembly/team-assembly.schema.ts';
import { english } from '../messages/lazy-text.ts';

type StatusLabels = Readonly<Record<string, words.StageStatus>>;

/** Lists the statuses that have no label, or whose label is just their own name with different spacing. */
const listUnlabeled = (statuses: readonly string[], labels: StatusLabels): string[] =>
  statuses.filter((status) => {
    const badge = labels[status] && english(labels[status].badge);
    return !badge || (status.includes('_') && badge.includes('_'));
  });

test.each<[string, readonly string[], StatusLabels]>([
  ['an order', ORDER_STATES, words.orderStatuses],
  ['a booking', BOOKING_STATUSES, words.stageStatuses],
  ['an assembly', TEAM_STATUSES, words.stageStatuses],
  ['a match', MATCH_STATUSES, words.matchStatuses],
  ['an application', APPLICATION_STATUSES, words.applicationStatuses],
  ['a listing', LISTING_STATUSES, words.listingStatuses],
  ['a call', CALL_STATUSES.filter((status) => status !== 'cancelled'), words.callStatuses],
])('has a label for every status of %s', (_, statuses, labels) => {
  expect(listUnlabeled(statuses, labels)).toEqual([]);
});

test('detects a status without a label', () => {
  expect(listUnlabeled(['paid', 'in_orbit'], words.orderStatuses)).toEqual(['in_orbit']);
});

test('tells the acting side what to do and the other side who has to act', () => {
  const { next } = words.stageStatuses.held;
  expect(words.getNextStep(english, next, 'seller', 'coach')).toBe('Accept or decline.');
  expect(words.getNextStep(english, next, 'buyer', 'coach')).toBe('The coach will accept or decline.');
  expect(words.getNextStep(english, undefined, 'buyer', 'coach')).toBeUndefined();
});

test('shows no internal terms as a status', () => {
  const all = JSON.stringify(Object.values(words));
  expect(all).not.toMatch(/waiting for us|left over|\bpool\b/i);
});
