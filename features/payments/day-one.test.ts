import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCard, SLOW_VERIFICATION_BANK } from '../../integrations/stripe/sandbox-cards.ts';
import { TIMETABLE } from '../../server/timetable.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { cancelDeletion, requestDeletion } from '../accounts/account-deletion.commands.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { startCheckout } from './checkout.commands.ts';
import { listLedgerCauses } from './ledger.queries.ts';
import { readEntitlements } from './money.commands.ts';
import { listActions } from './money-actions.queries.ts';
import { runActions } from './money-worker.commands.ts';
import { enqueueAction } from './orders/orders.commands.ts';
import { getOffer, type PriceId } from './orders/orders.rules.ts';
import { findOrCreateCustomer, getStripe } from './payment-provider.commands.ts';
import { dealsJobs } from './payments.jobs.ts';
import { findPayment } from './provider-payments.queries.ts';
import { reconcileBooks } from './reconcile.commands.ts';
import { SELLERS_JOB } from './seller-checks.commands.ts';
import { refreshSeller, startOnboarding } from './sellers.commands.ts';
import { findSellerAccount } from './sellers.queries.ts';
import { findOrCreateMonthlyPrice, refundPlanUnderGuarantee } from './subscriptions.commands.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';
import { readHistory, readOrderNow } from './test-orders.ts';
import { refundInvoice } from './unwanted-plans.commands.ts';

type Person = { userId: string };

let context: MoneyContext;
let admin: Person;
beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

const listNotifications = async (title: string) =>
  (
    await context.deps.db.execute<{ lines: string[] }>(
      sql`select lines from notification_outbox where user_id = ${admin.userId} and title = ${title}`,
    )
  ).rows.flatMap(({ lines }) => lines);
const openPage = async (person: Person, priceId: PriceId) => {
  const { mode } = getOffer(priceId)!;
  return (await startCheckout(context.deps, person, { priceId, userId: person.userId, mode, useCredit: false }))
    .orderId;
};
const getSession = (orderId: string) =>
  Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
const makePurchase = async (person: Person, priceId: PriceId) => {
  const orderId = await openPage(person, priceId);
  context.sandbox.engine.pay(getSession(orderId), findCard('4242424242424242')!);
  await context.quiesce();
  return orderId;
};

/**
 * Runs a scheduled job like the server does. Also checks that it has a schedule, because without one it would never
 * run.
 */
const runScheduledJob = async (name: string) => {
  const job = dealsJobs.find((one) => one.name === name);
  expect(TIMETABLE[name]).toBeDefined();
  await job!.run(context.deps, {}, new AbortController().signal);
};

test('allows only cards on the payment page', async () => {
  const orderId = await openPage(await makeUser(context.deps), 'PRICE_7G_LOCK');
  expect(getSession(orderId).allowed).toEqual(['card']);
});

describe('seller verification', () => {
  test('verifies a seller after hours of review when no webhook arrives', async () => {
    const { deps, sandbox } = context;
    const seller = await makeUser(deps);
    const url = await startOnboarding(deps, seller);
    const bank = new URLSearchParams({ name: 'Seller', bank: SLOW_VERIFICATION_BANK });
    await deps.fetch(url, { method: 'POST', redirect: 'manual', body: bank });
    const readNow = () => findSellerAccount(deps.db, seller.userId);
    await refreshSeller(deps, seller);
    expect(await readNow()).toMatchObject({ detailsSubmitted: true, payoutsEnabled: false });
    for (let hours = 0; hours < 6; hours++) {
      context.advance(HOUR_MS);
      sandbox.waiting.length = 0;
      await runScheduledJob(SELLERS_JOB);
      expect((await readNow())!.payoutsEnabled).toBe(hours === 5);
    }
    expect(await readNow()).toMatchObject({ lookAt: null });
  });

  test("verifies a seller who never returns from the payment provider's page", async () => {
    const { deps, sandbox } = context;
    const seller = await makeUser(deps);
    await startOnboarding(deps, seller);
    const { accountId } = (await findSellerAccount(deps.db, seller.userId))!;
    await runScheduledJob(SELLERS_JOB);
    sandbox.engine.onboard(accountId, '000123456789');
    sandbox.waiting.length = 0;
    context.advance(HOUR_MS);
    await runScheduledJob(SELLERS_JOB);
    expect(await findSellerAccount(deps.db, seller.userId)).toMatchObject({ payoutsEnabled: true });
  });

  test('requires one of the supported countries when there are several', async () => {
    const { deps, sandbox } = context;
    const { env } = deps;
    deps.env = { ...env, STRIPE_SELLER_COUNTRIES: 'US,CA' };
    const seller = await makeUser(deps);
    await expect(startOnboarding(deps, seller)).rejects.toThrow('Choose the country of your bank account.');
    await expect(startOnboarding(deps, seller, 'BR')).rejects.toThrow('in these countries: US, CA');
    await startOnboarding(deps, seller, 'CA');
    deps.env = env;
    const sellerAccount = (await findSellerAccount(deps.db, seller.userId))!;
    expect([sellerAccount.country, sandbox.state.accounts[sellerAccount.accountId]!.country]).toEqual(['CA', 'CA']);
  });
});

describe('plan', () => {
  test('is matched to its order by IDs alone and causes no reconciliation difference', async () => {
    const { deps, sandbox } = context;
    const orderId = await makePurchase(await makeUser(deps), 'PRICE_PRO_MONTHLY');
    const charge = Object.values(sandbox.state.charges).at(-1)!;
    expect(charge.metadata).toEqual({});
    const plan = Object.values(sandbox.state.subscriptions).at(-1)!;
    expect(await findPayment(deps.db, { charge: charge.id })).toMatchObject({
      orderId,
      paymentIntentId: charge.payment_intent,
      invoiceId: plan.latest_invoice,
      subscriptionId: plan.id,
    });
    expect(await reconcileBooks(deps)).toEqual([]);
    await deps.db.execute(sql`delete from processor_payments`);
    expect(await reconcileBooks(deps)).toEqual([]);
    expect(await findPayment(deps.db, { charge: charge.id })).toMatchObject({
      orderId,
      invoiceId: plan.latest_invoice,
    });
  });

  test('ends when a bank dispute opens, and reconciles when the dispute is lost', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const orderId = await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    const dispute = sandbox.engine.dispute(Object.values(sandbox.state.charges).at(-1)!.id);
    await context.quiesce();
    expect(Object.values(sandbox.state.subscriptions).at(-1)!.status).toBe('canceled');
    expect((await readEntitlements(deps, buyer)).plan).toBe('Free');
    expect(await readHistory(deps, orderId)).toContain('The plan ended. There are no more charges.');
    expect((await readOrderNow(deps, orderId)).frozenAt).not.toBeNull();
    sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    expect((await readOrderNow(deps, orderId)).frozenAt).toBeNull();
    expect(await reconcileBooks(deps)).toEqual([]);
  });

  test("ends when only the lost dispute is reported, and doesn't refund what the bank took", async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const orderId = await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    const plan = Object.values(sandbox.state.subscriptions).at(-1)!;
    const first = Object.values(sandbox.state.charges).at(-1)!;
    const dearer = await findOrCreateMonthlyPrice(deps, getStripe(deps), 'PRICE_PREMIUM_MONTHLY');
    sandbox.engine.changePlan(plan, dearer);
    await context.quiesce();
    const dispute = sandbox.engine.dispute(first.id);
    sandbox.waiting.length = 0;
    sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    expect(plan.status).toBe('canceled');
    await expect(refundPlanUnderGuarantee(deps, buyer)).rejects.toThrow("You don't have an active plan.");
    expect(await readHistory(deps, orderId)).toContain('The plan ended. There are no more charges.');
    // Even if a refund is requested now, the first month has nothing left to refund. The second is fully refundable.
    const order = await readOrderNow(deps, orderId);
    const invoices = await listLedgerCauses(deps.db, orderId, 'invoice:');
    const refunds = await Promise.all(
      invoices.map(({ cause, cents }) =>
        deps.db.transaction((tx) =>
          refundInvoice(tx, deps, order, { invoice: cause.slice('invoice:'.length), cents, memo: 'Asked for again' }),
        ),
      ),
    );
    expect(invoices).toHaveLength(2);
    expect(refunds).toEqual([0, invoices[1]!.cents]);
    await context.quiesce();
    expect(await reconcileBooks(deps)).toEqual([]);
  });

  test('stays ended after account restoration when its month was charged back', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    const actor = { ...buyer, sessionId: crypto.randomUUID(), email: null, aal: 'aal1' as const };
    await requestDeletion(deps, actor);
    await context.quiesce();
    sandbox.engine.dispute(Object.values(sandbox.state.charges).at(-1)!.id);
    await context.quiesce();
    await cancelDeletion(deps, actor);
    expect((await readEntitlements(deps, buyer)).plan).toBe('Free');
  });

  test("costs our price even when the provider's price for our lookup key differs", async () => {
    const { deps, sandbox } = context;
    const stripe = getStripe(deps);
    const before = await findOrCreateMonthlyPrice(deps, stripe, 'PRICE_PREMIUM_MONTHLY');
    expect(await findOrCreateMonthlyPrice(deps, stripe, 'PRICE_PREMIUM_MONTHLY')).toBe(before);
    sandbox.state.prices[before]!.unit_amount = 1;
    const now = await findOrCreateMonthlyPrice(deps, stripe, 'PRICE_PREMIUM_MONTHLY');
    expect(sandbox.state.prices[now]).toMatchObject({ unit_amount: 2_499, lookup_key: 'PRICE_PREMIUM_MONTHLY' });
    expect(sandbox.state.prices[before]!.lookup_key).toBeNull();
    expect(await listNotifications("A price at the payment provider didn't match ours")).toHaveLength(1);
    expect(await findOrCreateMonthlyPrice(deps, stripe, 'PRICE_PREMIUM_MONTHLY')).toBe(now);
  });
});

describe('retry after a broken response from the payment provider', () => {
  test.each([true, false])('uses a new idempotency key and sends nothing twice (done: %s)', async (done) => {
    const { deps, sandbox } = context;
    const orderId = await makePurchase(await makeUser(deps), 'PRICE_7G_LOCK');
    const cause = `broken:${orderId}`;
    await deps.db.transaction((tx) => enqueueAction(tx, deps, orderId, { kind: 'refund', cause, amountCents: 100 }));
    sandbox.state.breakages.push({ call: 'POST /refunds', done });
    const findAction = async () => (await listActions(deps.db, orderId)).find((one) => one.cause === cause)!;
    await runActions(deps, { only: (await findAction()).id });
    expect(await findAction()).toMatchObject({ state: 'pending', generation: 1 });
    expect(
      (await listNotifications('The payment provider failed while money moved')).some((line) => line.includes(orderId)),
    ).toBe(true);
    context.advance(MINUTE_MS);
    await runActions(deps, { only: (await findAction()).id });
    expect(await findAction()).toMatchObject({ state: 'done' });
    const { id } = await findAction();
    expect(Object.values(sandbox.state.refunds).filter((one) => one.metadata.action_id === id)).toHaveLength(1);
  });

  test('finds the payment page that was already opened', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    sandbox.state.breakages.push({ call: 'POST /checkout/sessions', done: true });
    await expect(openPage(buyer, 'PRICE_7G_LOCK')).rejects.toThrow('Please try again');
    context.advance(MINUTE_MS);
    await runActions(deps);
    const { rows } = await deps.db.execute<{ id: string; session_id: string }>(
      sql`select id, session_id from orders where buyer_id = ${buyer.userId}`,
    );
    const pages = Object.values(sandbox.state.sessions).filter((one) => one.client_reference_id === rows[0]!.id);
    expect(pages.map(({ id }) => id)).toEqual([rows[0]!.session_id]);
  });

  test('finds the created customer, and sends a new request when the email has changed', async () => {
    const { deps, sandbox } = context;
    const person = await makeUser(deps);
    sandbox.state.breakages.push({ call: 'POST /customers', done: true });
    const id = await findOrCreateCustomer(deps, person.userId);
    const listOwn = () =>
      Object.values(sandbox.state.customers).filter((one) => one.metadata.user_id === person.userId);
    expect(listOwn().map((one) => one.id)).toEqual([id]);
    await deps.db.execute(sql`delete from stripe_customers where user_id = ${person.userId}`);
    await deps.db.execute(
      sql`update auth.users set email = ${`new-${person.userId}@example.test`} where id = ${person.userId}`,
    );
    await expect(findOrCreateCustomer(deps, person.userId)).resolves.toMatch(/^cus_/);
  });
});

test('postpones a transfer and notifies an admin when the provider balance is too low', async () => {
  const { deps, sandbox } = context;
  const seller = await makeUser(deps);
  const url = await startOnboarding(deps, seller);
  await deps.fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ bank: '000123456789' }) });
  await refreshSeller(deps, seller);
  const orderId = await makePurchase(await makeUser(deps), 'PRICE_7G_LOCK');
  // The order is covered by a credit, so the transfer is paid from our balance.
  await deps.db.execute(sql`update orders set credit_cents = 10000 where id = ${orderId}`);
  const { available, pending } = sandbox.engine.balance();
  const payout = sandbox.engine.move('payout', -(available + pending), 'po_swept');
  const cause = `credit:${orderId}`;
  await deps.db.transaction((tx) =>
    enqueueAction(tx, deps, orderId, { kind: 'transfer', cause, amountCents: 5_000, payeeId: seller.userId }),
  );
  const findAction = async () => (await listActions(deps.db, orderId)).find((one) => one.cause === cause)!;
  const { id } = await findAction();
  for (let tries = 0; tries < 9; tries++) {
    await runActions(deps, { only: id });
    expect(await findAction()).toMatchObject({ state: 'pending', attempts: 0 });
    context.advance(6 * HOUR_MS);
  }
  expect((await listNotifications('Payment provider balance too low')).length).toBeGreaterThan(0);
  await reconcileBooks(deps);
  expect((await listNotifications("The payment provider has records we can't explain")).join()).toContain(
    "isn't in the balance",
  );
  sandbox.state.transactions[payout]!.amount = 0;
  await runActions(deps, { only: id });
  const doneAction = await findAction();
  expect(doneAction.state).toBe('done');
  expect(doneAction.accountId).toBe((await findSellerAccount(deps.db, seller.userId))!.accountId);
});
