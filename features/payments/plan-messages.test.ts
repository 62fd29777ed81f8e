import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { english } from '../../messages/lazy-text.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { findAccountEmail } from '../accounts/account-views.queries.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { startCheckout } from './checkout.commands.ts';
import { findCurrentSubscription } from './entitlements.queries.ts';
import { readOrder } from './money.commands.ts';
import { getStripe } from './payment-provider.commands.ts';
import { listReceiptParts } from './receipts.commands.ts';
import { findOrCreateMonthlyPrice, refundPlanUnderGuarantee } from './subscriptions.commands.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';
import { readMessages } from './test-orders.ts';

let context: MoneyContext;
beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

async function plan(card = '4242424242424242') {
  const { deps, sandbox } = context;
  const buyer = await makeUser(deps);
  const request = {
    priceId: 'PRICE_PRO_MONTHLY',
    userId: buyer.userId,
    mode: 'subscription' as const,
    useCredit: false,
  };
  const { orderId } = await startCheckout(deps, buyer, request);
  const session = Object.values(sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
  sandbox.engine.pay(session, findCard(card)!);
  await context.quiesce();
  const { subscriptionId } = (await findCurrentSubscription(deps.db, buyer.userId))!;
  return { buyer, orderId, there: sandbox.state.subscriptions[subscriptionId]! };
}

describe('plan notification', () => {
  it('lists each payment with its plan, period, amount and card', async () => {
    const { deps, sandbox } = context;
    const { buyer, orderId, there } = await plan();
    sandbox.engine.endPeriod(there);
    await context.quiesce();
    const order = await readOrder(deps, buyer, orderId);
    const { invoices } = order;
    expect(invoices).toMatchObject([
      { plan: 'pro', cents: 999, card: 'Visa •••• 4242' },
      { plan: 'pro', cents: 999, card: 'Visa •••• 4242' },
    ]);
    expect(invoices[1]!.from).toBe(invoices[0]!.until);
    expect((await readMessages(deps, buyer.userId)).at(-1)).toMatchObject({
      title: 'Your Pro plan was renewed',
      lines: [
        `We charged $9.99 to your card (Visa •••• 4242) for ${formatUtcDay(english, new Date(invoices[1]!.from))} to ${formatUtcDay(english, new Date(invoices[1]!.until))}.`,
      ],
    });
    const rows = (await listReceiptParts(english, deps, buyer, order)).flatMap((part) =>
      part.is === 'row' ? [[part.label, part.value]] : [],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Buyer', await findAccountEmail(deps.db, buyer.userId)],
        ['Seller', 'Planet Crew'],
        ...invoices.map(({ from, until }) => [
          `Pro, ${from.slice(0, 10)} to ${until.slice(0, 10)}, Visa •••• 4242`,
          '$9.99',
        ]),
      ]),
    );
  });

  it('announces an upgrade with its price', async () => {
    const { deps, sandbox } = context;
    const { buyer, orderId, there } = await plan();
    sandbox.engine.changePlan(there, await findOrCreateMonthlyPrice(deps, getStripe(deps), 'PRICE_PREMIUM_MONTHLY'));
    await context.quiesce();
    const { invoices } = await readOrder(deps, buyer, orderId);
    expect(invoices[1]!.plan).toBe('premium');
    const message = (await readMessages(deps, buyer.userId)).find(({ title }) => title === 'Your plan is now Premium')!;
    expect(message.lines[0]).toContain(`$${(invoices[1]!.cents / 100).toFixed(2)}`);
  });

  it('announces a refund', async () => {
    const { deps } = context;
    const { buyer } = await plan();
    await refundPlanUnderGuarantee(deps, buyer);
    expect((await readMessages(deps, buyer.userId)).at(-1)).toMatchObject({
      title: 'Your refund is on its way',
      lines: [expect.stringContaining("We're refunding $9.99 to your card.")],
    });
  });

  it.each([
    ['4000002500003155', 'Confirm your plan renewal', '$9.99'],
    ['4000000000000341', "We couldn't renew your plan", 'declined'],
  ])('reports a failed renewal with card %s as "%s"', async (card, title, word) => {
    const { deps, sandbox } = context;
    const { buyer, there } = await plan(card);
    sandbox.engine.endPeriod(there);
    await context.quiesce();
    const unpaidMessages = (await readMessages(deps, buyer.userId)).filter(({ path }) => path === '/protocol/account');
    expect(unpaidMessages).toMatchObject([{ title, lines: expect.arrayContaining([expect.stringContaining(word)]) }]);
  });
});
