import { describe, expect, test } from 'vitest';
import { english, translate } from '../../messages/lazy-text.ts';
import { getTranslator } from '../../messages/translators.ts';
import { addMs } from '../../time/instants.ts';
import { isRunning, resolvePlan } from './entitlements.rules.ts';
import * as ledger from './ledger.rules.ts';
import { getRetryDelay } from './money-worker.rules.ts';
import { computeFee, formatFeeLine, getFeePoints } from './orders/fees.rules.ts';
import {
  computeCredit,
  computeFoundersTerms,
  describeRefund,
  getOffer,
  ORDER_DEADLINES,
} from './orders/orders.rules.ts';
import { getPriceId, isHandledEventType, omitPersonalData } from './provider-events/provider-events.rules.ts';
import { compareFigures } from './reconcile.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('price catalog', () => {
  test('has one kind, name, price and mode for each price id', () => {
    const soldOffers = [
      ['PRICE_FOUNDERS_6MO', 'founders', 'Founders Premium', 'payment'],
      ['PRICE_TEAM_ASSEMBLY', 'assembly', 'Team Assembly Concierge', 'payment'],
      ['PRICE_7G_ROLE', 'hire', '7-Game Role Player', 'payment'],
      ['PRICE_7G_LOCK', 'hire', '7-Game Lock/PG', 'payment'],
      ['PRICE_7G_ELITE', 'hire', '7-Game Elite', 'payment'],
      ['PRICE_COACHING_30', 'coaching', 'Coaching Sprint', 'payment'],
      ['PRICE_PRO_MONTHLY', 'subscription', 'Pro plan', 'subscription'],
      ['PRICE_PREMIUM_MONTHLY', 'subscription', 'Premium plan', 'subscription'],
    ];
    for (const [priceId, kind, name, mode] of soldOffers) {
      expect(getOffer(priceId!)).toEqual({ priceId, kind, name, mode, cents: expect.any(Number) });
    }
  });

  test('rejects unknown ids, including names of inherited object properties', () => {
    expect(getOffer('PRICE_OF_NOTHING')).toBeUndefined();
    expect(getOffer('toString')).toBeUndefined();
  });
});

test('has order deadlines that match the published terms', () => {
  expect(ORDER_DEADLINES).toEqual({
    payment: 45 * 60_000,
    paymentRecheck: 10 * 60_000,
    choice: 7 * DAY,
    accept: DAY,
    silence: 48 * HOUR,
    idle: 14 * DAY,
    coachingCheck: 48 * HOUR,
    assembly: 48 * HOUR,
    run: 7 * DAY,
    guarantee: 7 * DAY,
    provider: DAY,
    sellerOnboarding: 30 * DAY,
    admin: 3 * DAY,
  });
  expect(addMs(now, HOUR)).toEqual(new Date('2026-03-02T13:00:00Z'));
});

test('limits a hire credit to its cap', () => {
  expect([computeCredit(7_500, 100), computeCredit(10_000, 100), computeCredit(15_000, 100)]).toEqual([
    7_500, 10_000, 10_000,
  ]);
});

describe('Founders seat', () => {
  test('runs for six months, ending on the same day or the last day of a shorter month', () => {
    const computeEnd = (paidOn: string) => computeFoundersTerms(new Date(paidOn), 1).expiresAt.toISOString();
    expect(computeEnd('2026-03-02T12:00:00Z')).toBe('2026-09-02T12:00:00.000Z');
    expect(computeEnd('2026-08-31T12:00:00Z')).toBe('2027-02-28T12:00:00.000Z');
  });

  test('grants priority matching only to the first buyers', () => {
    const getPriority = (seat: number) => computeFoundersTerms(now, seat).priority;
    const last = [...Array(1_001).keys()].filter((seat) => seat > 0 && getPriority(seat)).at(-1)!;
    expect(getPriority(1)).toBe(true);
    expect(getPriority(last + 1)).toBe(false);
  });
});

describe('current plan', () => {
  const afterNow = new Date(now.getTime() + 1);
  const createSubscription = (plan: 'pro' | 'premium', status = 'active') => ({ plan, status, currentPeriodEnd: null });

  test('continues while the provider retries a renewal, and ends when it gives up', () => {
    expect(['active', 'trialing', 'past_due'].every((status) => isRunning({ status }))).toBe(true);
    expect(['canceled', 'unpaid', 'incomplete'].some((status) => isRunning({ status }))).toBe(false);
    expect([isRunning(null), isRunning(undefined)]).toEqual([false, false]);
  });

  test('prefers Founders over Premium over Pro over Free', () => {
    expect(resolvePlan({ foundersExpiresAt: afterNow }, createSubscription('pro'), now, 'Elite')).toBe(
      'Founders Premium',
    );
    expect(resolvePlan({ foundersExpiresAt: now }, createSubscription('pro'), now, null)).toBe('Pro');
    expect(resolvePlan({ foundersExpiresAt: null }, createSubscription('premium'), now, null)).toBe('Premium');
    expect(resolvePlan(undefined, createSubscription('pro'), now, 'Premium')).toBe('Premium');
    expect(resolvePlan(undefined, undefined, now, 'Elite')).toBe('Premium');
    expect(resolvePlan(undefined, createSubscription('premium', 'canceled'), now, null)).toBe('Free');
    expect(resolvePlan(undefined, undefined, now, null)).toBe('Free');
  });
});

describe('ledger entry', () => {
  test('books each amount to its accounts', () => {
    expect(ledger.createPaymentEntries(9_000, 1_000)).toEqual({ buyer: -9_000, held: 10_000, platform: -1_000 });
    expect(ledger.createInvoiceEntries(999)).toEqual({ buyer: -999, platform: 999 });
    expect(ledger.createFeeEntries(59)).toEqual({ platform: -59, processor_fee: 59 });
    expect(ledger.createReleaseEntries(500)).toEqual({ held: -500, seller: 500 });
    expect(ledger.createRefundEntries(300, 200)).toEqual({ held: -500, refund: 300, platform: 200 });
    expect(ledger.createEarnedRefundEntries(999)).toEqual({ platform: -999, refund: 999 });
    expect(ledger.createEarningEntries(500)).toEqual({ held: -500, platform: 500 });
    expect(ledger.createReturnedRefundEntries(300)).toEqual({ refund: -300, held: 300 });
    expect(ledger.createChargebackEntries(1_000, 400)).toEqual({ buyer: 1_000, held: -400, platform: -600 });
    expect(ledger.createChargebackEntries(1_000, 4_000)).toEqual({ buyer: 1_000, held: -1_000, platform: -0 });
  });

  test('omits zero amounts and adds up to the charged amount', () => {
    expect(ledger.omitZeroEntries({ buyer: -5, held: 5, platform: 0 })).toEqual([
      ['buyer', -5],
      ['held', 5],
    ]);
    expect(ledger.toBalance({ buyer: -100, held: 40, seller: 30, refund: 20, platform: 7, processor_fee: 3 })).toEqual({
      charged: 100,
      held: 40,
      released: 30,
      refunded: 20,
      fees: 10,
    });
    expect(Object.is(ledger.toBalance({}).charged, 0)).toBe(true);
  });
});

test("uses the fee of the order kind or the seller's own terms, and none for plans and seats", () => {
  const terms = { byKind: { hire: 500, coaching: 700, assembly: 0 }, bySeller: { ada: { hire: 250 } } };
  const computePoints = (kind: Parameters<typeof getFeePoints>[0], seller: string | null) =>
    getFeePoints(kind, seller, terms);
  expect([computePoints('hire', null), computePoints('hire', 'bob'), computePoints('hire', 'ada')]).toEqual([
    500, 500, 250,
  ]);
  expect([computePoints('coaching', 'ada'), computePoints('assembly', 'ada')]).toEqual([700, 0]);
  expect([computePoints('founders', 'ada'), computePoints('subscription', null)]).toEqual([0, 0]);
  expect([computeFee(10_000, 250), computeFee(333, 500), computeFee(100, 0)]).toEqual([250, 17, 0]);
  expect(formatFeeLine(english, 10_000, 0)).toBe('Our fee is 0%, so the whole $100 goes to the player.');
  expect(formatFeeLine(english, 3_000, 500, 'coach')).toBe(
    'The price includes our fee of 5%: $1.50 for us, $28.50 for the coach.',
  );
});

test("formats fees and refunds for the reader's language", () => {
  const german = getTranslator('de');
  expect(formatFeeLine(german, 3_000, 750)).toBe(
    'Vom Preis gehen 2,25\u00a0$ (7,5\u00a0%) als Gebühr an uns und 27,75\u00a0$ an den Spieler.',
  );
  const refund = describeRefund({ cash: 9_950, credit: 0 }, true);
  expect(translate(english, refund)).toBe("We're refunding $99.50 to your card.");
  expect(translate(german, refund)).toBe('Wir erstatten 99,50\u00a0$ auf deine Karte.');
});

test('starts retries at five seconds, doubles the delay each time, and caps it at an hour', () => {
  expect([0, 1, 2, 3, 10, 11, 20].map(getRetryDelay)).toEqual([
    5_000, 5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000,
  ]);
});

test('reports every difference between the books, including orders missing on either side', () => {
  const createFigures = (chargedCents: number, refundedCents = 0, transferredCents = 0, feeCents = 0) => ({
    charged: chargedCents,
    refunded: refundedCents,
    transferred: transferredCents,
    fees: feeCents,
  });
  const ledgerFigures = new Map([
    ['b', createFigures(10, 5)],
    ['a', createFigures(1)],
    ['same', createFigures(7, 7, 7)],
  ]);
  const otherFigures = new Map([
    ['b', createFigures(10, 4, 3, 1)],
    ['c', createFigures(2)],
    ['same', createFigures(7, 7, 7)],
  ]);
  expect(compareFigures(ledgerFigures, otherFigures)).toEqual([
    { orderId: 'a', what: 'charged', ledger: 1, processor: 0 },
    { orderId: 'b', what: 'refunded', ledger: 5, processor: 4 },
    { orderId: 'b', what: 'transferred', ledger: 0, processor: 3 },
    { orderId: 'b', what: 'fees', ledger: 0, processor: 1 },
    { orderId: 'c', what: 'charged', ledger: 0, processor: 2 },
  ]);
});

describe('event parser', () => {
  test('recognizes only the listed event types', () => {
    expect(isHandledEventType('invoice.paid')).toBe(true);
    expect(isHandledEventType('invoice.created')).toBe(false);
  });

  test('omits payer data at any depth', () => {
    const event = {
      id: 'evt',
      object: { amount: 5, email: 'a@example.org', lines: [{ customer_name: 'A', price: 1, nothing: null }] },
    };
    expect(omitPersonalData(event)).toEqual({
      id: 'evt',
      object: { amount: 5, lines: [{ price: 1, nothing: null }] },
    });
  });

  test('reads our price id from the metadata, or returns null', () => {
    expect(getPriceId({ metadata: { price_id: 'p' } })).toBe('p');
    expect([getPriceId({ metadata: {} }), getPriceId({ metadata: null }), getPriceId({})]).toEqual([null, null, null]);
  });
});
