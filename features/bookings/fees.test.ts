import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feeTerms } from '../../content/fee-terms.ts';
import { english } from '../../messages/lazy-text.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { computeFee, formatFeeLine, getFeePoints } from '../payments/orders/fees.rules.ts';
import { toReceiptRows } from '../payments/receipts.commands.ts';
import { createJourneys } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { makeSeller } from './bookings.factory.ts';

let context: MoneyContext;
const { good, buy, order } = createJourneys(() => context);
beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

async function playHire(points: number | undefined) {
  const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
  if (points !== undefined) feeTerms.bySeller[seller.userId] = { hire: points };
  const { offers } = await good(undefined, 'GET', `/api/hire/offers?player=${seller.userId}`);
  const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
  // The order must keep its fee when the fee terms change later.
  delete feeTerms.bySeller[seller.userId];
  const path = `/api/bookings/${(await order(buyer, id)).bookingId}`;
  await good(seller, 'POST', `${path}/answer`, { accept: true });
  for (let no = 1; no <= 7; no++) {
    for (const user of [seller, buyer]) await good(user, 'POST', `${path}/games`, { no });
  }
  await context.quiesce();
  return { view: await order(buyer, id), offers, sent: Object.values(context.sandbox.state.transfers).at(-1)!.amount };
}

describe('platform fee', () => {
  test('is zero by default and shown on the order and the receipt', async () => {
    const { view, sent } = await playHire(undefined);
    expect(sent).toBe(10_000);
    expect(view).toMatchObject({ feePoints: 0, feeCents: 0, balance: { released: 10_000 } });
    expect(toReceiptRows(english, view)).toContainEqual(['Planet Crew fee (0%), taken from released funds', '$0']);
  });

  test('is fixed with the order for a seller and shown in the ledger and on the receipt', async () => {
    const { view, sent } = await playHire(750);
    expect(sent).toBe(9_250);
    expect(view).toMatchObject({ feePoints: 750, feeCents: 750, balance: { held: 0, released: 9_250 } });
    const line = view.ledger.find((one: { memo: string }) => one.memo.includes('fee of 7.5%'));
    expect(line.entries).toEqual(
      expect.arrayContaining([
        { account: 'held', cents: -10_000 },
        { account: 'seller', cents: 9_250 },
        { account: 'platform', cents: 750 },
      ]),
    );
    expect(toReceiptRows(english, view)).toContainEqual(['Planet Crew fee (7.5%), taken from released funds', '$7.50']);
  });

  test('is set by order type and seller, and rounded to the cent', () => {
    const terms = { byKind: { hire: 500, coaching: 0, assembly: 0 }, bySeller: { someone: { hire: 0 } } };
    expect(getFeePoints('hire', null, terms)).toBe(500);
    expect(getFeePoints('hire', 'someone', terms)).toBe(0);
    expect(getFeePoints('founders', 'someone', terms)).toBe(0);
    expect(Object.values(feeTerms.byKind)).toEqual([0, 0, 0]);
    expect(feeTerms.bySeller).toEqual({});
    expect([computeFee(1_429, 750), computeFee(1, 10_000), computeFee(0, 500)]).toEqual([107, 1, 0]);
    expect(formatFeeLine(english, 10_000, 0)).toBe('Our fee is 0%, so the whole $100 goes to the player.');
    expect(formatFeeLine(english, 10_000, 750)).toBe(
      'The price includes our fee of 7.5%: $7.50 for us, $92.50 for the player.',
    );
  });
});
