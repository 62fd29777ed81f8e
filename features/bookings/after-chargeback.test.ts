import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { cancelDeletion, eraseDueAccounts, requestDeletion } from '../accounts/account-deletion.commands.ts';
import { makeUser, toActor } from '../accounts/accounts.factory.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { decideDispute } from '../payments/disputes.commands.ts';
import { findOpenDispute } from '../payments/disputes.queries.ts';
import { getBalance } from '../payments/ledger.queries.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { verifySeller } from '../payments/payments.factory.ts';
import { eraseAtProvider } from '../payments/provider-erasures.commands.ts';
import { closeErasure } from '../payments/provider-erasures.queries.ts';
import { reconcileBooks } from '../payments/reconcile.commands.ts';
import { createJourneys, type Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { readHistory, readMessageTitles, readOrderNow } from '../payments/test-orders.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { sendInviteRound } from '../team-assembly/invite-rounds.commands.ts';
import { makeTeamRequest } from '../team-assembly/team-assembly.factory.ts';
import { findTeam, listAllSeats, listSeats } from '../team-assembly/team-assembly.queries.ts';
import { confirmDelivery, invitePlayer } from '../team-assembly/team-candidates.commands.ts';
import { answerInvitation, confirmTeam } from '../team-assembly/team-lifecycle.commands.ts';
import { requestTeam } from '../team-assembly/team-requests.commands.ts';
import { readTeam } from '../team-assembly/team-views.commands.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';
import { findBookingOfOrder } from './bookings.queries.ts';
import { answerHire, chooseHire, leaveHire, previewExit, reportGame } from './hires.commands.ts';
import { sendSessionReminders } from './session-reminders.commands.ts';

/* These tests cover orders, their buyers and sellers, and session times while the bank reviews the payment. */
let context: MoneyContext;
let admin: Person;
const { buy, sessionOf } = createJourneys(() => context);
beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

/** Opens a bank dispute on an order's payment. @returns a function that lets the bank decide it */
async function openBankDispute(orderId: string) {
  const { engine, state } = context.sandbox;
  const dispute = engine.dispute(state.intents[sessionOf(orderId).payment_intent!]!.latest_charge);
  await context.quiesce();
  return async (how: 'won' | 'lost') => {
    engine.closeDispute(dispute, how);
    await context.quiesce();
  };
}
const close = (user: { userId: string; email: string }) => requestDeletion(context.deps, toActor(user));
const getBooking = async (orderId: string) => (await findBookingOfOrder(context.deps.db, orderId))!;

describe('hire under bank review', () => {
  async function createRunningHire(games: number) {
    const { deps } = context;
    const [buyer, seller] = [await makeUser(deps), await makeSeller(deps)];
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    const { id: bookingId } = await getBooking(id);
    await answerHire(deps, seller, bookingId, true);
    for (let no = 1; no <= games; no++)
      for (const user of [seller, buyer]) await reportGame(deps, user, bookingId, { no, note: '' });
    return { buyer, seller, id };
  }

  test.each(['buyer', 'seller'] as const)(
    "ends after the bank's decision when the %s has deleted the account",
    async (side) => {
      const { id, ...people } = await createRunningHire(2);
      const decide = await openBankDispute(id);
      await close(people[side]);
      expect((await getBooking(id)).status).toBe('in_progress');
      await decide('won');
      expect((await getBooking(id)).status).toBe('ended_early');
      expect(await getBalance(context.deps.db, id)).toMatchObject({ held: 0, released: 2_857, refunded: 7_143 });
      const [leaver, stays] = side === 'buyer' ? [people.buyer, people.seller] : [people.seller, people.buyer];
      expect(await readMessageTitles(context.deps, stays.userId)).toContain('A hire has ended');
      expect(await readMessageTitles(context.deps, leaver.userId)).not.toContain('Bank dispute won');
    },
  );

  test('keeps the remaining time of a reported game when the hire ends after the review', async () => {
    const { deps } = context;
    const { id, buyer, seller } = await createRunningHire(1);
    const { id: bookingId } = await getBooking(id);
    await reportGame(deps, seller, bookingId, { no: 2, note: '' });
    const decide = await openBankDispute(id);
    context.advance(20 * DAY_MS);
    await decide('won');
    const { deadlineAt } = await readOrderNow(deps, id);
    expect(deadlineAt!.getTime()).toBeGreaterThan(context.now().getTime() + 36 * HOUR_MS);
    await leaveHire(deps, buyer, bookingId, (await previewExit(deps, buyer, bookingId)).refundCents);
    expect((await readOrderNow(deps, id)).deadlineAt).toEqual(deadlineAt);
    await processOrderDeadlines(deps);
    expect((await getBooking(id)).completedGames).toBe(1);
  });

  test('continues when the user cancels the account deletion before the bank decides', async () => {
    const { id, seller } = await createRunningHire(1);
    const decide = await openBankDispute(id);
    await close(seller);
    await cancelDeletion(context.deps, toActor(seller));
    await decide('won');
    expect((await getBooking(id)).status).toBe('in_progress');
  });

  test('pays an erased player for counted games when the payout account was kept', async () => {
    const { deps, sandbox } = context;
    const { id, seller } = await createRunningHire(2);
    const decide = await openBankDispute(id);
    await close(seller);
    context.advance(15 * DAY_MS);
    await eraseDueAccounts(deps);
    await eraseAtProvider(deps);
    expect((await getBooking(id)).playerId).toBeNull();
    expect(sandbox.state.accounts[seller.accountId]).toBeDefined();
    await decide('won');
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 2_857, refunded: 7_143 });
    expect(Object.values(sandbox.state.transfers).at(-1)).toMatchObject({
      amount: 2_857,
      destination: seller.accountId,
    });
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
    context.advance(DAY_MS);
    await eraseAtProvider(deps);
    expect(sandbox.state.accounts[seller.accountId]).toBeUndefined();
    expect(await reconcileBooks(deps)).toEqual([]);
  });

  test('refunds the buyer when the payout account was deleted and no admin acts', async () => {
    const { deps } = context;
    const { id, seller } = await createRunningHire(2);
    const decide = await openBankDispute(id);
    await close(seller);
    context.advance(15 * DAY_MS);
    await eraseDueAccounts(deps);
    expect((await readOrderNow(deps, id)).payeeAccount).toBe(seller.accountId);
    await closeErasure(deps.db, seller.accountId, context.now());
    await decide('won');
    const dispute = (await findOpenDispute(deps.db, id))!;
    const disputeDecision = { sellerCents: 2_857, refundCents: 0, decision: 'They played.' };
    await expect(decideDispute(deps, admin, dispute.id, disputeDecision)).rejects.toThrow('The player has left');
    context.advance(4 * DAY_MS);
    await processOrderDeadlines(deps);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 0, refunded: 10_000 });
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
  });

  test('refunds the buyer when the player was banned and erased and no admin acts', async () => {
    const { deps } = context;
    const { id, seller, buyer } = await createRunningHire(2);
    const decide = await openBankDispute(id);
    const ban = { userId: seller.userId, reason: 'Cheating', days: null, scope: 'all' as const };
    await deps.db.transaction((tx) => banUser(tx, deps, admin, ban));
    await close(seller);
    context.advance(15 * DAY_MS);
    await eraseDueAccounts(deps);
    await decide('won');
    expect(await getBooking(id)).toMatchObject({ status: 'disputed', playerId: null });
    expect(await readMessageTitles(deps, buyer.userId)).toContain('An admin will decide what happens to the money');
    context.advance(4 * DAY_MS);
    await processOrderDeadlines(deps);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 0, refunded: 10_000 });
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
  });
});

test('refuses to accept a hire while its payment is under bank review', async () => {
  const { deps } = context;
  const [buyer, seller] = [await makeUser(deps), await makeSeller(deps)];
  const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
  const { id: bookingId } = await getBooking(id);
  const decide = await openBankDispute(id);
  await expect(answerHire(deps, seller, bookingId, true)).rejects.toThrow(
    "This order's payment is under review. You can answer once the review is over.",
  );
  expect((await getBooking(id)).status).toBe('held');
  await decide('won');
  await answerHire(deps, seller, bookingId, true);
  expect((await getBooking(id)).status).toBe('accepted');
});

test('refuses to choose a player while the payment is under bank review', async () => {
  const { deps } = context;
  const [buyer, seller] = [await makeUser(deps), await makeSeller(deps)];
  const id = await buy(buyer, 'PRICE_7G_LOCK');
  const decide = await openBankDispute(id);
  const choose = () => chooseHire(deps, buyer, id, { playerId: seller.userId, role: 'PG' });
  await expect(choose()).rejects.toThrow(/once the review is over/);
  await decide('won');
  expect(await choose()).toBe((await getBooking(id)).id);
});

describe('Team Assembly order under bank review', () => {
  type Erased = { verified: boolean; banned?: boolean; bank?: 'won' | 'lost' };
  /** Creates a delivered order and erases its first player while the payment is under bank review. */
  async function createErasedTeam({ verified, banned = false, bank = 'won' }: Erased) {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const players = [];
    for (let seat = 0; seat < 5; seat++) players.push(await makePlayer(deps));
    const { id: team } = await requestTeam(deps, buyer, makeTeamRequest());
    const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    const accounts = [];
    for (const [seat, player] of players.entries()) {
      if (verified || seat > 0) accounts.push(await verifySeller(deps, player.userId));
      await invitePlayer(deps, admin, team, { seat, playerId: player.userId });
      await answerInvitation(deps, player, team, true);
    }
    await confirmDelivery(deps, admin, team);
    const decide = await openBankDispute(id);
    const [bannedPlayer] = players as [(typeof players)[0]];
    const ban = { userId: bannedPlayer.userId, reason: 'Cheating', days: null, scope: 'all' as const };
    if (banned) await deps.db.transaction((tx) => banUser(tx, deps, admin, ban));
    await close(bannedPlayer);
    context.advance(15 * DAY_MS);
    await eraseDueAccounts(deps);
    await eraseAtProvider(deps);
    await decide(bank);
    return { id, team, buyer, accounts, decide };
  }

  /** Creates an order in assembly with one accepted and one pending invitation. */
  async function createAssemblingOrder() {
    const { deps } = context;
    const [buyer, acceptingPlayer, invitee] = [await makeUser(deps), await makePlayer(deps), await makePlayer(deps)];
    const { id: team } = await requestTeam(deps, buyer, makeTeamRequest());
    const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    const ask = (seat: number, { userId: playerId }: Person) => invitePlayer(deps, admin, team, { seat, playerId });
    await ask(0, acceptingPlayer);
    await answerInvitation(deps, acceptingPlayer, team, true);
    await ask(1, invitee);
    return { id, team, buyer, takes: acceptingPlayer, asked: invitee, ask };
  }
  const hoursLeft = (at: Date | null) => Math.round((at!.getTime() - context.now().getTime()) / HOUR_MS);

  test.each([
    ['no admin decides', false, { held: 0, released: 0, refunded: 19_900 }],
    ['an admin pays the players', true, { held: 0, released: 3_000, refunded: 12_000 }],
  ])('refunds the unfilled part after the bank reverses a lost dispute: %s', async (_who, decides, sums) => {
    const { deps } = context;
    const { id } = await createAssemblingOrder();
    const decide = await openBankDispute(id);
    await decide('lost');
    await decide('won');
    const open = await findOpenDispute(deps.db, id);
    const disputeDecision = { sellerCents: 19_900, refundCents: 0, decision: 'They came.' };
    if (decides) await decideDispute(deps, admin, open!.id, disputeDecision);
    context.advance(4 * DAY_MS);
    await processOrderDeadlines(deps);
    expect(await getBalance(deps.db, id)).toMatchObject(sums);
  });

  test('pauses and resumes with the same time left', async () => {
    const { deps } = context;
    const { id, team, takes, asked, ask } = await createAssemblingOrder();
    const remainingHours = hoursLeft((await readOrderNow(deps, id)).deadlineAt);
    const decide = await openBankDispute(id);
    expect(await readMessageTitles(deps, takes.userId)).toContain('A payment is under bank review');
    context.advance(10 * DAY_MS);
    await sendInviteRound(deps, team);
    expect((await listSeats(deps.db, team)).map(({ silent }) => silent)).toEqual([false, false]);
    await expect(answerInvitation(deps, asked, team, true)).rejects.toThrow(/once the review is over/);
    await expect(ask(2, await makePlayer(deps))).rejects.toThrow(/once the review is over/);
    await decide('won');
    expect(await readMessageTitles(deps, takes.userId)).toContain('Bank dispute won');
    await sendInviteRound(deps, team);
    await answerInvitation(deps, asked, team, true);
    const after = hoursLeft((await readOrderNow(deps, id)).deadlineAt);
    expect(after).toBeGreaterThan(remainingHours - 8);
    expect(after).toBeLessThanOrEqual(remainingHours);
    expect((await findTeam(deps.db, team))?.deadline).toEqual((await readOrderNow(deps, id)).deadlineAt);
  });

  test('replaces a player who left during the review without losing time', async () => {
    const { deps } = context;
    const { id, takes } = await createAssemblingOrder();
    const decide = await openBankDispute(id);
    context.advance(10 * DAY_MS);
    await close(takes);
    await decide('won');
    expect(hoursLeft((await readOrderNow(deps, id)).deadlineAt)).toBeGreaterThan(36);
  });

  test("is canceled after the bank's decision when its buyer has deleted the account", async () => {
    const { deps } = context;
    const { id, buyer, takes } = await createAssemblingOrder();
    const decide = await openBankDispute(id);
    await close(buyer);
    await decide('won');
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, refunded: 19_900 });
    expect(await readMessageTitles(deps, takes.userId)).toContain('A team was canceled');
  });

  test('pays a player erased during the review whose payout account was kept', async () => {
    const { deps, sandbox } = context;
    const { id, team, buyer, accounts } = await createErasedTeam({ verified: true });
    expect((await listAllSeats(deps.db, team)).map((seat) => seat.playerId !== null)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect((await readTeam(deps, buyer, team)).seats[0]).toMatchObject({ accepted: true, player: null });
    const [account] = accounts as [string];
    expect(sandbox.state.accounts[account]).toBeDefined();
    await confirmTeam(deps, buyer, team);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 15_000, refunded: 0, fees: 4_900 });
    const transfers = Object.values(sandbox.state.transfers).filter((one) => one.transfer_group === id);
    expect(transfers.map((one) => one.destination).sort()).toEqual([...accounts].sort());
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
    context.advance(DAY_MS);
    await eraseAtProvider(deps);
    expect(sandbox.state.accounts[account]).toBeUndefined();
    expect(await reconcileBooks(deps)).toEqual([]);
  });

  test.each([
    ['had no payout account', { verified: false }],
    ['was banned', { verified: true, banned: true }],
  ])('refunds the share of an erased player who %s', async (_who, how) => {
    const { deps } = context;
    const { id, team, buyer } = await createErasedTeam(how);
    await confirmTeam(deps, buyer, team);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 12_000, refunded: 3_000 });
    expect(await readHistory(deps, id)).toContain(
      "A player left Planet Crew and can’t be paid. We're refunding $30 to your card.",
    );
    expect(await readMessageTitles(deps, buyer.userId)).toContain("You're getting a partial refund");
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
  });

  test("refunds an erased player's share when the payout account is deleted before the bank's reversal", async () => {
    const { deps, sandbox } = context;
    const { id, accounts, decide } = await createErasedTeam({ verified: true, bank: 'lost' });
    const [account] = accounts as [string];
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
    context.advance(DAY_MS);
    await eraseAtProvider(deps);
    expect(sandbox.state.accounts[account]).toBeUndefined();
    await decide('won');
    context.advance(4 * DAY_MS);
    await processOrderDeadlines(deps);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 12_000, refunded: 3_000, fees: 4_900 });
    expect(await readHistory(deps, id)).toContain(
      "A player left Planet Crew and can’t be paid. We're refunding $30 to your card.",
    );
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
    expect(await reconcileBooks(deps)).toEqual([]);
  });

  test('refunds a share when its payout account was deleted but the response was lost', async () => {
    const { deps, sandbox } = context;
    const { id, accounts, decide } = await createErasedTeam({ verified: true, bank: 'lost' });
    const [account] = accounts as [string];
    // The provider deleted the account, but the response was lost.
    delete sandbox.state.accounts[account];
    await decide('won');
    context.advance(4 * DAY_MS);
    await processOrderDeadlines(deps);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 15_000, refunded: 0 });
    expect(await readOrderNow(deps, id)).toMatchObject({ settledAt: null, waitsFor: 'admin' });
    await eraseAtProvider(deps);
    context.advance(4 * DAY_MS);
    await processOrderDeadlines(deps);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 12_000, refunded: 3_000, fees: 4_900 });
    expect(await readHistory(deps, id)).toContain(
      "The payee left without a payout account. We're refunding $30 to your card.",
    );
    expect((await readOrderNow(deps, id)).settledAt).not.toBeNull();
    expect(await reconcileBooks(deps)).toEqual([]);
  });

  test('notifies its players when the bank reverses the payment', async () => {
    const { deps } = context;
    const { id, takes } = await createAssemblingOrder();
    await (await openBankDispute(id))('lost');
    expect(await readMessageTitles(deps, takes.userId)).toContain('The bank reversed a payment');
  });
});

describe('session under bank review', () => {
  let coach: Awaited<ReturnType<typeof makeCoach>>;
  beforeAll(async () => {
    coach = await makeCoach(context.deps);
  });
  async function bookSession(aheadMs: number) {
    const buyer = await makeUser(context.deps);
    const half = 30 * MINUTE_MS;
    const start = Math.ceil((context.now().getTime() + aheadMs) / half) * half;
    const startsAt = new Date(start).toISOString();
    const id = await buy(buyer, 'PRICE_COACHING_30', { coachId: coach.coachId, startsAt });
    return { buyer, id, startsAt };
  }

  test('starts on time when the bank decides before the start', async () => {
    const { deps } = context;
    const { id, startsAt } = await bookSession(5 * DAY_MS);
    const decide = await openBankDispute(id);
    context.advance(3 * DAY_MS);
    await decide('won');
    expect((await readOrderNow(deps, id)).deadlineAt?.toISOString()).toBe(startsAt);
    context.advance(Date.parse(startsAt) + HOUR_MS - context.now().getTime());
    for (let run = 0; run < 2; run++) await processOrderDeadlines(deps);
    expect((await getBooking(id)).status).toBe('completed');
    expect((await getBalance(deps.db, id)).held).toBe(2_500);
  });

  test('gives the buyer the full check period when the start time passed during the review', async () => {
    const { deps } = context;
    const { buyer, id, startsAt } = await bookSession(DAY_MS);
    const decide = await openBankDispute(id);
    context.advance(Date.parse(startsAt) - 30 * MINUTE_MS - context.now().getTime());
    await sendSessionReminders(deps);
    expect(await readMessageTitles(deps, coach.userId)).not.toContain('Your session starts within the hour');
    context.advance(19 * DAY_MS);
    await decide('won');
    expect(await readMessageTitles(deps, buyer.userId)).toContain('Your session time has passed');
    expect((await readHistory(deps, id)).at(-1)).toContain('The buyer has 48 hours');
    context.advance(40 * HOUR_MS);
    for (let run = 0; run < 3; run++) await processOrderDeadlines(deps);
    expect((await getBalance(deps.db, id)).held).toBe(2_500);
    context.advance(9 * HOUR_MS);
    await processOrderDeadlines(deps);
    expect((await getBalance(deps.db, id)).released).toBe(2_500);
  });
});
