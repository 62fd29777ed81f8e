import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { requestDeletion } from '../accounts/account-deletion.commands.ts';
import { makeUser, toActor } from '../accounts/accounts.factory.ts';
import { banUser, liftBan } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { cancelOrder } from '../payments/cancel-order.commands.ts';
import { startCheckout } from '../payments/checkout.commands.ts';
import { getCurrentPlan } from '../payments/current-plan.commands.ts';
import { decideDispute, openDispute } from '../payments/disputes.commands.ts';
import { findDisputeOfOrder, findOpenDispute } from '../payments/disputes.queries.ts';
import { refundFoundersUnderGuarantee } from '../payments/entitlements.commands.ts';
import { countSeatsLeft, findEntitlement, upsertEntitlement } from '../payments/entitlements.queries.ts';
import { getBalance } from '../payments/ledger.queries.ts';
import { readOrder } from '../payments/money.commands.ts';
import { listActions, updateAction } from '../payments/money-actions.queries.ts';
import { retryAction } from '../payments/order-admin.commands.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { getStripe } from '../payments/payment-provider.commands.ts';
import { receiveEvent } from '../payments/provider-events/provider-events.commands.ts';
import { decideMovements } from '../payments/provider-movements.commands.ts';
import { reconcileBooks } from '../payments/reconcile.commands.ts';
import { findOrCreateMonthlyPrice, refundPlanUnderGuarantee } from '../payments/subscriptions.commands.ts';
import type { Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { readHistory, readMessages, readMessageTitles, readOrderNow } from '../payments/test-orders.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { makeTeamRequest } from '../team-assembly/team-assembly.factory.ts';
import { confirmDelivery, invitePlayer } from '../team-assembly/team-candidates.commands.ts';
import { answerInvitation, confirmTeam } from '../team-assembly/team-lifecycle.commands.ts';
import { requestTeam } from '../team-assembly/team-requests.commands.ts';
import { makeSeller } from './bookings.factory.ts';
import { findBookingOfOrder } from './bookings.queries.ts';
import { answerHire, chooseHire, leaveHire, previewExit, reportGame } from './hires.commands.ts';
import { listUntrueAmounts } from './test-amount-claims.ts';
import { checkStep } from './test-booking-model-invariants.ts';
import type { BookingModelRun } from './test-booking-model-types.ts';

let context: MoneyContext;
let admin: Person;
let lock: Person;
let elite: Person;
beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
  lock = await makeSeller(context.deps, { priceId: 'PRICE_7G_LOCK' });
  elite = await makeSeller(context.deps, { priceId: 'PRICE_7G_ELITE' });
});
afterAll(() => context.close());

const open = async ({ userId }: Person, priceId = 'PRICE_FOUNDERS_6MO', more = {}) =>
  (await startCheckout(context.deps, { userId }, { priceId, userId, mode: 'payment', useCredit: false, ...more }))
    .orderId;
const getSession = (orderId: string) =>
  Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
async function buy(person: Person, priceId?: string, more?: object, card = '4242424242424242'): Promise<string> {
  const orderId = await open(person, priceId, more);
  const session = getSession(orderId);
  if (session) context.sandbox.engine.pay(session, findCard(card)!);
  await context.quiesce();
  return orderId;
}
const getCharge = (orderId: string) =>
  context.sandbox.state.intents[getSession(orderId).payment_intent!]!.latest_charge;
/**
 * Opens a bank dispute on an order's payment.
 * @returns a function that lets the bank decide it
 */
async function openBankDispute(orderId: string) {
  const dispute = context.sandbox.engine.dispute(getCharge(orderId));
  await context.quiesce();
  return async (how: 'won' | 'lost') => {
    context.sandbox.engine.closeDispute(dispute, how);
    await context.quiesce();
  };
}
const listCredits = async ({ userId }: Person) => (await findEntitlement(context.deps.db, userId))!.hireCreditCount;
const getBooking = async (orderId: string) => (await findBookingOfOrder(context.deps.db, orderId))!;
const withCredit = ({ userId: playerId }: Person) => ({ playerId, role: 'PG', useCredit: true });

describe('Founders Premium after a chargeback', () => {
  test('loses its seat and its credit, which is locked during the dispute', async () => {
    const { deps } = context;
    const founder = await makeUser(deps);
    const seatsBefore = await countSeatsLeft(deps.db);
    const id = await buy(founder);
    const decide = await openBankDispute(id);
    expect(await getCurrentPlan(deps, founder.userId)).toBe('Founders Premium');
    await expect(open(founder, 'PRICE_7G_LOCK', withCredit(lock))).rejects.toThrow('Your hire credit is on hold');
    await decide('lost');
    expect(await getCurrentPlan(deps, founder.userId)).toBe('Free');
    expect(await findEntitlement(deps.db, founder.userId)).toMatchObject({
      hireCreditCount: 0,
      priorityMatching: false,
    });
    expect(await countSeatsLeft(deps.db)).toBe(seatsBefore);
    expect(await readHistory(deps, id)).toContain(
      'Founders Premium has ended because the payment was refunded or reversed.',
    );
    expect(await readMessageTitles(deps, founder.userId)).toContain('Founders Premium has ended');
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
    expect(await reconcileBooks(deps)).toEqual([]);
  });

  test('ends even when no source order is recorded', async () => {
    const { deps } = context;
    const founder = await makeUser(deps);
    const id = await buy(founder);
    await upsertEntitlement(deps.db, { ...(await findEntitlement(deps.db, founder.userId))!, orderId: null });
    await refundFoundersUnderGuarantee(deps, founder, id);
    expect(await getCurrentPlan(deps, founder.userId)).toBe('Free');
  });

  test('keeps its credit when we win the dispute', async () => {
    const founder = await makeUser(context.deps);
    await (await openBankDispute(await buy(founder)))('won');
    expect(await getCurrentPlan(context.deps, founder.userId)).toBe('Founders Premium');
    expect(await listCredits(founder)).toBe(1);
  });

  test('cancels unstarted hires paid with its credit but lets running ones continue', async () => {
    const { deps } = context;
    const [waitingBuyer, runningBuyer] = [await makeUser(deps), await makeUser(deps)];
    const [first, second] = [await buy(waitingBuyer), await buy(runningBuyer)];
    const order = await buy(waitingBuyer, 'PRICE_7G_LOCK', withCredit(lock));
    const usedBooking = await buy(runningBuyer, 'PRICE_7G_LOCK', withCredit(lock));
    await answerHire(deps, lock, (await getBooking(usedBooking)).id, true);
    for (const id of [first, second]) await (await openBankDispute(id))('lost');
    expect(await getBalance(deps.db, order)).toMatchObject({ held: 0, refunded: 0, fees: 0 });
    expect((await getBooking(order)).status).toBe('refunded');
    expect(await listCredits(waitingBuyer)).toBe(0);
    expect((await getBalance(deps.db, usedBooking)).held).toBe(10_000);
    expect((await getBooking(usedBooking)).status).toBe('accepted');
  });

  test('expires the open checkout that uses its credit', async () => {
    const { deps } = context;
    const founder = await makeUser(deps);
    const first = await buy(founder);
    const page = await open(founder, 'PRICE_7G_ELITE', withCredit(elite));
    await (await openBankDispute(first))('lost');
    expect((await readOrderNow(deps, page)).state).toBe('expired');
    expect(await listCredits(founder)).toBe(0);
    await buy(founder);
    expect(await listCredits(founder)).toBe(1);
  });
});

test('returns a credit to the Founders Premium it came from and not to a later one', async () => {
  const { deps } = context;
  const founder = await makeUser(deps);
  await buy(founder);
  const hire = await buy(founder, 'PRICE_7G_LOCK', withCredit(lock));
  context.advance(190 * DAY_MS);
  await buy(founder);
  await processOrderDeadlines(deps);
  await context.quiesce();
  expect((await getBooking(hire)).status).toBe('refunded');
  expect(await listCredits(founder)).toBe(1);
});

const REFUNDS_FAIL = '4000000000005126';
const refundOf = async (orderId: string) =>
  (await listActions(context.deps.db, orderId)).find(({ kind }) => kind === 'refund')!;

describe('refund that the card rejected', () => {
  test('keeps Founders Premium money reserved for the buyer after the seven days', async () => {
    const { deps } = context;
    const founder = await makeUser(deps);
    const id = await buy(founder, 'PRICE_FOUNDERS_6MO', {}, REFUNDS_FAIL);
    await refundFoundersUnderGuarantee(deps, founder, id);
    await context.quiesce();
    context.advance(12 * DAY_MS);
    await processOrderDeadlines(deps);
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 9_900, refunded: 0, fees: 0 });
    expect(await readOrderNow(deps, id)).toMatchObject({ settledAt: null, waitsFor: 'admin' });
  });

  test('cannot be spent on another player', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const id = await buy(buyer, 'PRICE_7G_LOCK', {}, REFUNDS_FAIL);
    await cancelOrder(deps, buyer, id);
    await context.quiesce();
    expect((await getBalance(deps.db, id)).held).toBe(10_000);
    await expect(chooseHire(deps, buyer, id, { playerId: lock.userId, role: 'PG' })).rejects.toThrow(
      "This order isn't waiting for a player.",
    );
  });

  test.each([
    ['a hire', 'PRICE_7G_LOCK'],
    ['a Team Assembly order', 'PRICE_TEAM_ASSEMBLY'],
  ])('does not block a ban, an account deletion or a bank decision for %s', async (_what, price) => {
    const { deps } = context;
    const [bannedUser, leavingUser, disputedUser] = [await makeUser(deps), await makeUser(deps), await makeUser(deps)];
    const ids: string[] = [];
    for (const buyer of [bannedUser, leavingUser, disputedUser]) {
      const id = await buy(buyer, price, {}, REFUNDS_FAIL);
      await cancelOrder(deps, buyer, id);
      await context.quiesce();
      expect((await readOrder(deps, toActor(buyer), id)).mayWithdraw).toBe(false);
      ids.push(id);
    }
    const ban = ({ userId }: Person) =>
      deps.db.transaction((tx) => banUser(tx, deps, admin, { userId, reason: 'Spam', days: 30, scope: 'all' }));
    await ban(bannedUser);
    await requestDeletion(deps, toActor(leavingUser));
    const decide = await openBankDispute(ids[2]!);
    await ban(disputedUser);
    await decide('won');
    expect((await readOrderNow(deps, ids[2]!)).frozenAt).toBeNull();
    for (const id of ids) expect(await readOrderNow(deps, id)).toMatchObject({ settledAt: null, waitsFor: 'admin' });
  });

  test('refunds both months of a plan in full when an admin retries it', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const id = await buy(buyer, 'PRICE_PRO_MONTHLY', { mode: 'subscription' }, REFUNDS_FAIL);
    const plan = Object.values(sandbox.state.subscriptions).at(-1)!;
    sandbox.engine.changePlan(plan, await findOrCreateMonthlyPrice(deps, getStripe(deps), 'PRICE_PREMIUM_MONTHLY'));
    await context.quiesce();
    await refundPlanUnderGuarantee(deps, buyer);
    await context.quiesce();
    const { charged, held } = await getBalance(deps.db, id);
    expect(held).toBe(charged);
    for (const charge of Object.values(sandbox.state.charges)) charge.card = '4242424242424242';
    for (const { id: action, kind } of await listActions(deps.db, id))
      if (kind === 'refund') await retryAction(deps, admin, action);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, refunded: charged });
    expect(await reconcileBooks(deps)).toEqual([]);
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
  });
});

describe('hire after a chargeback', () => {
  const createPartlyPaidOrder = async () => {
    const buyer = await makeUser(context.deps);
    await buy(buyer);
    return { buyer, id: await buy(buyer, 'PRICE_7G_ELITE', withCredit(elite)) };
  };

  test('pays the counted games and holds nothing when a credit covered part of it', async () => {
    const { deps } = context;
    const { buyer, id } = await createPartlyPaidOrder();
    const { id: booking } = await getBooking(id);
    await answerHire(deps, elite, booking, true);
    for (const person of [buyer, elite]) await reportGame(deps, person, booking, { no: 1, note: '' });
    await (await openBankDispute(id))('lost');
    // The player gets a seventh of $150, and the rest of the credit returns to us.
    expect(await getBalance(deps.db, id)).toMatchObject({ charged: 0, held: 0, released: 2_143, refunded: 0 });
    expect((await getBooking(id)).status).toBe('decided');
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
    expect(await listCredits(buyer)).toBe(0);
    expect(await reconcileBooks(deps)).toEqual([]);
  });

  test('notifies its player of the dispute and of the outcome', async () => {
    const { deps } = context;
    const listMessagesAfter = async (how: 'won' | 'lost') => {
      const player = await makeSeller(deps, { priceId: 'PRICE_7G_LOCK' });
      const id = await buy(await makeUser(deps), 'PRICE_7G_LOCK', { playerId: player.userId, role: 'PG' });
      await answerHire(deps, player, (await getBooking(id)).id, true);
      const decide = await openBankDispute(id);
      expect(await readMessageTitles(deps, player.userId)).toContain('A payment is under bank review');
      await decide(how);
      return readMessageTitles(deps, player.userId);
    };
    expect(await listMessagesAfter('won')).toContain('Bank dispute won');
    expect(await listMessagesAfter('lost')).toContain('The bank reversed a payment');
  });

  test('returns the credit when the hire had not started', async () => {
    const { buyer, id } = await createPartlyPaidOrder();
    await (await openBankDispute(id))('lost');
    expect(await getBalance(context.deps.db, id)).toMatchObject({ charged: 0, held: 0, released: 0, refunded: 0 });
    expect((await readOrderNow(context.deps, id)).settledAt).not.toBeNull();
    expect(await listCredits(buyer)).toBe(1);
  });

  test('closes the open dispute between buyer and player', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: lock.userId, role: 'PG' });
    await answerHire(deps, lock, (await getBooking(id)).id, true);
    await openDispute(deps, buyer, id, 'It was not as agreed.');
    await (await openBankDispute(id))('lost');
    expect((await findDisputeOfOrder(deps.db, id))?.state).toBe('decided');
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
  });

  test('settles even when its refund got stuck during the bank dispute', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const id = await buy(buyer, 'PRICE_7G_LOCK');
    await cancelOrder(deps, buyer, id);
    const dispute = context.sandbox.engine.dispute(getCharge(id));
    await updateAction(deps.db, (await refundOf(id)).id, { state: 'stuck', problem: 'This charge has been disputed.' });
    context.sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    expect(await refundOf(id)).toMatchObject({ state: 'undone' });
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
  });

  test('does not wait for the remaining refund when most was already refunded', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const id = await buy(buyer, 'PRICE_7G_ELITE', { playerId: elite.userId, role: 'PG' });
    const { id: booking } = await getBooking(id);
    await answerHire(deps, elite, booking, true);
    for (const person of [buyer, elite]) await reportGame(deps, person, booking, { no: 1, note: '' });
    await reportGame(deps, elite, booking, { no: 2, note: '' });
    await leaveHire(deps, buyer, booking, (await previewExit(deps, buyer, booking)).refundCents);
    await context.quiesce();
    // Five of seven games are refunded to the card. The refund for the contested game is sent before we know about the
    // bank dispute.
    const dispute = context.sandbox.engine.dispute(getCharge(id));
    context.sandbox.waiting.splice(0);
    await openDispute(deps, buyer, id, 'Nobody played the second.');
    const { id: disputeId } = (await findDisputeOfOrder(deps.db, id))!;
    await decideDispute(deps, admin, disputeId, { sellerCents: 0, refundCents: 2_143, decision: 'Both were heard.' });
    context.sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    expect((await listActions(deps.db, id)).find(({ cause }) => cause.includes(disputeId))?.state).toBe('undone');
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 2_143, refunded: 10_714 });
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
    expect(await reconcileBooks(deps)).toEqual([]);
  });

  test('sends no refund and settles when the refund was waiting for the bank', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const id = await buy(buyer, 'PRICE_7G_LOCK');
    await cancelOrder(deps, buyer, id);
    const dispute = context.sandbox.engine.dispute(getCharge(id));
    for (const event of context.sandbox.waiting.splice(0)) await receiveEvent(deps, event as never);
    context.sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ charged: 0, held: 0, refunded: 0 });
    const refund = await refundOf(id);
    expect(refund).toMatchObject({
      state: 'undone',
      problem: 'The buyer had already received that money another way.',
    });
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
    await expect(retryAction(deps, admin, refund.id)).rejects.toThrow('no longer holding');
    const readStatus = async (person: Person) =>
      (await readOrder(deps, person, id)).underWay.map(({ maySend, whyNot }) => ({ maySend, whyNot }));
    expect(await readStatus(admin)).toEqual([{ maySend: false, whyNot: expect.stringContaining('no longer holding') }]);
    expect(await readStatus(buyer)).toEqual([{ maySend: false, whyNot: null }]);
    expect(await reconcileBooks(deps)).toEqual([]);
  });
});

describe('hire with a refund at the provider', () => {
  test('ends without a dispute when an admin ends it', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: lock.userId, role: 'PG' });
    await answerHire(deps, lock, (await getBooking(id)).id, true);
    sandbox.engine.refund((await readOrderNow(deps, id)).paymentIntentId!, 2_500, {});
    await context.quiesce();
    await decideMovements(deps, admin, id, 'end');
    await context.quiesce();
    expect(await readOrder(deps, buyer, id)).toMatchObject({ disputeId: null, settledAt: expect.any(String) });
    const buyerMessages = await readMessages(deps, buyer.userId);
    expect(buyerMessages.find(({ title }) => title === 'Your order has ended')!.lines).toEqual([
      'Our staff decided to end your order.',
      'We refunded $100 in total.',
    ]);
    for (const { userId } of [buyer, lock]) {
      const titles = (await readMessages(deps, userId))
        .filter(({ path }) => path.includes(id))
        .map(({ title }) => title);
      expect(titles).not.toContain('Dispute decided');
      expect(titles).not.toContain('An admin will decide what happens to the money');
      expect(titles.includes('An order has ended')).toBe(userId === lock.userId);
    }
  });
});

test('holds the money of a plan with two disputed months until both are decided', async () => {
  const { deps, sandbox } = context;
  const id = await buy(await makeUser(deps), 'PRICE_PRO_MONTHLY', { mode: 'subscription' });
  const plan = Object.values(sandbox.state.subscriptions).at(-1)!;
  sandbox.engine.changePlan(plan, await findOrCreateMonthlyPrice(deps, getStripe(deps), 'PRICE_PREMIUM_MONTHLY'));
  await context.quiesce();
  const charges = Object.values(sandbox.state.charges)
    .slice(-2)
    .map((charge) => sandbox.engine.dispute(charge.id));
  await context.quiesce();
  const decide = async (dispute: string, how: 'won' | 'lost') => {
    sandbox.engine.closeDispute(dispute, how);
    await context.quiesce();
  };
  await decide(charges[0]!, 'lost');
  expect((await readOrderNow(deps, id)).frozenAt).not.toBeNull();
  await decide(charges[1]!, 'won');
  expect((await readOrderNow(deps, id)).frozenAt).toBeNull();
  expect((await getBalance(deps.db, id)).charged).toBeGreaterThan(0);
  expect(await reconcileBooks(deps)).toEqual([]);
});

test.each([
  ['Founders Premium', 'PRICE_FOUNDERS_6MO'],
  ['a Team Assembly order', 'PRICE_TEAM_ASSEMBLY'],
])('revokes %s after one won and one lost dispute, in either order', async (_what, price) => {
  const { deps, sandbox } = context;
  const buyer = await makeUser(deps);
  const id = await buy(buyer, price);
  const disputes = ['won', 'lost'].map((how) => {
    const dispute = sandbox.engine.dispute(getCharge(id));
    sandbox.engine.closeDispute(dispute, how as 'won' | 'lost');
    return dispute;
  });
  const about = sandbox.waiting.splice(0);
  const [wonAt, lostAt] = disputes.map((dispute) =>
    about.filter((event) => (event.data.object as { id: string }).id === dispute),
  );
  for (const event of [wonAt![0]!, lostAt![0]!, lostAt![1]!, wonAt![1]!]) await receiveEvent(deps, event as never);
  await context.quiesce();
  expect(await getCurrentPlan(deps, buyer.userId)).toBe('Free');
  expect(await readHistory(deps, id)).not.toContain(
    'The bank decided in our favor. The order picks up where it left off.',
  );
  expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
  expect(await reconcileBooks(deps)).toEqual([]);
});

describe('running hire under bank review', () => {
  const createHire = async () => {
    const { deps, quiesce } = context;
    const [buyer, seller] = [await makeUser(deps), await makeSeller(deps, { priceId: 'PRICE_7G_LOCK' })];
    const id = await buy(buyer, 'PRICE_7G_LOCK');
    const bookingId = await chooseHire(deps, buyer, id, { playerId: seller.userId, role: 'PG' });
    await answerHire(deps, seller, bookingId, true);
    await quiesce();
    return { id, bookingId, buyer, seller };
  };
  const ban = async ({ userId }: Person) => {
    const after = await context.deps.db.transaction((tx) =>
      banUser(tx, context.deps, admin, { userId, reason: 'Spam', days: 30, scope: 'all' }),
    );
    await after.after();
    return after.ban.id;
  };
  const liftBanById = async (banId: string) => {
    const { after } = await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, banId));
    await after();
  };
  const readDeadline = async (id: string) => {
    const { waitsFor, deadlineAt } = await readOrderNow(context.deps, id);
    return { waitsFor, hours: Math.round((deadlineAt!.getTime() - context.now().getTime()) / HOUR_MS) };
  };

  test('gives a reported game its full 48 hours once the bank has decided', async () => {
    const { id, bookingId, seller } = await createHire();
    const decide = await openBankDispute(id);
    context.advance(2 * DAY_MS);
    await reportGame(context.deps, seller, bookingId, { no: 1, note: '' });
    expect((await readDeadline(id)).waitsFor).toBe('admin');
    context.advance(DAY_MS);
    await decide('won');
    const now = await readDeadline(id);
    expect(now.waitsFor).toBe('buyer');
    expect(now.hours).toBeGreaterThan(36);
    expect(now.hours).toBeLessThanOrEqual(48);
    context.advance(48 * HOUR_MS);
    await processOrderDeadlines(context.deps);
    expect((await findBookingOfOrder(context.deps.db, id))?.completedGames).toBe(1);
  });

  test('resumes with time for its next game when the ban was lifted during the review', async () => {
    const { id, bookingId, buyer, seller } = await createHire();
    const banId = await ban(seller);
    expect((await readDeadline(id)).waitsFor).toBe('buyer');
    const decide = await openBankDispute(id);
    await liftBanById(banId);
    await reportGame(context.deps, buyer, bookingId, { no: 1, note: '' });
    await decide('won');
    expect((await readDeadline(id)).waitsFor).toBe('seller');
    context.advance(49 * HOUR_MS);
    await processOrderDeadlines(context.deps);
    expect(await findBookingOfOrder(context.deps.db, id)).toMatchObject({ completedGames: 1, stoppedAt: null });
  });

  test('goes on hold after the review when the player was banned', async () => {
    const { id, buyer, seller } = await createHire();
    const decide = await openBankDispute(id);
    await ban(seller);
    expect(await findBookingOfOrder(context.deps.db, id)).toMatchObject({ stoppedAt: null });
    await decide('won');
    expect(await findBookingOfOrder(context.deps.db, id)).toMatchObject({ stoppedAt: expect.any(Date) });
    expect((await readDeadline(id)).waitsFor).toBe('buyer');
    expect(await readMessageTitles(context.deps, buyer.userId)).toContain('Your hire is on hold. Continue or end it.');
  });

  test('gives admins the full time for a dispute once the bank has decided', async () => {
    const { id, bookingId, buyer, seller } = await createHire();
    await reportGame(context.deps, seller, bookingId, { no: 1, note: '' });
    const decide = await openBankDispute(id);
    await openDispute(context.deps, buyer, id, 'It was not played.');
    await decide('won');
    expect((await readDeadline(id)).waitsFor).toBe('admin');
  });
});

test('fails the model check when a seat or credit remains without its payment', async () => {
  const { deps } = context;
  const play = { context } as BookingModelRun;
  const founder = await makeUser(deps);
  const id = await buy(founder);
  await checkStep(play);
  const entitlement = (await findEntitlement(deps.db, founder.userId))!;
  await upsertEntitlement(deps.db, { ...entitlement, hireCreditCount: 2 });
  await expect(checkStep(play)).rejects.toThrow('entitlements without their money');
  await upsertEntitlement(deps.db, entitlement);
  await (await openBankDispute(id))('lost');
  await checkStep(play);
  await upsertEntitlement(deps.db, entitlement);
  await expect(checkStep(play)).rejects.toThrow('entitlements without their money');
  await upsertEntitlement(deps.db, { ...entitlement, orderId: null, foundersExpiresAt: null });
});

test("fails the model check when the default refund differs from the banned player's fee", async () => {
  const { deps } = context;
  const buyer = await makeUser(deps);
  const { id: team } = await requestTeam(deps, buyer, makeTeamRequest());
  const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
  const players: Person[] = [];
  for (let seat = 0; seat < 5; seat++) {
    const player = await makePlayer(deps);
    await invitePlayer(deps, admin, team, { seat, playerId: player.userId });
    await answerInvitation(deps, player, team, true);
    players.push(player);
  }
  await confirmDelivery(deps, admin, team);
  const banInput = { userId: players[2]!.userId, reason: 'Spam', days: 30, scope: 'all' as const };
  await deps.db.transaction((tx) => banUser(tx, deps, admin, banInput));
  await confirmTeam(deps, buyer, team);
  const dispute = (await findOpenDispute(deps.db, id))!;
  const disputeDecision = { sellerCents: 0, refundCents: 19_900, decision: 'Nobody came.' };
  await decideDispute(deps, admin, dispute.id, disputeDecision);
  await context.quiesce();
  const listUntrue = async () => (await listUntrueAmounts(context)).filter((line) => line.startsWith(id));
  expect(await listUntrue()).toEqual([]);
  const setFee = (cents: number) =>
    deps.db.execute(sql`update team_build_players set fee_cents = ${cents} where player_id = ${banInput.userId}`);
  await setFee(2_500);
  expect(await listUntrue()).toContainEqual(expect.stringContaining('refund the banned players’ share ($30)'));
  await setFee(3_000);
});
