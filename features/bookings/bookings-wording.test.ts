import { expect, test } from 'vitest';
import { createTranslator } from '../../messages/translator.ts';
import type { OrderCard } from '../payments/money.schema.ts';
import { describeOrderStep, getStateLabel } from '../payments/ui/order-labels.ts';
import { type BookingView, BookingView as Shape } from './bookings.schema.ts';
import { describeNextStep, getBookingStage } from './bookings.wording.ts';

type Stand = Parameters<typeof describeNextStep>[1];
const STATUSES = Shape.shape.status.options;
const SIDES = Shape.shape.side.options;
const RESPONSIBLE_PARTIES = ['buyer', 'seller', 'admin', 'service', null];
const t = createTranslator();
const game: BookingView['games'][number] = {
  no: 1,
  buyerConfirmed: true,
  sellerConfirmed: false,
  counted: false,
  silent: null,
  countsAt: null,
  note: '',
};
const hire: Stand = {
  type: 'hire',
  status: 'accepted',
  side: 'buyer',
  waitsFor: 'buyer',
  frozen: false,
  stopped: false,
  games: [],
};

/** All combinations of hire state that affect the wording. */
const hires = STATUSES.flatMap((status) =>
  SIDES.flatMap((side) =>
    RESPONSIBLE_PARTIES.flatMap((waitsFor) =>
      [[], [game], [{ ...game, counted: true }]].map((games): Stand => ({ ...hire, status, side, waitsFor, games })),
    ),
  ),
);

test('asks no one to play or confirm while a hire is on hold', () => {
  for (const status of ['accepted', 'in_progress'] as const) {
    for (const side of SIDES) {
      expect(describeNextStep(t, { ...hire, status, side, stopped: true })).not.toMatch(/play|confirm/i);
    }
    expect(describeNextStep(t, { ...hire, status, stopped: true })).toBe('Continue or end the hire.');
  }
});

test('asks to play the next game before asking to confirm it', () => {
  for (const side of SIDES) {
    const between: Stand = { ...hire, status: 'in_progress', side, games: [{ ...game, counted: true }] };
    expect(describeNextStep(t, between)).toBe('Play the next game, then both of you confirm it here.');
  }
  expect(describeNextStep(t, { ...hire, status: 'in_progress', games: [game] })).toBe('Confirm the next game.');
  expect(getBookingStage({ ...hire, status: 'in_progress', games: [{ ...game, counted: true }] })).toBe('between');
  expect(getBookingStage({ ...hire, status: 'in_progress', games: [game] })).toBe('in_progress');
});

test('says money is on its way only when neither side has to act first', () => {
  for (const stand of hires) {
    const text = describeNextStep(t, stand) ?? '';
    if (!/on its way/.test(text)) continue;
    expect(stand, text).toMatchObject({ waitsFor: expect.stringMatching(/admin|buyer|service/) });
    expect(stand.status === 'ended_early' && stand.games.some(({ counted }) => !counted), text).toBe(false);
  }
  expect(describeNextStep(t, { ...hire, status: 'completed', waitsFor: 'service' })).toMatch(/on its way/);
});

test('says for each side that a game contested after the end is on hold', () => {
  const contestedHire: Stand = { ...hire, status: 'ended_early', waitsFor: 'seller', games: [game] };
  expect(describeNextStep(t, contestedHire)).toContain(
    "to confirm or dispute the last game. We're holding the money for it until then.",
  );
  expect(describeNextStep(t, { ...contestedHire, side: 'seller' })).toContain(
    "The hire has ended. Confirm or dispute its last game. We're holding the money for it until then.",
  );
  const decidedGame: Stand = { ...contestedHire, games: [{ ...game, counted: true }], waitsFor: 'seller' };
  expect(describeNextStep(t, decidedGame)).toBe(
    "The hire has ended. We'll pay the player once they're verified for payouts.",
  );
});

test('mentions only the review while a payment is under bank review', () => {
  for (const stand of hires)
    expect(describeNextStep(t, { ...stand, frozen: true })).toMatch(/^The payment is under review/);
});

/** Statuses of a coaching session. The other statuses belong to hires only. */
const COACHING = ['reserved', 'held', 'scheduled', 'started', 'completed', 'released', 'cancelled', 'refunded'];
const HIRE_WORDS = /\b(hire|player|game)s?\b/i;

test('never describes a coaching session as a hire, on its page or in the order list', () => {
  for (const stage of [...COACHING, 'disputed', 'decided'])
    for (const side of SIDES)
      for (const waitsFor of RESPONSIBLE_PARTIES) {
        const stand = { ...hire, type: 'coaching' as const, status: stage as Stand['status'], side, waitsFor };
        expect(describeNextStep(t, stand) ?? '').not.toMatch(HIRE_WORDS);
        const order = { kind: 'coaching', state: 'paid', stage, side, waitsFor, settledAt: null, frozen: false };
        expect(`${describeOrderStep(t, order as OrderCard)} ${getStateLabel(t, order as OrderCard).label}`).not.toMatch(
          HIRE_WORDS,
        );
      }
});
