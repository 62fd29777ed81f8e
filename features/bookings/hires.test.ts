import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../content/paths.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { type CreatedUser, makeUser, toActor } from '../accounts/accounts.factory.ts';
import { type Frame, openLive } from '../live/test-live.ts';
import { insertBan } from '../moderation/bans.queries.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { decideDispute, openDispute } from '../payments/disputes.commands.ts';
import { getBalance, getTotals, listLedgerLines } from '../payments/ledger.queries.ts';
import { listActions } from '../payments/money-actions.queries.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { getFulfillment } from '../payments/orders/fulfillment.commands.ts';
import { refundHeld } from '../payments/orders/orders.commands.ts';
import { updateOrder } from '../payments/orders/orders.queries.ts';
import type { PriceId } from '../payments/orders/orders.rules.ts';
import { closeUnpaidOrder } from '../payments/payment.commands.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import {
  createAwaitingOrder,
  createPaidOrder,
  readHistory,
  readMessages,
  readMessageTitles,
  readOrderNow,
  verifyTestSeller,
} from '../payments/test-orders.ts';
import { blockPlayer } from '../profiles/blocks/blocks.commands.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { applyStep, loadBooking } from './booking-lifecycle.commands.ts';
import { attachEvidence, readBooking, readCalendarFile, readEvidence } from './booking-views.commands.ts';
import * as messages from './bookings.messages.ts';
import { claimEvidence, findBooking, findBookingOfOrder, saveEvidencePicture } from './bookings.queries.ts';
import { declineBooking } from './bookings.rules.ts';
import type { OfferInput } from './bookings.schema.ts';
import { saveOwnOffer } from './hire-offers.commands.ts';
import { findOffer } from './hire-offers.queries.ts';
import { answerHire, chooseHire, leaveHire, previewExit, reportGame } from './hires.commands.ts';

type Person = { userId: string };
const NOW = new Date('2026-03-02T12:00:00Z');
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let context: MoneyContext;
let admin: Person;
let seller: CreatedUser;
let stranger: CreatedUser;
beforeAll(async () => {
  context = await openMoneyContext(NOW.toISOString());
  admin = await makeAdmin(context.deps);
  stranger = await makePlayer(context.deps);
  seller = await makePlayer(context.deps, { display_name: 'Lockdown' });
  await verifyTestSeller(context.deps, seller.userId);
  await offer(seller);
});
beforeEach(() => context.setNow(NOW));
afterAll(() => context.close());

const timeAfter = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const bookingNow = async (id: string) => (await findBooking(context.deps.db, id))!;
const getHeldCents = async (orderId: string) => (await getTotals(context.deps.db, orderId)).held ?? 0;
const listMemos = async (orderId: string) => (await listLedgerLines(context.deps.db, orderId)).map(({ memo }) => memo);
const offer = (person: Person, change: Partial<OfferInput> = {}) =>
  saveOwnOffer(context.deps, person, {
    roles: ['PG'],
    priceId: 'PRICE_7G_LOCK',
    hours: [],
    note: '',
    active: true,
    ...change,
  });
const advanceTo = async (milliseconds: number) => {
  context.setNow(timeAfter(milliseconds));
  await processOrderDeadlines(context.deps);
};

/** Creates a player who can be hired as a point guard of the Lock/PG tier. */
async function makeHireablePlayer(change: Partial<OfferInput> = {}): Promise<CreatedUser> {
  const user = await makeUser(context.deps);
  await verifyTestSeller(context.deps, user.userId);
  await offer(user, change);
  return user;
}

/** Creates a paid hire, accepted by the player if it should be running. */
async function createHire(isRunning = true, creditCents = 0) {
  const { deps } = context;
  const buyer = await makeUser(deps);
  const choice = { playerId: seller.userId, role: 'PG', creditCents };
  const { id: orderId } = await createPaidOrder(deps, buyer.userId, 'PRICE_7G_LOCK', choice);
  const { id } = (await findBookingOfOrder(deps.db, orderId))!;
  if (isRunning) await answerHire(deps, seller, id, true);
  return { id, orderId, buyer };
}

async function play(id: string, buyer: Person, games: number): Promise<void> {
  for (let no = 1; no <= games; no++) {
    for (const user of [seller, buyer]) await reportGame(context.deps, user, id, { no, note: '' });
  }
}

test("sends live updates about one side's actions only to the other side", async () => {
  const { id, buyer } = await createHire();
  const [othersStream, outsideStream] = [
    await openLive(context.app, buyer.accessToken),
    await openLive(context.app, stranger.accessToken),
  ];
  const revOf = ({ event, data }: Frame) =>
    ((event === 'greeting' ? (data as { topics: object }).topics : data) as Record<string, number>)[`booking:${id}`];
  const before = revOf(await othersStream.next());
  expect(before).toBeGreaterThan(0);
  expect(JSON.stringify(await outsideStream.next())).not.toContain(id);
  await reportGame(context.deps, seller, id, { no: 1, note: '' });
  let frame = await othersStream.next();
  while (frame.event !== 'end' && (revOf(frame) ?? before!) <= before!) frame = await othersStream.next();
  expect(revOf(frame)).toBeGreaterThan(before!);
  await Promise.all([othersStream.close(), outsideStream.close()]);
});

describe('hire offer', () => {
  test('allows only lockdown defenders and point guards in the Lock/PG tier', async () => {
    const player = await makeUser(context.deps);
    await expect(offer(player, { roles: ['Lock', 'C'] })).rejects.toMatchObject({ code: 'invalid', field: 'roles' });
    expect(await findOffer(context.deps.db, player.userId)).toBeUndefined();
    await offer(player, { roles: ['Lock', 'PG'] });
    await offer(player, { roles: ['C'], priceId: 'PRICE_7G_ROLE' });
    expect(await findOffer(context.deps.db, player.userId)).toMatchObject({ roles: ['C'] });
  });
});

describe('a player for hire', () => {
  const choose = (person: Person, playerId: string, role = 'PG', priceId: PriceId = 'PRICE_7G_LOCK') =>
    createAwaitingOrder(context.deps, person.userId, priceId, { playerId, role });

  test('can be reserved only with an offer, a verified account and no block', async () => {
    const order = await choose(stranger, seller.userId);
    expect(await findBookingOfOrder(context.deps.db, order.id)).toMatchObject({
      type: 'hire',
      status: 'reserved',
      buyerId: stranger.userId,
      playerId: seller.userId,
      role: 'PG',
      priceUsd: 100,
      contractedGames: 7,
      completedGames: 0,
    });
  });

  test('cannot be hired without an offer, or when paused, unverified or banned', async () => {
    const { deps } = context;
    const idleUser = await makeUser(deps);
    await verifyTestSeller(deps, idleUser.userId);
    const pausedPlayer = await makeHireablePlayer({ active: false });
    const unverifiedSeller = await makeUser(deps);
    await offer(unverifiedSeller);
    const bannedPlayer = await makeHireablePlayer();
    const ban = { userId: bannedPlayer.userId, reason: 'Test', createdAt: NOW, bannedBy: admin.userId };
    await insertBan(deps.db, { ...ban, scope: 'all', expiresAt: timeAfter(HOUR_MS) } as never);
    for (const { userId } of [idleUser, pausedPlayer, unverifiedSeller, bannedPlayer]) {
      await expect(choose(stranger, userId)).rejects.toThrow("This player can't be hired right now. Pick another.");
    }
    context.setNow(timeAfter(2 * HOUR_MS));
    await choose(stranger, bannedPlayer.userId);
  });

  test('can be hired by users they avoid, but not by users they blocked', async () => {
    const { deps } = context;
    const [blocking, avoiding] = [await makeHireablePlayer(), await makeHireablePlayer()];
    await blockPlayer(deps, toActor(blocking), stranger.userId, 'block');
    await blockPlayer(deps, toActor(avoiding), stranger.userId, 'avoid');
    await expect(choose(stranger, blocking.userId)).rejects.toMatchObject({ code: 'conflict', field: 'playerId' });
    await choose(stranger, avoiding.userId);
  });

  test("can be hired only for the offer's tier and roles, and not by themselves", async () => {
    await expect(choose(seller, seller.userId)).rejects.toThrow("You can't hire yourself.");
    await expect(choose(stranger, seller.userId, 'PG', 'PRICE_7G_ELITE')).rejects.toMatchObject({ field: 'playerId' });
    await expect(choose(stranger, seller.userId, 'C')).rejects.toMatchObject({ field: 'role' });
  });

  test('requires a role together with the player', async () => {
    const { deps } = context;
    for (const [choice, field] of [
      [{ playerId: seller.userId }, 'role'],
      [{ role: 'PG' }, 'playerId'],
    ] as const) {
      await expect(createAwaitingOrder(deps, stranger.userId, 'PRICE_7G_LOCK', choice)).rejects.toMatchObject({
        field,
      });
    }
    const order = await createAwaitingOrder(deps, stranger.userId, 'PRICE_7G_LOCK');
    expect(await findBookingOfOrder(deps.db, order.id)).toBeUndefined();
  });

  test('is available again when the payment does not arrive', async () => {
    const { deps } = context;
    const order = await choose(stranger, seller.userId);
    await deps.db.transaction((tx) => closeUnpaidOrder(tx, deps, order.id, { state: 'expired', line: 'Unpaid.' }));
    expect((await findBookingOfOrder(deps.db, order.id))!.status).toBe('lapsed');
  });
});

describe("the buyer's choice after the payment", () => {
  const createChoice = () => ({ playerId: seller.userId, role: 'PG' });

  test('starts the hire immediately and can be made only once', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const order = await createPaidOrder(deps, buyer.userId, 'PRICE_7G_LOCK');
    expect(order).toMatchObject({ waitsFor: 'buyer', deadlineAt: timeAfter(7 * DAY_MS) });
    await expect(chooseHire(deps, stranger, order.id, createChoice())).rejects.toMatchObject({ code: 'not_found' });
    const id = await chooseHire(deps, buyer, order.id, createChoice());
    expect(await bookingNow(id)).toMatchObject({ status: 'held', orderId: order.id });
    expect(await readOrderNow(deps, order.id)).toMatchObject({
      waitsFor: 'seller',
      deadlineAt: timeAfter(24 * HOUR_MS),
    });
    await expect(chooseHire(deps, buyer, order.id, createChoice())).rejects.toThrow(
      "This order isn't waiting for a player.",
    );
  });

  test('requires a paid hire whose money is still held', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const unpaidOrder = await createAwaitingOrder(deps, buyer.userId, 'PRICE_7G_LOCK');
    const sprint = await createPaidOrder(deps, buyer.userId, 'PRICE_COACHING_30');
    const refundedOrder = await createPaidOrder(deps, buyer.userId, 'PRICE_7G_LOCK');
    const refundInput = { cause: 'test', cents: 10_000, memo: 'Test' };
    await deps.db.transaction((tx) => refundHeld(tx, deps, refundedOrder, refundInput));
    for (const { id } of [unpaidOrder, sprint, refundedOrder]) {
      await expect(chooseHire(deps, buyer, id, createChoice())).rejects.toThrow(
        "This order isn't waiting for a player.",
      );
    }
  });

  test("refunds the hire when the buyer doesn't choose within a week", async () => {
    const buyer = await makeUser(context.deps);
    const { id } = await createPaidOrder(context.deps, buyer.userId, 'PRICE_7G_LOCK');
    await advanceTo(7 * DAY_MS - 1);
    expect(await getHeldCents(id)).toBe(10_000);
    await advanceTo(7 * DAY_MS);
    expect(await getBalance(context.deps.db, id)).toMatchObject({ held: 0, refunded: 10_000 });
    expect(await listMemos(id)).toContain('Full refund: no player or coach chosen');
    expect((await readHistory(context.deps, id)).at(-1)).toBe(
      "No player or coach was chosen within 7 days, so we're refunding the full price.",
    );
    expect(await readMessageTitles(context.deps, buyer.userId)).toContain('Your refund is on its way');
  });
});

describe('hire request', () => {
  test('can be answered once and only by the player', async () => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire(false);
    expect((await readMessages(deps, seller.userId)).at(-1)).toBeDefined();
    for (const isAccepted of [true, false]) {
      await expect(answerHire(deps, buyer, id, isAccepted)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(answerHire(deps, stranger, id, isAccepted)).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(answerHire(deps, seller, UNKNOWN_ID, true)).rejects.toMatchObject({ code: 'not_found' });
    await answerHire(deps, seller, id, true);
    expect((await bookingNow(id)).status).toBe('accepted');
    expect(await readHistory(deps, orderId)).toEqual([
      '$100 received.',
      "Paid. We're holding the money. The player has 24 hours to accept.",
      'The player accepted. Play the first of seven games.',
    ]);
    expect((await readMessages(deps, buyer.userId)).at(-1)).toEqual({
      title: 'Your hire was accepted',
      lines: ['The player accepted. Play the first of seven games.'],
      path: paths.booking(id),
    });
    for (const isAccepted of [true, false])
      await expect(answerHire(deps, seller, id, isAccepted)).rejects.toThrow('no longer needs an answer');
  });

  test('tells the player the price and the role', async () => {
    const { deps } = context;
    const player = await makeHireablePlayer();
    await createPaidOrder(deps, stranger.userId, 'PRICE_7G_LOCK', { playerId: player.userId, role: 'PG' });
    expect(await readMessages(deps, player.userId)).toMatchObject([
      {
        title: 'Someone wants to hire you',
        lines: [
          'Seven games as PG for $100. We hold the money until the games are confirmed.',
          'Accept or decline within 24 hours.',
        ],
      },
    ]);
  });

  test('is refunded in full when the player declines', async () => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire(false);
    await answerHire(deps, seller, id, false);
    expect(await bookingNow(id)).toMatchObject({ status: 'declined', endedBy: null, completedGames: 0 });
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 0, refunded: 10_000 });
    expect(await listMemos(orderId)).toContain('Full refund');
    expect(await readMessageTitles(deps, buyer.userId)).not.toContain('Your hire was accepted');
    expect(await readMessageTitles(deps, buyer.userId)).toContain('Your refund is on its way');
  });

  test("is refunded in full when the player doesn't answer within 24 hours", async () => {
    const { id, orderId } = await createHire(false);
    await advanceTo(24 * HOUR_MS - 1);
    expect((await bookingNow(id)).status).toBe('held');
    await advanceTo(24 * HOUR_MS);
    expect(await bookingNow(id)).toMatchObject({ status: 'expired', endedBy: 'silence' });
    expect(await getHeldCents(orderId)).toBe(0);
    expect((await readHistory(context.deps, orderId)).at(-1)).toBe(
      "The player didn't accept within 24 hours, so we're refunding the full price.",
    );
    // From here on, only the payment provider has to act. If the money hasn't arrived a day later, an admin has to step
    // in; the status stays the same.
    await advanceTo(49 * HOUR_MS);
    expect(await readOrderNow(context.deps, orderId)).toMatchObject({ waitsFor: 'admin' });
    expect((await bookingNow(id)).status).toBe('expired');
  });
});

describe('game of a hire', () => {
  const report = (person: Person, id: string, no: number) =>
    reportGame(context.deps, person, id, { no, note: 'Won by 9' });

  test.each([
    ['buyer', 'The buyer'],
    ['seller', 'The player'],
  ] as const)('waits for the other side when the %s reports it', async (side, name) => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire();
    const [reporter, otherSide] = side === 'buyer' ? [buyer, seller] : [seller, buyer];
    await expect(report(stranger, id, 1)).rejects.toMatchObject({ code: 'not_found' });
    await report(reporter, id, 1);
    await expect(report(reporter, id, 1)).rejects.toThrow(
      "You already confirmed this game. It's waiting for the other side.",
    );
    expect((await readBooking(deps, stranger, id).catch((error) => error)).code).toBe('not_found');
    expect((await readBooking(deps, buyer, id)).games).toEqual([
      {
        no: 1,
        buyerConfirmed: side === 'buyer',
        sellerConfirmed: side === 'seller',
        counted: false,
        silent: null,
        countsAt: timeAfter(48 * HOUR_MS).toISOString(),
        note: 'Won by 9',
      },
    ]);
    const line = `${name} confirmed game 1. It'll count in 48 hours unless someone disputes it.`;
    expect((await readHistory(deps, orderId)).at(-1)).toBe(line);
    const listRequests = (messages: Awaited<ReturnType<typeof readMessages>>) =>
      messages.filter(({ title, path }) => title === 'Confirm game 1' && path === paths.booking(id));
    const word = `${name} confirmed game 1. Confirm it too or open a dispute. After 48 hours it'll count automatically.`;
    expect(listRequests(await readMessages(deps, otherSide.userId))).toMatchObject([{ lines: [word] }]);
    expect(listRequests(await readMessages(deps, reporter.userId))).toEqual([]);
    await report(otherSide, id, 1);
    expect((await readHistory(deps, orderId)).at(-1)).toBe('Both sides confirmed game 1.');
    expect(listRequests(await readMessages(deps, reporter.userId))).toEqual([]);
    expect((await readBooking(deps, buyer, id)).games).toMatchObject([{ counted: true, silent: null, countsAt: null }]);
    expect(await bookingNow(id)).toMatchObject({ status: 'in_progress', completedGames: 1 });
  });

  test.each(['buyer', 'seller'] as const)(
    'counts two days after the %s reported it when the other side does not respond',
    async (by) => {
      const { deps } = context;
      const { id, orderId, buyer } = await createHire();
      await report(by === 'buyer' ? buyer : seller, id, 1);
      await advanceTo(48 * HOUR_MS - 1);
      expect(await bookingNow(id)).toMatchObject({ completedGames: 0 });
      await advanceTo(48 * HOUR_MS);
      expect(await bookingNow(id)).toMatchObject({ status: 'in_progress', completedGames: 1, endedBy: null });
      expect((await readBooking(deps, buyer, id)).games[0]).toMatchObject({
        counted: true,
        silent: by === 'buyer' ? 'seller' : 'buyer',
      });
      expect((await readHistory(deps, orderId)).at(-1)).toBe(
        "Game 1 counts. One side confirmed it and the other didn't answer for 48 hours.",
      );
    },
  );

  test('releases the full price after the seventh game', async () => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire();
    await play(id, buyer, 7);
    expect(await bookingNow(id)).toMatchObject({ status: 'completed', completedGames: 7 });
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 10_000, refunded: 0 });
    expect(await listMemos(orderId)).toContain('Released to the player for 7 of 7 games');
    expect((await listActions(deps.db, orderId)).filter(({ kind }) => kind === 'transfer')).toMatchObject([
      { amountCents: 10_000, payeeId: seller.userId },
    ]);
    // No transfer has been sent yet, so the messages must not say that money is on its way.
    expect(
      (await readMessages(deps, seller.userId)).filter(({ path }) => path === paths.booking(id)),
    ).not.toContainEqual(expect.objectContaining({ title: expect.stringContaining('payout') }));
    await expect(report(buyer, id, 8)).rejects.toThrow('while the hire is active');
    // A week later, only the transfer is missing.
    await advanceTo(8 * DAY_MS);
    expect((await bookingNow(id)).status).toBe('completed');
  });

  test("counts after 48 hours even if the other side doesn't respond", async () => {
    const { id, orderId, buyer } = await createHire();
    await play(id, buyer, 6);
    await report(seller, id, 7);
    await advanceTo(48 * HOUR_MS);
    expect(await bookingNow(id)).toMatchObject({ status: 'completed', completedGames: 7, endedBy: null });
    expect((await readHistory(context.deps, orderId)).at(-1)).toBe("Finished. We've released the held funds.");
  });
});

describe('early exit', () => {
  test.each([
    ['buyer', 'The buyer'],
    ['seller', 'The player'],
  ] as const)('splits the price as previewed when the %s ends the hire', async (side, name) => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire();
    const [actor, otherSide] = side === 'buyer' ? [buyer, seller] : [seller, buyer];
    await play(id, buyer, 3);
    await expect(previewExit(deps, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(leaveHire(deps, stranger, id, 5_714)).rejects.toMatchObject({ code: 'not_found' });
    expect(await previewExit(deps, actor, id)).toEqual({
      gamesPlayed: 3,
      gamesHeld: 0,
      gamesRemaining: 4,
      refundCents: 5_714,
      creditBackCents: 0,
      heldCents: 0,
      releaseCents: 4_286,
    });
    await expect(leaveHire(deps, actor, id, 7_143)).rejects.toThrow('The refund is now $57.14.');
    await leaveHire(deps, actor, id, 5_714);
    expect(await bookingNow(id)).toMatchObject({ status: 'ended_early', endedBy: side, completedGames: 3 });
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 4_286, refunded: 5_714 });
    expect(await listMemos(orderId)).toEqual(
      expect.arrayContaining(['Refund for 4 of 7 games', 'Released to the player for 3 of 7 games']),
    );
    const line = `${name} ended the hire after 3 of 7 games.`;
    expect((await readHistory(deps, orderId)).at(-1)).toBe(line);
    const listEnded = (messages: Awaited<ReturnType<typeof readMessages>>) =>
      messages.filter(({ title, path }) => title === 'A hire ended early' && path === paths.booking(id));
    expect(listEnded(await readMessages(deps, otherSide.userId))).toMatchObject([{ lines: [line] }]);
    expect(listEnded(await readMessages(deps, actor.userId))).toEqual([]);
    await expect(previewExit(deps, actor, id)).rejects.toThrow('Only active hires can be ended early.');
    await expect(leaveHire(deps, actor, id, 5_714)).rejects.toThrow('Only active hires can be ended early.');
  });

  test('pays nothing before the first game and restores the used part of a credit', async () => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire(true, 4_000);
    expect(await previewExit(deps, buyer, id)).toMatchObject({ refundCents: 6_000, creditBackCents: 4_000 });
    await expect(leaveHire(deps, buyer, id, 10_000)).rejects.toThrow('The refund is now $60.');
    await leaveHire(deps, buyer, id, 6_000);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 0, refunded: 6_000 });
    expect((await listActions(deps.db, orderId)).filter(({ kind }) => kind === 'transfer')).toEqual([]);
  });

  test("refunds nothing after the last game was reported, but holds that game's price", async () => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire();
    await play(id, buyer, 6);
    await reportGame(deps, buyer, id, { no: 7, note: '' });
    expect(await previewExit(deps, buyer, id)).toMatchObject({ gamesPlayed: 6, gamesHeld: 1, gamesRemaining: 0 });
    await leaveHire(deps, buyer, id, 0);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 1_429, released: 8_571, refunded: 0 });
    expect((await readHistory(deps, orderId)).at(-1)).toBe(
      'The buyer ended the hire after 6 of 7 games. Only the buyer confirmed game 7. The other side has 48 hours to confirm or dispute it. Its price stays on hold until then.',
    );
    await advanceTo(48 * HOUR_MS);
    expect(await bookingNow(id)).toMatchObject({ status: 'ended_early', endedBy: 'buyer', completedGames: 7 });
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 10_000, refunded: 0 });
    expect(await listMemos(orderId)).toContain('Released to the player for game 7');
    expect((await readHistory(deps, orderId)).at(-1)).toMatch(/^Game 7 counts\. One side confirmed it/);
    expect(await readMessageTitles(deps, buyer.userId)).not.toContain('Your refund is on its way');
  });

  test('happens automatically after two weeks without a game', async () => {
    const { id, orderId, buyer } = await createHire();
    await play(id, buyer, 1);
    await advanceTo(14 * DAY_MS - 1);
    expect((await bookingNow(id)).status).toBe('in_progress');
    await advanceTo(14 * DAY_MS);
    expect(await bookingNow(id)).toMatchObject({ status: 'ended_early', endedBy: 'silence', completedGames: 1 });
    expect((await readHistory(context.deps, orderId)).at(-1)).toBe(
      'No one reported a game for 14 days, so the hire ended.',
    );
  });
});

describe('dispute about a hire', () => {
  test('can be opened while the hire is running and its money is held', async () => {
    const { deps } = context;
    const waitingHire = await createHire(false);
    const running = await createHire();
    const mayDispute = async (orderId: string) => {
      const order = await readOrderNow(deps, orderId);
      return getFulfillment(deps, order).mayDispute(deps.db, deps, order);
    };
    expect(await mayDispute(waitingHire.orderId)).toBe(false);
    await expect(openDispute(deps, waitingHire.buyer, waitingHire.orderId, 'No.')).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await mayDispute(running.orderId)).toBe(true);
    const unchosen = await createPaidOrder(deps, stranger.userId, 'PRICE_7G_LOCK');
    expect(await mayDispute(unchosen.id)).toBe(false);
    await expect(openDispute(deps, stranger, unchosen.id, 'No.')).rejects.toMatchObject({ code: 'conflict' });
    const refundInput = { cause: 'test-dispute', cents: 10_000, memo: 'Test' };
    const order = await readOrderNow(deps, running.orderId);
    await deps.db.transaction((tx) => refundHeld(tx, deps, order, refundInput));
    await expect(openDispute(deps, running.buyer, running.orderId, 'No.')).rejects.toMatchObject({ code: 'conflict' });
  });

  test("pauses the hire and ends it with the admin's decision", async () => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire();
    const dispute = await openDispute(deps, buyer, orderId, 'Nobody came.');
    expect(await bookingNow(id)).toMatchObject({ status: 'disputed', statusBefore: 'accepted' });
    expect((await readBooking(deps, seller, id)).disputeId).toBe(dispute);
    const disputeDecision = { sellerCents: 2_500, refundCents: 7_500, decision: 'One game was played.' };
    await decideDispute(deps, admin, dispute, disputeDecision);
    expect((await bookingNow(id)).status).toBe('decided');
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 2_500, refunded: 7_500 });
    expect(await listMemos(orderId)).toContain("Released after an admin's decision");
  });

  test('can only end in a full refund when the player deleted their account', async () => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire();
    const dispute = await openDispute(deps, buyer, orderId, 'Gone.');
    await deps.db.execute(sql`update bookings set player_id = null where id = ${id}`);
    const refundDecision = { decision: 'Gone.', sellerCents: 0, refundCents: 10_000 };
    await expect(
      decideDispute(deps, admin, dispute, { ...refundDecision, sellerCents: 1, refundCents: 9_999 }),
    ).rejects.toThrow('The player has left.');
    await decideDispute(deps, admin, dispute, refundDecision);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 0, refunded: 10_000 });
  });
});

describe('deleted user', () => {
  test('gets no payout or messages and is shown as a former member', async () => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire();
    await play(id, buyer, 3);
    await deps.db.execute(sql`update bookings set player_id = null where id = ${id}`);
    await expect(leaveHire(deps, buyer, id, 5_714)).rejects.toThrow('The player has left');
    expect(await getHeldCents(orderId)).toBe(10_000);
    await reportGame(deps, buyer, id, { no: 4, note: '' });
    expect((await readBooking(deps, buyer, id)).player).toEqual({ id: null, name: 'Former member' });
  });

  test('gets a refund as a buyer, but no message', async () => {
    const { deps } = context;
    const { id, orderId } = await createHire(false);
    await deps.db.execute(sql`update bookings set buyer_id = null where id = ${id}`);
    await answerHire(deps, seller, id, false);
    expect(await getHeldCents(orderId)).toBe(0);
    const other = await createHire(false);
    await deps.db.execute(sql`update bookings set buyer_id = null where id = ${other.id}`);
    await answerHire(deps, seller, other.id, true);
    await reportGame(deps, seller, other.id, { no: 1, note: '' });
    await leaveHire(deps, seller, other.id, 8_571);
    expect((await bookingNow(other.id)).status).toBe('ended_early');
  });
});

test('refuses a step based on an outdated state of the booking', async () => {
  const { deps } = context;
  const { id } = await createHire(false);
  const staleBooking = await deps.db.transaction((tx) => loadBooking(tx, id));
  await answerHire(deps, seller, id, true);
  const step = declineBooking(staleBooking.booking);
  if ('no' in step) throw new Error('The rules refused the step.');
  const lateStep = deps.db.transaction((tx) =>
    applyStep(tx, deps, staleBooking, { step, line: messages.hireDeclined }),
  );
  await expect(lateStep).rejects.toThrow('This booking just changed. Refresh and try again.');
});

describe('booking access', () => {
  test('is limited to the two sides and admins', async () => {
    const { deps } = context;
    const { id, orderId, buyer } = await createHire();
    const sides = await Promise.all(
      [buyer, seller, admin].map(async (user) => (await readBooking(deps, user, id)).side),
    );
    expect(sides).toEqual(['buyer', 'seller', 'admin']);
    expect(await readBooking(deps, buyer, id)).toMatchObject({
      id,
      orderId,
      type: 'hire',
      status: 'accepted',
      buyer: { id: buyer.userId, name: 'Player' },
      player: { id: seller.userId, name: 'Lockdown' },
      role: 'PG',
      priceCents: 10_000,
      waitsFor: 'buyer',
      deadlineAt: timeAfter(14 * DAY_MS).toISOString(),
      frozen: false,
      disputeId: null,
      startsAt: null,
      endsAt: null,
      evidence: [],
    });
    await updateOrder(deps.db, orderId, { frozenAt: NOW });
    expect((await readBooking(deps, buyer, id)).frozen).toBe(true);
    for (const [user, one] of [
      [stranger, id],
      [admin, UNKNOWN_ID],
      [buyer, UNKNOWN_ID],
    ] as const) {
      await expect(readBooking(deps, user, one)).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(readCalendarFile(deps, buyer, id)).rejects.toThrow('This booking has no session time.');
  });

  test('limits evidence to ten pictures per side', async () => {
    const { deps } = context;
    const { id, buyer } = await createHire();
    const row = { bookingId: id, gameNo: null, note: '' };
    const keep = async (person: Person, minute: number) => {
      const claim = { ...row, authorId: person.userId, createdAt: timeAfter(minute * 60_000) };
      const claimedEvidence = (await claimEvidence(deps.db, claim, { most: 20, since: NOW }))!;
      await saveEvidencePicture(deps.db, claimedEvidence, new Uint8Array([1]));
      return claimedEvidence;
    };
    await keep(buyer, 0);
    const last = await keep(seller, 1);
    expect((await readBooking(deps, buyer, id)).evidence.map(({ by }) => by)).toEqual(['buyer', 'seller']);
    expect(await readEvidence(deps, buyer, id, last)).toHaveLength(1);
    await expect(readEvidence(deps, buyer, id, UNKNOWN_ID)).rejects.toThrow('Picture not found.');
    await expect(readEvidence(deps, stranger, id, last)).rejects.toThrow('Booking not found.');
    const brokenEvidence = { picture: new TextEncoder().encode('no picture'), note: '', gameNo: null };
    for (let index = 2; index < 10; index++) await keep(buyer, index);
    await expect(attachEvidence(deps, buyer, id, brokenEvidence)).rejects.toMatchObject({
      code: 'invalid',
      field: 'picture',
    });
    await keep(buyer, 10);
    await expect(attachEvidence(deps, buyer, id, brokenEvidence)).rejects.toMatchObject({ code: 'too_many' });
    await expect(attachEvidence(deps, seller, id, brokenEvidence)).rejects.toMatchObject({ code: 'invalid' });
  });
});
