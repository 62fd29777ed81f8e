import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../content/paths.ts';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import type { StripeParams } from '../../integrations/stripe/stripe.client.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { startCheckout } from './checkout.commands.ts';
import { findCurrentSubscription, findEntitlement } from './entitlements.queries.ts';
import { getBalance } from './ledger.queries.ts';
import { readOrder } from './money.commands.ts';
import { findAction, insertAction, listActions } from './money-actions.queries.ts';
import { processOrderDeadlines } from './order-deadlines.commands.ts';
import { enqueueAction, refundHeld, releaseHeld } from './orders/orders.commands.ts';
import { getOffer, type PriceId } from './orders/orders.rules.ts';
import { moneyActions } from './payments.tables.ts';
import { listOutsideTransfers } from './provider-events/outside-movements.commands.ts';
import { catchUpEvents } from './provider-events/provider-events.commands.ts';
import { decideMovements } from './provider-movements.commands.ts';
import { listMovements } from './provider-movements.queries.ts';
import { reconcileBooks } from './reconcile.commands.ts';
import { startOnboarding } from './sellers.commands.ts';
import { findSellerAccount } from './sellers.queries.ts';
import { refundPlanUnderGuarantee } from './subscriptions.commands.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';
import { readHistory, readMessages, readMessageTitles, readOrderNow, verifyTestSeller } from './test-orders.ts';

type Person = { userId: string };

let context: MoneyContext;
let admin: Person;
beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

async function makePurchase(
  person: Person,
  priceId: PriceId = 'PRICE_7G_LOCK',
  card = '4242424242424242',
): Promise<string> {
  const { deps, sandbox } = context;
  const { mode } = getOffer(priceId)!;
  const { orderId } = await startCheckout(deps, person, { priceId, userId: person.userId, mode, useCredit: false });
  const session = Object.values(sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
  sandbox.engine.pay(session, findCard(card)!);
  await context.quiesce();
  return orderId;
}
const getIntent = async (orderId: string) => (await readOrderNow(context.deps, orderId)).paymentIntentId!;
const lastCharge = () => Object.values(context.sandbox.state.charges).at(-1)!;
const readAdminMessages = async () => readMessages(context.deps, admin.userId);
/** Expects no differences between the books and the provider. */
async function expectNoDifferences(orderId: string) {
  const differences = await reconcileBooks(context.deps);
  expect(differences.filter((one) => one.orderId === orderId)).toEqual([]);
}

describe("refund made in the provider's dashboard", () => {
  it('freezes the order, notifies everyone involved and blocks a second refund', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const id = await makePurchase(buyer);
    sandbox.engine.refund(await getIntent(id), undefined, {});
    await context.quiesce();
    const order = await readOrderNow(deps, id);
    expect(order).toMatchObject({ frozenAt: expect.any(Date), waitsFor: 'admin', settledAt: null });
    expect(await getBalance(deps.db, id)).toMatchObject({ charged: 10_000, held: 0, refunded: 10_000 });
    expect((await readHistory(deps, id)).at(-1)).toBe(
      "A refund of $100 was made in the payment provider's dashboard. Everything is paused until an admin decides.",
    );
    expect((await readAdminMessages()).at(-1)).toMatchObject({
      title: 'Money was moved outside Planet Crew',
      path: paths.adminOrder(id),
    });
    expect(await readMessageTitles(deps, buyer.userId)).toContain('$100 refunded');
    await expect(
      deps.db.transaction((tx) => refundHeld(tx, deps, order, { cause: 'second', cents: 10_000, memo: 'Second' })),
    ).rejects.toThrow('under review');
    await expectNoDifferences(id);
    await decideMovements(deps, admin, id, 'end');
    await context.quiesce();
    expect(
      (await readMessages(deps, buyer.userId)).find(({ title }) => title === 'Your order has ended'),
    ).toMatchObject({
      lines: ['Our staff decided to end your order.', 'We refunded $100 in total.'],
      path: paths.order(id),
    });
    expect(await readOrderNow(deps, id)).toMatchObject({ frozenAt: null, settledAt: expect.any(Date) });
    expect(lastCharge().amount_refunded).toBe(10_000);
    await expectNoDifferences(id);
  });

  it('lets the order continue at our expense when an admin decides so', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const id = await makePurchase(buyer);
    const before = await readOrderNow(deps, id);
    sandbox.engine.refund(await getIntent(id), 2_500, {});
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 7_500, refunded: 2_500 });
    await decideMovements(deps, admin, id, 'continue');
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 10_000, refunded: 2_500 });
    expect(await readOrderNow(deps, id)).toMatchObject({ frozenAt: null, waitsFor: before.waitsFor });
    expect(
      (await readMessages(deps, buyer.userId)).find(({ title }) => title === 'Your order is back on')!.lines,
    ).toEqual(['Our staff decided that your order can continue.', 'You keep your $25 refund.']);
    await expect(decideMovements(deps, admin, id, 'end')).rejects.toThrow('nothing to decide');
    // A later full refund sends only the rest of the payment to the card.
    const now = await readOrderNow(deps, id);
    const cash = await deps.db.transaction((tx) =>
      refundHeld(tx, deps, now, { cause: `rest:${id}`, cents: 10_000, memo: 'Rest' }),
    );
    expect(cash).toEqual({ cash: 7_500, credit: 2_500 });
    await context.quiesce();
    expect(lastCharge().amount_refunded).toBe(10_000);
    await expectNoDifferences(id);
  });

  it.each([
    [10_000, 'ends', { held: 0, refunded: 10_000 }],
    [1_000, 'continues', { held: 10_000, refunded: 1_000 }],
  ])('books %i cents when nobody decides within three days, and the order %s', async (cents, _what, sums) => {
    const { deps, sandbox } = context;
    const id = await makePurchase(await makeUser(deps));
    sandbox.engine.refund(await getIntent(id), cents, {});
    await context.quiesce();
    context.advance(3 * DAY_MS);
    await processOrderDeadlines(deps);
    expect(await getBalance(deps.db, id)).toMatchObject(sums);
    expect((await readOrderNow(deps, id)).frozenAt).toBeNull();
    expect(await readHistory(deps, id)).toContainEqual(expect.stringContaining('No one decided in time'));
  });

  it('is booked once, and found when its event was lost', async () => {
    const { deps, sandbox } = context;
    const id = await makePurchase(await makeUser(deps));
    sandbox.engine.refund(await getIntent(id), 1_000, {});
    sandbox.waiting.length = 0;
    await catchUpEvents(deps);
    await catchUpEvents(deps);
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 9_000, refunded: 1_000 });
    sandbox.engine.refund(await getIntent(id), 500, {});
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 8_500, refunded: 1_500 });
    expect((await listMovements(deps.db, id)).map(({ amountCents }) => amountCents)).toEqual([1_000, 500]);
  });

  it('replaces our own pending refund of the same money', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const id = await makePurchase(buyer);
    const order = await readOrderNow(deps, id);
    await deps.db.transaction((tx) =>
      refundHeld(tx, deps, order, { cause: `ours:${id}`, cents: 10_000, memo: 'Ours' }),
    );
    sandbox.engine.refund(await getIntent(id), undefined, {});
    await context.quiesce();
    const orderView = await readOrder(deps, buyer, id);
    expect(orderView).toMatchObject({
      balance: { charged: 10_000, refunded: 10_000 },
      refundableCents: 0,
      underWay: [],
    });
    await decideMovements(deps, admin, id, 'end');
    expect(await readMessages(deps, buyer.userId)).toContainEqual(
      expect.objectContaining({
        title: 'Your order has ended',
        lines: expect.arrayContaining(['We refunded $100 in total.']),
      }),
    );
    await context.quiesce();
    await context.quiesce();
    expect(await readHistory(deps, id)).toContain(
      "We didn't send our refund of $100 because the buyer had already received that money another way.",
    );
    expect(lastCharge().amount_refunded).toBe(10_000);
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, refunded: 10_000 });
    await expectNoDifferences(id);
  });

  it('reduces our pending refund to the rest when it covers only part of it', async () => {
    const { deps, sandbox } = context;
    const id = await makePurchase(await makeUser(deps));
    const order = await readOrderNow(deps, id);
    await deps.db.transaction((tx) =>
      refundHeld(tx, deps, order, { cause: `rest:${id}`, cents: 10_000, memo: 'Ours' }),
    );
    sandbox.engine.refund(await getIntent(id), 600, {});
    await context.quiesce();
    const [own] = (await readOrder(deps, admin, id)).underWay;
    expect(own).toMatchObject({ kind: 'refund', state: 'pending', cents: 9_400 });
    await decideMovements(deps, admin, id, 'end');
    await context.quiesce();
    expect(await readHistory(deps, id)).toContain(
      "We didn't send $6 of our refund because the buyer had already received that money another way.",
    );
    expect(lastCharge().amount_refunded).toBe(10_000);
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, refunded: 10_000 });
    await expectNoDifferences(id);
  });

  it('restores the held money and unfreezes the order when the refund bounces', async () => {
    const { deps, sandbox } = context;
    const id = await makePurchase(await makeUser(deps), 'PRICE_7G_LOCK', '4000000000005126');
    const before = await readOrderNow(deps, id);
    sandbox.engine.refund(await getIntent(id), undefined, {});
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 10_000, refunded: 0 });
    expect(await readOrderNow(deps, id)).toMatchObject({ frozenAt: null, waitsFor: before.waitsFor });
    await expectNoDifferences(id);
  });

  it('keeps the order open when another action finishes before the decision', async () => {
    const { deps, sandbox } = context;
    const id = await makePurchase(await makeUser(deps));
    sandbox.engine.refund(await getIntent(id), undefined, {});
    await context.quiesce();
    await deps.db.transaction((tx) => enqueueAction(tx, deps, id, { kind: 'read_fee', cause: `late:${id}` }));
    await context.quiesce();
    expect((await readOrderNow(deps, id)).settledAt).toBeNull();
    await decideMovements(deps, admin, id, 'continue');
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 10_000, refunded: 10_000 });
    expect((await readOrderNow(deps, id)).settledAt).toBeNull();
  });

  it('blocks a second refund under the guarantee after a refund for a month of a plan', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const id = await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    sandbox.engine.refund(lastCharge().payment_intent, undefined, {});
    await context.quiesce();
    expect(await readOrderNow(deps, id)).toMatchObject({ frozenAt: expect.any(Date), settledAt: null });
    await expect(refundPlanUnderGuarantee(deps, buyer)).rejects.toThrow('has already been refunded');
    await decideMovements(deps, admin, id, 'end');
    await context.quiesce();
    expect(lastCharge().amount_refunded).toBe(999);
    expect((await findCurrentSubscription(deps.db, buyer.userId))!.endingAt).not.toBeNull();
    expect(
      (await readMessages(deps, buyer.userId)).find(({ title }) => title === 'Your order has ended')!.lines,
    ).toEqual([
      'Our staff decided to end your order.',
      'We refunded $9.99 in total.',
      "Your plan has ended. You won't be charged again.",
    ]);
    await expectNoDifferences(id);
  });

  it("ends Founders Premium with a message that doesn't mention a bank", async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const id = await makePurchase(buyer, 'PRICE_FOUNDERS_6MO');
    sandbox.engine.refund(await getIntent(id), undefined, {});
    await context.quiesce();
    await decideMovements(deps, admin, id, 'end');
    await context.quiesce();
    expect((await findEntitlement(deps.db, buyer.userId))!.foundersExpiresAt).toBeNull();
    const message = (await readMessages(deps, buyer.userId)).find(
      ({ title }) => title === 'Founders Premium has ended',
    )!;
    expect(message.lines.join(' ')).not.toContain('bank');
    expect(message.lines).toEqual([
      "The payment was refunded or reversed, so you've lost your seat, priority matching and hire credit.",
    ]);
  });

  it('refuses a decision by the admin who bought the order', async () => {
    const { deps, sandbox } = context;
    const id = await makePurchase(admin);
    sandbox.engine.refund(await getIntent(id), 1_000, {});
    await context.quiesce();
    await expect(decideMovements(deps, admin, id, 'continue')).rejects.toThrow("You're involved in this order");
    await decideMovements(deps, await makeAdmin(deps), id, 'end');
  });
});

describe('payout changed in the dashboard', () => {
  async function setUpPayout() {
    const { deps, sandbox } = context;
    const seller = await makeUser(deps);
    await startOnboarding(deps, seller);
    const { accountId } = (await findSellerAccount(deps.db, seller.userId))!;
    sandbox.engine.onboard(accountId, '000123456789');
    await context.quiesce();
    await verifyTestSeller(deps, seller.userId);
    const id = await makePurchase(await makeUser(deps));
    const order = await readOrderNow(deps, id);
    const move = { cause: `pay:${id}`, cents: 10_000, memo: 'Paid', payeeId: seller.userId };
    await deps.db.transaction((tx) => releaseHeld(tx, deps, order, move));
    await context.quiesce();
    return { id, seller, transfer: Object.values(sandbox.state.transfers).at(-1)! };
  }

  it('pays the seller again after a reversal when the order continues', async () => {
    const { deps, sandbox } = context;
    const { id, seller, transfer } = await setUpPayout();
    sandbox.engine.reverse(transfer);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 10_000, released: 0 });
    expect((await readMessages(deps, seller.userId)).at(-1)).toMatchObject({ title: 'An order is on hold' });
    await expectNoDifferences(id);
    await decideMovements(deps, admin, id, 'continue');
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 10_000 });
    expect((await listActions(deps.db, id)).filter(({ kind }) => kind === 'transfer')).toHaveLength(2);
    await expectNoDifferences(id);
  });

  it('refunds the buyer after a reversal when the order ends', async () => {
    const { deps, sandbox } = context;
    const { id, transfer } = await setUpPayout();
    sandbox.engine.reverse(transfer, 4_000);
    await context.quiesce();
    await decideMovements(deps, admin, id, 'end');
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 6_000, refunded: 4_000 });
    await expectNoDifferences(id);
  });

  it('excludes our own payout whose event arrives before its transaction has ended', async () => {
    const { deps, sandbox } = context;
    const { id } = await setUpPayout();
    const event = sandbox.state.events.findLast(({ type }) => type === 'transfer.created')!;
    const action = (await listActions(deps.db, id)).find(({ kind }) => kind === 'transfer')!;
    await deps.db.delete(moneyActions).where(eq(moneyActions.id, action.id));
    // The transaction ends while we ask the provider for the payment that the payout belongs to.
    const endTransaction: typeof fetch = async (input, init) => {
      if (String(input).includes('/v1/charges/')) await insertAction(deps.db, action);
      return deps.fetch(input, init);
    };
    const transfer = { ...(event.data.object as StripeParams.Transfer), transfer_group: crypto.randomUUID() };
    expect(await listOutsideTransfers({ ...deps, fetch: endTransaction }, transfer)).toEqual([]);
    expect(await findAction(deps.db, action.id)).toBeDefined();
  });

  it('keeps the money when staff reverse their own payout and then end the order', async () => {
    const { deps, sandbox } = context;
    const { id, transfer } = await setUpPayout();
    const { destination } = transfer;
    const transferInput = { amount: 3_000, destination, transfer_group: id, source_transaction: null, metadata: {} };
    const own = sandbox.engine.transfer(transferInput);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 13_000 });
    sandbox.engine.reverse(own);
    await context.quiesce();
    await decideMovements(deps, admin, id, 'end');
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 10_000, refunded: 0 });
    await expectNoDifferences(id);
  });

  it('refunds the buyer when staff paid from held money and reversed the payout', async () => {
    const { deps, sandbox } = context;
    const { transfer } = await setUpPayout();
    const id = await makePurchase(await makeUser(deps));
    const { destination } = transfer;
    const transferInput = { amount: 3_000, destination, transfer_group: id, source_transaction: null, metadata: {} };
    sandbox.engine.reverse(sandbox.engine.transfer(transferInput));
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 10_000, released: 0 });
    await decideMovements(deps, admin, id, 'end');
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 0, refunded: 10_000 });
    await expectNoDifferences(id);
  });

  it('applies every event of a payout that staff reversed in parts', async () => {
    const { deps, sandbox } = context;
    const { transfer } = await setUpPayout();
    const id = await makePurchase(await makeUser(deps));
    const transferInput = { amount: 3_000, destination: transfer.destination, transfer_group: id };
    const own = sandbox.engine.transfer({ ...transferInput, source_transaction: null, metadata: {} });
    sandbox.engine.reverse(own, 2_000);
    sandbox.engine.reverse(own, 1_000);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 10_000, released: 0 });
    const { rows } = await deps.db.execute(
      sql`select event_type, problem from payments_audit where processed_at is null`,
    );
    expect(rows).toEqual([]);
  });

  it.each(['continue', 'end'] as const)(
    'allows a decision (%s) when staff reversed the payout and a bank dispute was lost',
    async (outcome) => {
      const { deps, sandbox } = context;
      const { id, transfer } = await setUpPayout();
      const { destination } = transfer;
      const transferInput = { amount: 3_000, destination, transfer_group: id, source_transaction: null, metadata: {} };
      const own = sandbox.engine.transfer(transferInput);
      await context.quiesce();
      sandbox.engine.reverse(own);
      await context.quiesce();
      const dispute = sandbox.engine.dispute(sandbox.state.intents[await getIntent(id)]!.latest_charge);
      await context.quiesce();
      sandbox.engine.closeDispute(dispute, 'lost');
      await context.quiesce();
      await decideMovements(deps, admin, id, outcome);
      await context.quiesce();
      expect(await getBalance(deps.db, id)).toMatchObject({ charged: 0, held: 0, released: 10_000, refunded: 0 });
      expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
    },
  );

  it('books a payout made in the dashboard to the order of its transfer group', async () => {
    const { deps, sandbox } = context;
    const { transfer } = await setUpPayout();
    const id = await makePurchase(await makeUser(deps));
    const { destination } = transfer;
    const transferInput = { amount: 3_000, destination, transfer_group: id, source_transaction: null, metadata: {} };
    sandbox.engine.transfer(transferInput);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 7_000, released: 3_000 });
    expect((await readOrderNow(deps, id)).frozenAt).not.toBeNull();
    await decideMovements(deps, admin, id, 'continue');
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 10_000, released: 3_000 });
    await expectNoDifferences(id);
    sandbox.engine.transfer({ ...transferInput, transfer_group: null });
    await context.quiesce();
    const { rows } = await deps.db.execute(sql`select 1 from payments_audit where processed_at is null`);
    expect(rows).toEqual([]);
  });
});
