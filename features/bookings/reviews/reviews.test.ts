import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { listEverythingAbout } from '../../accounts/own-data/test-own-data.ts';
import { insertBan } from '../../moderation/bans.queries.ts';
import { listOpenFlags } from '../../moderation/flags.queries.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { selectPendingActions } from '../../notifications/pending-actions.queries.ts';
import { processOrderDeadlines } from '../../payments/order-deadlines.commands.ts';
import { type MoneyContext, openMoneyContext } from '../../payments/test-money.ts';
import { createPaidOrder, readMessageTitles, verifyTestSeller } from '../../payments/test-orders.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { postMessage } from '../../threads/threads.factory.ts';
import { findBookingOfOrder } from '../bookings.queries.ts';
import { saveOwnOffer } from '../hire-offers.commands.ts';
import { answerHire, reportGame } from '../hires.commands.ts';
import { selectBookingsToReview } from './reviews.queries.ts';
import { listHireRatings } from './seller-ratings.commands.ts';

// This is a Monday.
const NOW = new Date('2026-03-02T12:00:00Z');
let context: MoneyContext;
beforeAll(async () => {
  context = await openMoneyContext(NOW.toISOString());
});
beforeEach(() => context.setNow(NOW));
afterAll(() => context.close());

async function ask(player: Player | undefined, method: string, path: string, body?: object) {
  const response = await context.app.request(`/api/${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(player ? { Authorization: `Bearer ${player.accessToken}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  return { status: response.status, body: (await response.json()) as any };
}

async function makeHirePlayer(more: object = {}): Promise<Player> {
  const player = await makePlayer(context.deps, more);
  await verifyTestSeller(context.deps, player.userId);
  const hours = [{ days: ['Tue'], start: '19:00', end: '21:00' }] as never;
  const offer = { roles: ['PG'], priceId: 'PRICE_7G_LOCK', hours, note: '', active: true } as const;
  await saveOwnOffer(context.deps, player, { ...offer, roles: [...offer.roles] });
  return player;
}

/** Creates a paid hire that is waiting for the player's answer. */
async function createPendingHire(of: Player, buyer?: Player) {
  const player = buyer ?? (await makePlayer(context.deps));
  const choice = { playerId: of.userId, role: 'PG' };
  const { id } = await createPaidOrder(context.deps, player.userId, 'PRICE_7G_LOCK', choice);
  return { id: (await findBookingOfOrder(context.deps.db, id))!.id, buyer: player };
}

/** Creates a hire with all seven games played. */
async function createFinishedHire(of: Player, buyer?: Player) {
  const hire = await createPendingHire(of, buyer);
  await answerHire(context.deps, of, hire.id, true);
  for (let no = 1; no <= 7; no++)
    for (const user of [of, hire.buyer]) await reportGame(context.deps, user, hire.id, { no, note: '' });
  return hire;
}
const write = (player: Player, id: string, review: object) => ask(player, 'PUT', `bookings/${id}/review`, review);
const reviewsOf = async (of: Player, as?: Player) =>
  (await ask(as, 'GET', `players/${of.userId}/reviews`)).body.reviews;
const getRating = async (of: Player) => (await listHireRatings(context.deps, [of.userId]))[0]!;

describe('review of a booking', () => {
  test('can be written by the buyer of a finished booking and changed later', async () => {
    const player = await makeHirePlayer();
    const { id, buyer } = await createPendingHire(player);
    expect(await write(buyer, id, { stars: 5 })).toMatchObject({
      status: 409,
      body: { error: { message: "You can review a booking once it's finished." } },
    });
    const done = await createFinishedHire(player, buyer);
    expect((await write(player, done.id, { stars: 5 })).status).toBe(403);
    expect((await write(await makePlayer(context.deps), done.id, { stars: 5 })).status).toBe(404);
    expect((await write(buyer, done.id, { stars: 6 })).status).toBe(422);
    expect((await write(buyer, done.id, { stars: 4.5 })).status).toBe(422);
    expect((await write(buyer, done.id, { stars: 5, words: 'x'.repeat(601) })).status).toBe(422);
    expect((await ask(buyer, 'GET', `bookings/${done.id}`)).body).toMatchObject({ mayReview: true, review: null });
    expect((await write(buyer, done.id, { stars: 2, words: 'Late.' })).status).toBe(200);
    expect((await write(buyer, done.id, { stars: 4, words: 'Late, but good.' })).status).toBe(200);
    expect(await reviewsOf(player)).toMatchObject([
      { id: done.id, stars: 4, words: 'Late, but good.', author: { id: buyer.userId } },
    ]);
    expect(await getRating(player)).toMatchObject({ reviews: 1, average: 4 });
    // The seller is notified only once.
    const titles = (await readMessageTitles(context.deps, player.userId)).filter(
      (title) => title === 'You have a new review',
    );
    expect(titles).toHaveLength(1);
    expect((await ask(player, 'GET', `bookings/${done.id}`)).body).toMatchObject({
      mayReview: false,
      review: { stars: 4, words: 'Late, but good.', removed: false },
    });
  });

  test('is requested on the home page until it is written', async () => {
    const { id, buyer } = await createFinishedHire(await makeHirePlayer());
    const listWaiting = async () => {
      const now = sql`${context.deps.now().toISOString()}::timestamptz`;
      const found = sql`select * from ${selectPendingActions([selectBookingsToReview], sql`${buyer.userId}`, now)} waiting`;
      return (await context.deps.db.execute(found)).rows;
    };
    expect(await listWaiting()).toMatchObject([{ kind: 'review', thing: id }]);
    context.setNow(new Date(NOW.getTime() + 15 * 24 * HOUR_MS));
    expect(await listWaiting()).toEqual([]);
    context.setNow(NOW);
    await write(buyer, id, { stars: 5 });
    expect(await listWaiting()).toEqual([]);
  });

  test('is hidden and not counted while its author is banned', async () => {
    const player = await makeHirePlayer();
    const { id, buyer } = await createFinishedHire(player);
    await write(buyer, id, { stars: 1 });
    const ban = await insertBan(context.deps.db, {
      userId: buyer.userId,
      scope: 'all',
      reason: 'test',
      createdAt: NOW,
    });
    expect(await reviewsOf(player)).toEqual([]);
    expect(await getRating(player)).toMatchObject({ reviews: 0, average: null });
    expect((await write(buyer, id, { stars: 2 })).status).toBe(403);
    await context.deps.db.execute(sql`delete from ban_list where id = ${ban.id}`);
    expect(await reviewsOf(player)).toHaveLength(1);
  });

  test('is hidden from users who have a block with its author', async () => {
    const player = await makeHirePlayer();
    const { id, buyer } = await createFinishedHire(player);
    await write(buyer, id, { stars: 5 });
    const viewer = await makePlayer(context.deps);
    expect(await reviewsOf(player, viewer)).toHaveLength(1);
    await blockPlayer(context.deps, toActor(buyer), viewer.userId, 'block');
    expect(await reviewsOf(player, viewer)).toEqual([]);
  });

  test('can be reported once per user and is hidden once a moderator removes it', async () => {
    const player = await makeHirePlayer();
    const { id, buyer } = await createFinishedHire(player);
    await write(buyer, id, { stars: 1, words: 'You play like a bot.' });
    const report = (player: Player) => ask(player, 'POST', `reviews/${id}/reports`, { reason: 'harassment' });
    expect((await report(player)).status).toBe(200);
    expect((await report(player)).status).toBe(409);
    expect((await report(buyer)).status).toBe(409);
    const [flag] = (await listOpenFlags(context.deps.db, 50)).filter(({ review_id }) => review_id === id);
    expect(flag).toMatchObject({ kind: 'review', owner_id: buyer.userId, reports: 1 });
    expect(flag!.subject).toMatchObject({ notes: 'You play like a bot.' });
    const admin = await makeAdmin(context.deps);
    const performAction = async (body: object) => {
      const response = await context.app.request('/functions/v1/admin-actions', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${admin.accessToken}` },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { message: string; undo?: { auditIds: string[] } };
    };
    const remove = () => performAction({ action: 'decide_flags', decision: 'delete', flagIds: [flag!.id] });
    const done = await remove();
    expect(done.message).toBe('1 review deleted');
    expect(await reviewsOf(player)).toEqual([]);
    await performAction({ action: 'undo', auditIds: done.undo!.auditIds });
    expect(await reviewsOf(player)).toHaveLength(1);
    await remove();
    expect(await reviewsOf(player)).toEqual([]);
    expect(await write(buyer, id, { stars: 5 })).toMatchObject({
      status: 409,
      body: { error: { message: "A moderator removed your review of this booking, so you can't write another one." } },
    });
    expect((await ask(buyer, 'GET', `bookings/${id}`)).body).toMatchObject({
      mayReview: false,
      review: { removed: true },
    });
    expect((await ask(player, 'GET', `bookings/${id}`)).body.review).toBeNull();
  });

  test("is included in its author's data export and deleted with their account", async () => {
    const player = await makeHirePlayer();
    const { id, buyer } = await createFinishedHire(player);
    await write(buyer, id, { stars: 3, words: 'Fine.' });
    const own = await listEverythingAbout(context.deps.db, buyer.userId);
    expect(own.booking_reviews).toMatchObject([{ booking_id: id, words: 'Fine.' }]);
    await context.deps.db.execute(sql`delete from auth.users where id = ${buyer.userId}`);
    expect(await reviewsOf(player)).toEqual([]);
  });
});

describe('ratings of players for hire', () => {
  test('show the reply time after three answers and count expired requests in full', async () => {
    const player = await makeHirePlayer();
    const reviewAfter = async (minutes: number, shouldAccept = true) => {
      context.setNow(NOW);
      const { id } = await createPendingHire(player);
      context.setNow(new Date(NOW.getTime() + minutes * MINUTE_MS));
      await answerHire(context.deps, player, id, shouldAccept);
    };
    await reviewAfter(10);
    await reviewAfter(30, false);
    expect((await getRating(player)).reply_minutes).toBeNull();
    await reviewAfter(50);
    expect((await getRating(player)).reply_minutes).toBe(30);
    for (const _ of [1, 2]) {
      context.setNow(NOW);
      await createPendingHire(player);
    }
    context.setNow(new Date(NOW.getTime() + 24 * HOUR_MS + 1));
    await processOrderDeadlines(context.deps);
    expect((await getRating(player)).reply_minutes).toBe(50);
  });

  test('include replies in booking chats, measured from the first unanswered message', async () => {
    const player = await makeHirePlayer();
    for (const minutes of [0, 0, 0]) {
      const { id, buyer } = await createPendingHire(player);
      await answerHire(context.deps, player, id, true);
      const subject = { kind: 'booking', subjectId: id } as const;
      for (const [user, minute] of [
        [buyer, minutes],
        [buyer, minutes + 20],
        [player, minutes + 120],
        [player, minutes + 125],
      ] as const) {
        context.setNow(new Date(NOW.getTime() + minute * MINUTE_MS));
        await postMessage(context.deps, user, subject, 'Hello');
      }
      context.setNow(NOW);
    }
    // Three requests were answered immediately and three messages after two hours.
    expect((await getRating(player)).reply_minutes).toBe(60);
  });

  test("show the start of the player's next free hour", async () => {
    const player = await makeHirePlayer({ timezone: 'America/New_York' });
    expect((await getRating(player)).next_free).toBe('2026-03-04T00:00:00.000Z');
    context.setNow('2026-03-04T00:30:00Z');
    // A week later the clocks have changed.
    expect((await getRating(player)).next_free).toBe('2026-03-10T23:00:00.000Z');
  });
});
