import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../content/paths.ts';
import { english } from '../../messages/lazy-text.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { makeUser, toActor } from '../accounts/accounts.factory.ts';
import { banUser, liftBan } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { decideDispute, openDispute } from '../payments/disputes.commands.ts';
import { findOpenDispute } from '../payments/disputes.queries.ts';
import { getBalance, getTotals } from '../payments/ledger.queries.ts';
import { listActions, updateAction } from '../payments/money-actions.queries.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { getFulfillment } from '../payments/orders/fulfillment.commands.ts';
import { updateOrder } from '../payments/orders/orders.queries.ts';
import { formatWaitingPayout } from '../payments/sellers.rules.ts';
import {
  createPaidOrder,
  readHistory,
  readMessages,
  readMessageTitles,
  readOrderNow,
} from '../payments/test-orders.ts';
import { blockPlayer, unblockPlayer } from '../profiles/blocks/blocks.commands.ts';
import { saveProfile } from '../profiles/profiles.commands.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { makeTeamRequest, TEAM_REQUEST } from './team-assembly.factory.ts';
import { findTeam, findTeamOfOrder, listSeats } from './team-assembly.queries.ts';
import { confirmDelivery, invitePlayer } from './team-candidates.commands.ts';
import { answerInvitation, beginTeam, confirmTeam } from './team-lifecycle.commands.ts';
import { expireUnpaidRequests, requestTeam } from './team-requests.commands.ts';
import {
  isReadyForInvitations,
  readConciergeDesk,
  readOwnInvitations,
  readOwnTeams,
  readTeam,
} from './team-views.commands.ts';

type Person = { userId: string };
const NOW = new Date('2026-03-02T12:00:00Z');
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let context: TestContext;
let admin: Person;
let guard: Player;
let center: Player;
let others: Player[];
let stranger: Person;
beforeAll(async () => {
  context = await openTestContext();
  context.setNow(NOW);
  admin = await makeAdmin(context.deps);
  guard = await makePlayer(context.deps, { display_name: 'Guard', role: 'PG', overall_rating: 84 });
  center = await makePlayer(context.deps, { display_name: 'Center', role: 'C' });
  const handles = { discord: 'guard_one', psn: 'GuardPSN', xbox: 'GuardXbox' };
  await saveProfile(context.deps, guard, { ...guard.profile, ...handles });
  others = [
    await makePlayer(context.deps, { display_name: 'Shooter', role: 'SG' }),
    await makePlayer(context.deps, { display_name: 'Wing', role: 'SF' }),
    await makePlayer(context.deps, { display_name: 'Forward', role: 'PF' }),
  ];
  stranger = await makeUser(context.deps);
});
beforeEach(() => context.setNow(NOW));
afterAll(() => context.close());

const timeAfter = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const teamNow = async (id: string) => (await findTeam(context.deps.db, id))!;
/** Returns the titles of the concierge's notifications about a request, in order. */
const listNotifications = async (id: string) =>
  (
    await context.deps.db.execute<{ title: string }>(sql`
      select title from notification_outbox
       where user_id = ${admin.userId} and dedupe_key like ${`%team:${id}%`} order by created_at, title desc`)
  ).rows.map(({ title }) => title);
const getHeldCents = async (orderId: string) => (await getTotals(context.deps.db, orderId)).held ?? 0;

async function call(token: string, method: string, path: string, json?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Creates a paid request in the given status. */
async function createTeam(state: 'assembling' | 'filled' | 'delivered' = 'assembling', change: object = {}) {
  const { deps } = context;
  const buyer = await makeUser(deps);
  const order = await createPaidOrder(deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
  const { id } = await requestTeam(deps, buyer, makeTeamRequest(change));
  // Fill the three seats whose roles the buyer left open.
  for (const [index, player] of others.entries()) {
    await invitePlayer(deps, admin, id, { seat: 2 + index, playerId: player.userId });
    await answerInvitation(deps, player, id, true);
  }
  if (state !== 'assembling') {
    for (const [seat, player] of [guard, center].entries()) {
      await invitePlayer(deps, admin, id, { seat, playerId: player.userId });
      await answerInvitation(deps, player, id, true);
    }
  }
  if (state === 'delivered') await confirmDelivery(deps, admin, id);
  return { id, buyer, orderId: order.id };
}

describe('team request', () => {
  test('is refused when made for another user', async () => {
    const [me, other] = [await makeUser(context.deps), await makeUser(context.deps)];
    for (const path of ['/functions/v1/team-build-request', '/api/team-build/request']) {
      const refusal = await call(me.accessToken, 'POST', path, { ...TEAM_REQUEST, buyer_id: other.userId });
      expect(refusal.status).toBe(403);
      expect(refusal.body.error).toMatchObject({
        field: 'buyer_id',
        message: 'You can only request a team for yourself.',
      });
      const response = await call(me.accessToken, 'POST', path, { ...TEAM_REQUEST, buyer_id: me.userId });
      expect(response.status).toBe(200);
      expect(response.body.id).toEqual(expect.any(String));
    }
    expect((await call(other.accessToken, 'GET', '/api/team-builds')).body.requests).toEqual([]);
  });

  test.each([
    ['an unknown time zone', { timezone: 'Europe/Nowhere' }, 'timezone'],
    ['a day in the past', { deadline: '2026-03-01' }, 'deadline'],
  ])('is refused with %s', async (_what, change, field) => {
    context.setNow('2026-03-02T11:59:59Z');
    await expect(requestTeam(context.deps, stranger, makeTeamRequest(change))).rejects.toMatchObject({
      code: 'invalid',
      field,
    });
  });

  test('accepts a deadline until its day has ended in every time zone', async () => {
    const buyer = await makeUser(context.deps);
    context.setNow('2026-03-02T11:59:58Z');
    expect(await requestTeam(context.deps, buyer, makeTeamRequest({ deadline: '2026-03-01' }))).toMatchObject({
      paid: false,
    });
  });

  test('expires after a week without payment, and not before', async () => {
    const buyer = await makeUser(context.deps);
    const { id } = await requestTeam(context.deps, buyer, makeTeamRequest());
    context.setNow(timeAfter(7 * DAY_MS));
    await expireUnpaidRequests(context.deps);
    expect(await teamNow(id)).toMatchObject({ status: 'requested', totalPrice: 199, orderId: null });
    context.setNow(timeAfter(7 * DAY_MS + 1));
    await expireUnpaidRequests(context.deps);
    expect((await teamNow(id)).status).toBe('lapsed');
    expect(await createPaidOrder(context.deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY')).toMatchObject({
      waitsFor: 'buyer',
    });
    expect((await teamNow(id)).status).toBe('lapsed');
  });

  test('starts on payment when the request was made before it', async () => {
    const buyer = await makeUser(context.deps);
    const { id } = await requestTeam(context.deps, buyer, makeTeamRequest());
    const order = await createPaidOrder(context.deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
    expect(await teamNow(id)).toMatchObject({
      status: 'assembling',
      orderId: order.id,
      deadline: timeAfter(48 * HOUR_MS),
    });
    expect(order).toMatchObject({ waitsFor: 'concierge', deadlineAt: timeAfter(48 * HOUR_MS) });
    expect(await listNotifications(id)).toEqual(['New team to assemble']);
  });

  test('starts at once when the request is made after payment, and notifies admins', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const order = await createPaidOrder(deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
    expect(order).toMatchObject({ waitsFor: 'buyer', deadlineAt: timeAfter(48 * HOUR_MS) });
    const { id, paid } = await requestTeam(deps, buyer, makeTeamRequest());
    expect(paid).toBe(true);
    expect(await teamNow(id)).toMatchObject({ status: 'assembling', orderId: order.id });
    expect(await listNotifications(id)).toEqual(['New team to assemble']);
    expect(await readHistory(deps, order.id)).toContain(
      'The concierge is looking. We’ll fill the team within 48 hours or refund the full price.',
    );
    expect(await requestTeam(deps, buyer, makeTeamRequest())).toMatchObject({ paid: false });
  });

  test('does not start on an order that an admin has put on hold', async () => {
    const buyer = await makeUser(context.deps);
    const order = await createPaidOrder(context.deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
    await updateOrder(context.deps.db, order.id, { waitsFor: 'admin' });
    expect(await requestTeam(context.deps, buyer, makeTeamRequest())).toMatchObject({ paid: false });
    expect(await findTeamOfOrder(context.deps.db, order.id)).toBeUndefined();
  });

  test("can't be started again from an outdated state", async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const { id } = await requestTeam(deps, buyer, makeTeamRequest());
    const staleTeam = await teamNow(id);
    const order = await createPaidOrder(deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
    const secondStart = deps.db.transaction((tx) => beginTeam(tx, deps, order, staleTeam));
    await expect(secondStart).rejects.toThrow('This request just changed. Refresh and try again.');
  });
});

describe('team seat', () => {
  const ask = (id: string, seat: number, player: Person) =>
    invitePlayer(context.deps, admin, id, { seat, playerId: player.userId });

  test('is offered to one player at a time, and never to the buyer or twice to the same player', async () => {
    const { deps } = context;
    const { id, buyer, orderId } = await createTeam();
    await expect(ask(UNKNOWN_ID, 0, guard)).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask(id, 5, guard)).rejects.toThrow('Spot not found.');
    const before = others.map((player, index) => ({ seat: 2 + index, playerId: player.userId }));
    await expect(ask(id, 0, buyer)).rejects.toMatchObject({ code: 'invalid', field: 'playerId' });
    await ask(id, 0, guard);
    await expect(ask(id, 0, center)).rejects.toThrow(
      'We’ve already invited this player, or someone else for this spot.',
    );
    await expect(ask(id, 1, guard)).rejects.toThrow(
      'We’ve already invited this player, or someone else for this spot.',
    );
    await answerInvitation(deps, guard, id, false);
    expect((await readHistory(deps, orderId)).slice(-2)).toEqual([
      'The concierge invited a player for PG.',
      'The player invited for PG isn’t available. The concierge will invite the next one.',
    ]);
    context.setNow(timeAfter(1_000));
    await ask(id, 0, center);
    const { rows } = await deps.db.execute(
      sql`select action, target_id, after from admin_audit_logs where target_id = ${id} order by created_at`,
    );
    expect(rows).toHaveLength(before.length + 2);
    expect(rows).toEqual(
      expect.arrayContaining(
        [...before, { seat: 0, playerId: guard.userId }, { seat: 0, playerId: center.userId }].map((after) => ({
          action: 'ask_player',
          target_id: id,
          after,
        })),
      ),
    );
    expect((await readMessages(deps, guard.userId)).at(-1)).toEqual({
      title: 'A team needs you',
      lines: [
        'A team in EU needs a player at PG. It pays $30 for a seven-game run.',
        'Answer soon. The team has to be complete within 48 hours.',
      ],
      path: paths.invitation(id),
    });
  });

  test('refuses an invitation when the request is unpaid or complete', async () => {
    const { id: unpaidId } = await requestTeam(context.deps, stranger, makeTeamRequest());
    await expect(ask(unpaidId, 0, guard)).rejects.toThrow('Paid request not found.');
    const { id } = await createTeam('filled');
    await expect(ask(id, 0, stranger)).rejects.toThrow('This team isn’t looking for players anymore.');
  });

  test('accepts one answer, from the invited player, while the team is open', async () => {
    const { deps } = context;
    const { id, orderId } = await createTeam();
    await expect(answerInvitation(deps, guard, id, true)).rejects.toMatchObject({ code: 'not_found' });
    await ask(id, 0, guard);
    await ask(id, 1, center);
    await answerInvitation(deps, guard, id, true);
    for (const isAccepted of [true, false]) {
      await expect(answerInvitation(deps, guard, id, isAccepted)).rejects.toThrow('You already answered this request.');
    }
    expect((await teamNow(id)).status).toBe('assembling');
    expect((await readHistory(deps, orderId)).at(-1)).toBe('A player joined as PG.');
    context.setNow(timeAfter(48 * HOUR_MS));
    await processOrderDeadlines(deps);
    for (const isAccepted of [true, false]) {
      await expect(answerInvitation(deps, center, id, isAccepted)).rejects.toThrow(
        'This team isn’t looking for players anymore.',
      );
    }
  });

  test("refuses a banned player's acceptance but allows declining", async () => {
    const { deps } = context;
    const { id, orderId } = await createTeam();
    const bannedPlayer = await makePlayer(deps, { role: 'PG' });
    await ask(id, 0, bannedPlayer);
    // The ban happens just as the player answers. If its event had been processed first, the seat would already be
    // free.
    await deps.db.execute(sql`
      insert into ban_list (user_id, scope, reason, created_at) values (${bannedPlayer.userId}, 'all', 'Test', ${NOW.toISOString()})`);
    await expect(answerInvitation(deps, bannedPlayer, id, true)).rejects.toThrow('A moderator banned you');
    await answerInvitation(deps, bannedPlayer, id, false);
    expect((await readHistory(deps, orderId)).at(-1)).toMatch(/^The player invited for PG isn’t available/);
  });

  test('withdraws and refuses invitations for players who have a block with a teammate', async () => {
    const { deps } = context;
    const { id, orderId } = await createTeam();
    const [blocker, blocked] = [await makePlayer(deps), others[0]!];
    await ask(id, 0, blocker);
    await ask(id, 1, center);
    await blockPlayer(deps, toActor(blocker), blocked.userId, 'block');
    const getSeat = async ({ userId }: Person) =>
      (await listSeats(deps.db, id)).find(({ playerId }) => playerId === userId)?.accepted;
    expect([await getSeat(blocker), await getSeat(blocked), await getSeat(center)]).toEqual([false, true, null]);
    expect((await readHistory(deps, orderId)).at(-1)).toBe(
      'The player invited for PG isn’t available. The concierge will invite the next one.',
    );
    const otherTeamId = (await createTeam()).id;
    await expect(ask(otherTeamId, 0, blocker)).rejects.toThrow('This player can’t be invited right now. Pick another.');
    await unblockPlayer(deps, toActor(blocker), blocked.userId);
    await ask(otherTeamId, 0, blocker);
  });

  test('completes the team and notifies the buyer when the last seat is taken', async () => {
    const { id, buyer, orderId } = await createTeam('filled');
    expect(await teamNow(id)).toMatchObject({ status: 'filled', deliveredAt: null });
    expect(await listNotifications(id)).toContain('A team is complete');
    expect((await readHistory(context.deps, orderId)).at(-1)).toBe('Every spot is filled.');
    expect((await readMessages(context.deps, buyer.userId)).at(-1)).toMatchObject({
      title: 'Your team is complete',
      path: paths.assembly(id),
    });
  });
});

describe('team delivery', () => {
  test('requires every seat, notifies all players and is recorded in the audit log', async () => {
    const { deps } = context;
    const open = await createTeam();
    await expect(confirmDelivery(deps, admin, open.id)).rejects.toThrow(
      'A team can be delivered once every spot is filled.',
    );
    const { id, buyer, orderId } = await createTeam('delivered');
    expect(await teamNow(id)).toMatchObject({ status: 'delivered', deliveredAt: NOW });
    expect(await readOrderNow(deps, orderId)).toMatchObject({ waitsFor: 'buyer', deadlineAt: timeAfter(7 * DAY_MS) });
    expect(await readMessageTitles(deps, buyer.userId)).toContain('Your team is ready');
    expect(
      (await readMessages(deps, guard.userId)).some(({ lines }) =>
        /^You’ll play PG\. The captain, captain#1, /.test(lines[0]!),
      ),
    ).toBe(true);
    const { rows } = await deps.db.execute(
      sql`select action from admin_audit_logs where target_id = ${id} and action = 'deliver_team'`,
    );
    expect(rows).toHaveLength(1);
    await expect(confirmDelivery(deps, admin, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('neither contacts nor pays players who declined', async () => {
    const { deps } = context;
    const refusing = await makeUser(deps);
    const { id, buyer, orderId } = await createTeam();
    await invitePlayer(deps, admin, id, { seat: 0, playerId: refusing.userId });
    await answerInvitation(deps, refusing, id, false);
    for (const [seat, player] of [guard, center].entries()) {
      await invitePlayer(deps, admin, id, { seat, playerId: player.userId });
      await answerInvitation(deps, player, id, true);
    }
    await confirmDelivery(deps, admin, id);
    await confirmTeam(deps, buyer, id);
    expect(await readMessageTitles(deps, refusing.userId)).toEqual(['A team needs you']);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 15_000 });
  });

  test('pays the players their fees once the buyer confirms', async () => {
    const { deps } = context;
    const { id, buyer, orderId } = await createTeam('delivered');
    await expect(confirmTeam(deps, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await confirmTeam(deps, buyer, id);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 15_000, fees: 4_900 });
    const payments = (await listActions(deps.db, orderId)).filter(({ kind }) => kind === 'transfer');
    expect(payments.map(({ payeeId, amountCents }) => [payeeId, amountCents]).sort()).toEqual(
      [guard, center, ...others].map(({ userId }) => [userId, 3_000]).sort(),
    );
    expect(await readMessages(deps, center.userId)).toContainEqual({
      title: 'Your payout is waiting',
      lines: [formatWaitingPayout(english, 3_000)],
      path: paths.money,
    });
    expect(await teamNow(id)).toMatchObject({ status: 'completed' });
    await expect(confirmTeam(deps, buyer, id)).rejects.toThrow('No team is waiting for you to confirm it.');
    const filledTeam = await createTeam('filled');
    await expect(confirmTeam(deps, filledTeam.buyer, filledTeam.id)).rejects.toThrow(
      'No team is waiting for you to confirm it.',
    );
  });
});

describe('team deadline', () => {
  const passTime = async (milliseconds: number) => {
    context.setNow(timeAfter(milliseconds));
    await processOrderDeadlines(context.deps);
  };

  test('refunds an order without a request in full after 48 hours', async () => {
    const buyer = await makeUser(context.deps);
    const { id } = await createPaidOrder(context.deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
    await passTime(48 * HOUR_MS - 1);
    expect(await getHeldCents(id)).toBe(19_900);
    await passTime(48 * HOUR_MS);
    expect(await getBalance(context.deps.db, id)).toMatchObject({ held: 0, refunded: 19_900 });
    expect((await readHistory(context.deps, id)).at(-1)).toBe(
      'No request was submitted within 48 hours, so we’re refunding the full price.',
    );
    const [refund] = (await listActions(context.deps.db, id)).filter(({ kind }) => kind === 'refund');
    await updateAction(context.deps.db, refund!.id, { state: 'done' });
    const order = await readOrderNow(context.deps, id);
    const { settle } = getFulfillment(context.deps, order);
    expect(await context.deps.db.transaction((tx) => settle(tx, context.deps, id))).toBe(true);
  });

  test('refunds an unfilled team in full and notifies the buyer', async () => {
    const { id, buyer, orderId } = await createTeam();
    await passTime(48 * HOUR_MS);
    expect(await teamNow(id)).toMatchObject({ status: 'expired' });
    expect(await getBalance(context.deps.db, orderId)).toMatchObject({ held: 0, refunded: 19_900, released: 0 });
    const titles = await readMessageTitles(context.deps, buyer.userId);
    expect(titles).toContain('Your refund is on its way');
    expect(titles).not.toContain('Your team is ready');
    // The order now waits only for the payment provider. If the refund doesn't arrive within a day, an admin has to
    // step in.
    await passTime(73 * HOUR_MS);
    expect(await readOrderNow(context.deps, orderId)).toMatchObject({ waitsFor: 'admin' });
  });

  test('delivers a complete team and notifies the buyer', async () => {
    const { id, buyer } = await createTeam('filled');
    await passTime(48 * HOUR_MS);
    expect(await teamNow(id)).toMatchObject({ status: 'delivered', deliveredAt: timeAfter(48 * HOUR_MS) });
    expect(await readMessageTitles(context.deps, buyer.userId)).toContain('Your team is ready');
  });

  test('accepts a delivered team after seven days', async () => {
    const { id, buyer, orderId } = await createTeam('delivered');
    await passTime(7 * DAY_MS - 1);
    expect(await getHeldCents(orderId)).toBe(19_900);
    await passTime(7 * DAY_MS);
    expect(await teamNow(id)).toMatchObject({ status: 'completed' });
    expect(await getBalance(context.deps.db, orderId)).toMatchObject({ held: 0, released: 15_000 });
    const ready = (await readMessageTitles(context.deps, buyer.userId)).filter(
      (title) => title === 'Your team is ready',
    );
    expect(ready).toHaveLength(1);
  });
});

describe('team dispute', () => {
  test("can't be opened until the team is delivered", async () => {
    const { deps } = context;
    const { buyer, orderId } = await createTeam('filled');
    const order = await readOrderNow(deps, orderId);
    expect(await getFulfillment(deps, order).mayDispute(deps.db, deps, order)).toBe(false);
    await expect(openDispute(deps, buyer, orderId, 'Nobody came.')).rejects.toMatchObject({ code: 'conflict' });
    const unwritten = await createPaidOrder(deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
    await expect(openDispute(deps, buyer, unwritten.id, 'No.')).rejects.toMatchObject({ code: 'conflict' });
    const deliveredOrder = await createTeam('delivered');
    const open = await readOrderNow(deps, deliveredOrder.orderId);
    expect(await getFulfillment(deps, open).mayDispute(deps.db, deps, open)).toBe(true);
    await openDispute(deps, deliveredOrder.buyer, deliveredOrder.orderId, 'Nobody came.');
    expect((await teamNow(deliveredOrder.id)).status).toBe('disputed');
    await expect(confirmTeam(deps, deliveredOrder.buyer, deliveredOrder.id)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test.each([
    ['nothing', 0, 0, []],
    ['less than a cent each', 1, 0, [1]],
    ['part of the price', 5_001, 0, [1_000, 1_000, 1_000, 1_000, 1_001]],
    ['more than the total fees', 16_000, 1_000, [3_000, 3_000, 3_000, 3_000, 3_000]],
  ])('splits %s among the players by their fees', async (_what, sellerCents, fees, shares) => {
    const { deps } = context;
    const { id, buyer, orderId } = await createTeam('delivered');
    const dispute = await openDispute(deps, buyer, orderId, 'Half a squad.');
    await decideDispute(deps, admin, dispute, { sellerCents, refundCents: 19_900 - sellerCents, decision: 'So.' });
    const payments = (await listActions(deps.db, orderId)).filter(({ kind }) => kind === 'transfer');
    expect(payments.map(({ amountCents }) => amountCents!).sort()).toEqual(shares);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, refunded: 19_900 - sellerCents, fees });
    expect((await teamNow(id)).status).toBe('decided');
  });
});

describe('payment of a banned player', () => {
  const REASON =
    'A moderator banned players on the team: C. An admin will decide within 3 days who gets paid. If no one decides by then, we’ll pay the other players and refund the banned players’ share ($30).';
  let banId: string;
  const ban = async () => {
    const ban = { userId: center.userId, reason: 'Test', days: 30, scope: 'all' as const };
    const result = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, ban));
    await result.after();
    banId = result.ban.id;
  };
  afterEach(async () => {
    const { after } = await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, banId));
    await after();
  });
  const sumPaidInto = async (orderId: string) =>
    (await listActions(context.deps.db, orderId))
      .filter(({ kind }) => kind === 'transfer')
      .map(({ payeeId, amountCents }) => [payeeId, amountCents])
      .sort();
  const listShares = () => [guard, ...others].map(({ userId }) => [userId, 3_000]).sort();

  test.each(['the buyer confirms', 'seven days pass'])(
    'is held when %s, and everyone is notified of the reason',
    async (how) => {
      const { deps } = context;
      const { id, buyer, orderId } = await createTeam('delivered');
      await ban();
      if (how === 'the buyer confirms') await confirmTeam(deps, buyer, id);
      else {
        context.setNow(timeAfter(7 * DAY_MS));
        await processOrderDeadlines(deps);
      }
      expect(await sumPaidInto(orderId)).toEqual([]);
      expect(await getHeldCents(orderId)).toBe(19_900);
      const order = await readOrderNow(deps, orderId);
      expect(order).toMatchObject({ waitsFor: 'admin', deadlineAt: new Date(deps.now().getTime() + 3 * DAY_MS) });
      for (const { userId } of [buyer, guard, center, ...others, admin]) {
        const notifications = await readMessages(deps, userId);
        expect(notifications).toContainEqual(
          expect.objectContaining({ title: 'An admin will decide what happens to the money', lines: [REASON] }),
        );
      }
      // Repeating the actions changes nothing.
      await expect(confirmTeam(deps, buyer, id)).rejects.toMatchObject({ code: 'conflict' });
      await decideDispute(deps, admin, (await findOpenDispute(deps.db, orderId))!.id, {
        sellerCents: 0,
        refundCents: 19_900,
        decision: 'Test.',
      });
    },
  );

  test('pays the other players and refunds the share when the deadline passes', async () => {
    const { deps } = context;
    const { id, buyer, orderId } = await createTeam('delivered');
    await ban();
    await confirmTeam(deps, buyer, id);
    context.setNow(timeAfter(3 * DAY_MS - 1));
    await processOrderDeadlines(deps);
    expect(await sumPaidInto(orderId)).toEqual([]);
    context.setNow(timeAfter(3 * DAY_MS));
    await processOrderDeadlines(deps);
    expect(await sumPaidInto(orderId)).toEqual(listShares());
    expect(await getBalance(deps.db, orderId)).toMatchObject({
      held: 0,
      released: 12_000,
      refunded: 3_000,
      fees: 4_900,
    });
    expect(await readMessageTitles(deps, center.userId)).toContain('No payout for your team spot');
    expect(await readMessageTitles(deps, guard.userId)).not.toContain('No payout for your team spot');
    await processOrderDeadlines(deps);
    expect(await sumPaidInto(orderId)).toEqual(listShares());
  });

  test.each([
    ['only the other players', 12_000, () => listShares()],
    ['every player', 15_000, () => [...listShares(), [center.userId, 3_000]].sort()],
  ])('is made when an admin decides so: %s', async (_what, sellerCents, expectedPayments) => {
    const { deps } = context;
    const { id, buyer, orderId } = await createTeam('delivered');
    await ban();
    await confirmTeam(deps, buyer, id);
    const dispute = (await findOpenDispute(deps.db, orderId))!;
    const disputeDecision = { sellerCents, refundCents: 19_900 - sellerCents, decision: 'So.' };
    await decideDispute(deps, admin, dispute.id, disputeDecision);
    expect(await sumPaidInto(orderId)).toEqual(expectedPayments());
    await expect(decideDispute(deps, admin, dispute.id, disputeDecision)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('refunds the whole order at the deadline when the buyer disputes the team', async () => {
    const { deps } = context;
    const { buyer, orderId } = await createTeam('delivered');
    await ban();
    await openDispute(deps, buyer, orderId, 'Nobody came.');
    context.setNow(timeAfter(3 * DAY_MS));
    await processOrderDeadlines(deps);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, refunded: 19_900 });
  });
});

describe('team visibility', () => {
  test('limits a request to its buyer and the admins', async () => {
    const { deps } = context;
    const { id, buyer } = await createTeam();
    for (const [person, unknown] of [
      [stranger, id],
      [guard, id],
      [admin, UNKNOWN_ID],
    ] as const) {
      await expect(readTeam(deps, person, unknown)).rejects.toMatchObject({ code: 'not_found' });
    }
    const teamView = await readTeam(deps, buyer, id);
    expect(teamView).toMatchObject({ id, waitsFor: 'concierge', deadlineAt: timeAfter(48 * HOUR_MS).toISOString() });
    expect((await readOwnTeams(deps, buyer)).map((one) => one.id)).toEqual([id]);
    expect(await readOwnTeams(deps, stranger)).not.toContainEqual(expect.objectContaining({ id }));
    expect((await readConciergeDesk(deps, admin)).map((one) => one.id)).toContain(id);
  });

  test('shows the bank review to the buyer, the invited player and the concierge', async () => {
    const { deps } = context;
    const { id, orderId, buyer } = await createTeam();
    await invitePlayer(deps, admin, id, { seat: 0, playerId: guard.userId });
    const listFrozen = async () => [
      (await readTeam(deps, buyer, id)).frozen,
      (await readConciergeDesk(deps, admin)).find((one) => one.id === id)?.frozen,
      (await readOwnInvitations(deps, guard)).find((one) => one.teamBuildId === id)?.frozen,
    ];
    expect(await listFrozen()).toEqual([false, false, false]);
    await updateOrder(deps.db, orderId, { frozenAt: NOW });
    expect(await listFrozen()).toEqual([true, true, true]);
  });

  test('shows names once players accept and contacts once the team is delivered', async () => {
    const { deps } = context;
    const { id, buyer } = await createTeam();
    await invitePlayer(deps, admin, id, { seat: 0, playerId: guard.userId });
    const getSeat = async (viewer: Person) => (await readTeam(deps, viewer, id)).seats[0]!;
    const face = expect.stringMatching(/^\/og\/face\/[0-9a-f]{8}\.svg$/);
    const person = { id: guard.userId, name: 'Guard', avatar_path: face, platform: 'PS5', rating: 84 };
    const empty = { player: null, accepted: null, contact: [], feeCents: null };
    expect(await getSeat(buyer)).toEqual({ ...empty, seat: 0, role: 'PG' });
    expect(await getSeat(admin)).toEqual({ ...empty, seat: 0, role: 'PG', player: person, feeCents: 3_000 });
    await answerInvitation(deps, guard, id, true);
    expect(await getSeat(buyer)).toEqual({ ...empty, seat: 0, role: 'PG', player: person, accepted: true });
    await invitePlayer(deps, admin, id, { seat: 1, playerId: center.userId });
    await answerInvitation(deps, center, id, false);
    expect((await readTeam(deps, admin, id)).seats[1]).toEqual({ ...empty, seat: 1, role: 'C' });
    const other = await makePlayer(deps, { role: 'C' });
    await invitePlayer(deps, admin, id, { seat: 1, playerId: other.userId });
    await answerInvitation(deps, other, id, true);
    expect((await getSeat(admin)).contact).toEqual([]);
    await confirmDelivery(deps, admin, id);
    expect((await getSeat(buyer)).contact).toEqual([
      { label: 'Discord', value: 'guard_one' },
      { label: 'PSN', value: 'GuardPSN' },
      { label: 'Xbox', value: 'GuardXbox' },
    ]);
    expect((await readTeam(deps, buyer, id)).seats[1]!.contact).toEqual([{ label: 'PSN', value: expect.any(String) }]);
    const disputeId = await openDispute(deps, buyer, (await teamNow(id)).orderId!, 'Half a squad.');
    expect(await readTeam(deps, buyer, id)).toMatchObject({ status: 'disputed', disputeId });
    expect((await getSeat(buyer)).contact).toHaveLength(3);
  });

  test('shows no pending action for an unpaid request', async () => {
    const buyer = await makeUser(context.deps);
    const { id } = await requestTeam(context.deps, buyer, makeTeamRequest());
    const unpaidTeam = { status: 'requested', orderId: null, waitsFor: null, deadlineAt: null, disputeId: null };
    expect(await readTeam(context.deps, buyer, id)).toMatchObject(unpaidTeam);
  });

  test('knows which profiles teams can find', async () => {
    const { deps } = context;
    const ready = await makePlayer(deps);
    const withoutHours = await makePlayer(deps, { availability: [] });
    expect(await isReadyForInvitations(deps, ready)).toBe(true);
    expect(await isReadyForInvitations(deps, withoutHours)).toBe(false);
    expect(await isReadyForInvitations(deps, stranger)).toBe(false);
  });

  test('shows players the seats they were invited to', async () => {
    const { deps } = context;
    const player = await makeUser(deps);
    const { id } = await createTeam();
    expect(await readOwnInvitations(deps, player)).toEqual([]);
    await invitePlayer(deps, admin, id, { seat: 1, playerId: player.userId });
    expect(await readOwnInvitations(deps, player)).toEqual([
      {
        teamBuildId: id,
        frozen: false,
        role: 'C',
        feeCents: 3_000,
        feePoints: 0,
        accepted: null,
        silent: false,
        status: 'assembling',
        region: 'eu',
        platform: 'ps5',
        crossplay: false,
        availability_windows: 'Evenings',
        timezone: 'UTC',
        wanted_by: TEAM_REQUEST.deadline,
        deadline: timeAfter(48 * HOUR_MS).toISOString(),
      },
    ]);
  });
});

describe('deleted buyer', () => {
  test('gets no notifications while the team continues', async () => {
    const { deps } = context;
    const { id, orderId } = await createTeam('filled');
    await deps.db.execute(sql`update team_builds set buyer_id = null where id = ${id}`);
    await deps.db.execute(sql`update orders set buyer_id = null where id = ${orderId}`);
    await confirmDelivery(deps, admin, id);
    expect((await teamNow(id)).status).toBe('delivered');
  });
});

describe('short-notice invitations', () => {
  test('are off by default and can be turned on and off', async () => {
    const [me, other] = [await makePlayer(context.deps), await makeUser(context.deps)];
    const read = async (caller: { accessToken: string }) =>
      (await call(caller.accessToken, 'GET', '/api/alerts/availability')).body;
    expect(await read(me)).toEqual({ availability_opt_in: false, phone_opt_in: false });
    const optIns = { availability_opt_in: true, phone_opt_in: true };
    // Text messages need a phone number.
    const refusal = await call(me.accessToken, 'POST', '/api/alerts/availability', optIns);
    expect([refusal.status, refusal.body]).toEqual([
      422,
      expect.objectContaining({ error: expect.objectContaining({ field: 'phone_opt_in' }) }),
    ]);
    expect(await read(me)).toEqual({ availability_opt_in: false, phone_opt_in: false });
    await context.deps.db.execute(sql`update protocol_profiles set phone = '+12125550100' where id = ${me.userId}`);
    expect((await call(me.accessToken, 'POST', '/api/alerts/availability', optIns)).status).toBe(200);
    expect(await read(me)).toEqual(optIns);
    expect(await read(other)).toEqual({ availability_opt_in: false, phone_opt_in: false });
    const defaults = { availability_opt_in: false, phone_opt_in: false };
    await call(me.accessToken, 'POST', '/api/alerts/availability', defaults);
    expect(await read(me)).toEqual(defaults);
  });
});
