import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { banUser, endExpiredBans, liftBan } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { createJourneys, type Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';

let context: MoneyContext;
let admin: Person;
const { call, good, pay, buy, order } = createJourneys(() => context);

beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

const ban = async ({ userId }: Person, days: number | null = null) =>
  (
    await context.deps.db.transaction((tx) =>
      banUser(tx, context.deps, admin, { userId, reason: 'Scam', days, scope: 'all' }),
    )
  ).ban.id;
const liftBanById = (id: string) => context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, id));
const listTitles = async ({ userId }: Person) => (await listOutbox(context.deps.db, userId)).map(({ title }) => title);
const countTransfers = () => Object.keys(context.sandbox.state.transfers).length;

/** Creates a hire with the given number of confirmed games. It isn't accepted yet if `games` is undefined. */
async function createHire(games?: number) {
  const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
  const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
  const path = `/api/bookings/${(await order(buyer, id)).bookingId}`;
  if (games !== undefined) await good(seller, 'POST', `${path}/answer`, { accept: true });
  const play = async (no: number) => {
    for (const user of [seller, buyer]) await good(user, 'POST', `${path}/games`, { no });
  };
  for (let no = 1; no <= (games ?? 0); no++) await play(no);
  return { buyer, seller, id, at: path, play };
}
const getBalance = async ({ buyer, id }: { buyer: Person; id: string }) => (await order(buyer, id)).balance;

describe('banned seller', () => {
  test('cannot accept a pending hire, which is refunded in full', async () => {
    const run = await createHire();
    await ban(run.seller);
    expect((await call(run.seller, 'POST', `${run.at}/answer`, { accept: true })).status).toBe(403);
    await context.quiesce();
    expect(await getBalance(run)).toMatchObject({ held: 0, refunded: 10_000, released: 0 });
    expect(await listTitles(run.buyer)).toContain('A hire has ended');
  });

  test('gets no booking when a session is paid on a page opened before the ban', async () => {
    const [buyer, coach] = [await makeUser(context.deps), await makeCoach(context.deps)];
    const { slots } = await good(undefined, 'GET', `/api/coaches/${coach.coachId}/calendar`);
    const startsAt = slots.at(-3).startsAt;
    const id = await pay(buyer, 'PRICE_COACHING_30', { coachId: coach.coachId, startsAt });
    const banId = await ban(coach);
    await context.quiesce();
    expect(await getBalance({ buyer, id })).toMatchObject({ held: 0, refunded: 2_500, released: 0 });
    expect(await listTitles(coach)).not.toContain('A coaching session was booked');
    expect(await listTitles(buyer)).toContain('A session was canceled');
    await liftBanById(banId);
  });

  test('has the hire put on hold until the buyer continues or ends it', async () => {
    const run = await createHire(3);
    const before = countTransfers();
    await ban(run.seller);
    expect(await listTitles(run.buyer)).toContain('Your hire is on hold. Continue or end it.');
    for (const user of [run.seller, run.buyer]) {
      const refusal = await call(user, 'POST', `${run.at}/games`, { no: 4 });
      expect([refusal.status, refusal.body.error.message]).toEqual([
        409,
        expect.stringContaining('has to choose whether'),
      ]);
    }
    expect(await good(run.buyer, 'GET', run.at)).toMatchObject({ stopped: true, waitsFor: 'buyer' });
    expect(await order(run.buyer, run.id)).toMatchObject({ stage: 'stopped' });
    const { refundCents } = await good(run.buyer, 'GET', `${run.at}/exit`);
    await good(run.buyer, 'POST', `${run.at}/exit`, { refundCents });
    await context.quiesce();
    expect(await getBalance(run)).toMatchObject({ held: 4_286, refunded: 5_714, released: 0 });
    const { disputeId, waitsFor } = await good(run.buyer, 'GET', run.at);
    expect(waitsFor).toBe('admin');
    expect(countTransfers()).toBe(before);
    const decision = { sellerCents: 4_286, refundCents: 0, decision: 'The games were played.' };
    await good(admin, 'POST', `/api/admin/disputes/${disputeId}/decision`, decision);
    await context.quiesce();
    expect(await getBalance(run)).toMatchObject({ held: 0, released: 4_286 });
    expect(countTransfers()).toBe(before + 1);
  });

  test('is not paid after the last game unless an admin approves it', async () => {
    const run = await createHire(6);
    const before = countTransfers();
    await ban(run.seller);
    await good(run.buyer, 'POST', `${run.at}/go-on`);
    expect(await listTitles(run.seller)).toContain('A hire is back on');
    await run.play(7);
    await context.quiesce();
    expect(await getBalance(run)).toMatchObject({ held: 10_000, released: 0 });
    expect(await listTitles(run.seller)).toContain('An admin will decide what happens to the money');
    context.advance(4 * DAY_MS);
    await processOrderDeadlines(context.deps);
    await context.quiesce();
    expect(await getBalance(run)).toMatchObject({ held: 0, refunded: 10_000, released: 0 });
    expect(countTransfers()).toBe(before);
  });

  test('loses the hire when the buyer does not choose before the deadline', async () => {
    const run = await createHire(2);
    await ban(run.seller);
    context.advance(3 * DAY_MS);
    await processOrderDeadlines(context.deps);
    await context.quiesce();
    expect(await getBalance(run)).toMatchObject({ held: 2_857, refunded: 7_143, released: 0 });
  });

  test('continues the hire and is paid when the ban is lifted', async () => {
    const run = await createHire(6);
    const id = await ban(run.seller);
    await liftBanById(id);
    expect(await good(run.buyer, 'GET', run.at)).toMatchObject({ stopped: false });
    expect((await call(run.buyer, 'POST', `${run.at}/go-on`)).status).toBe(409);
    await run.play(7);
    await context.quiesce();
    expect(await getBalance(run)).toMatchObject({ held: 0, released: 10_000 });
  });

  test('loses upcoming coaching sessions, which are refunded in full', async () => {
    const [buyer, coach] = [await makeUser(context.deps), await makeCoach(context.deps)];
    const { slots } = await good(buyer, 'GET', `/api/coaches/${coach.coachId}/calendar`);
    const id = await buy(buyer, 'PRICE_COACHING_30', { coachId: coach.coachId, startsAt: slots.at(-1).startsAt });
    await ban(coach);
    await context.quiesce();
    expect(await getBalance({ buyer, id })).toMatchObject({ held: 0, refunded: 2_500 });
    expect((await good(buyer, 'GET', `/api/coaches/${coach.coachId}/calendar`)).slots).toEqual([]);
  });

  test('cannot continue the hire, and neither can a stranger', async () => {
    const run = await createHire(1);
    await ban(run.seller);
    expect((await call(run.seller, 'POST', `${run.at}/go-on`)).status).toBe(403);
    expect((await call(await makeUser(context.deps), 'POST', `${run.at}/go-on`)).status).toBe(404);
  });
});

describe('ban that expires before the job runs', () => {
  const createExpiredHire = async (games: number, days = 1) => {
    const run = await createHire(games);
    await ban(run.seller, days);
    context.advance(days * DAY_MS + (days === 1 ? 0.2 * DAY_MS : 0));
    return run;
  };

  test('resumes the hire, which then finishes and is paid', async () => {
    const run = await createExpiredHire(6);
    expect(await good(run.buyer, 'GET', run.at)).toMatchObject({ stopped: false });
    await run.play(7);
    await context.quiesce();
    expect(await getBalance(run)).toMatchObject({ held: 0, released: 10_000 });
    for (const user of [run.buyer, run.seller]) {
      const notifications = (await listOutbox(context.deps.db, user.userId)).filter(
        ({ title }) => title === 'A hire is back on',
      );
      expect(notifications.map(({ lines }) => lines)).toEqual([["The player's ban expired, so the hire is back on."]]);
    }
  });

  test('lets the buyer resume the hire', async () => {
    const run = await createExpiredHire(1);
    await good(run.buyer, 'POST', `${run.at}/go-on`);
    const banMessages = (await listOutbox(context.deps.db, run.seller.userId)).filter(
      ({ title }) => title === 'A hire is back on',
    );
    expect(banMessages.map(({ lines }) => lines)).toEqual([["The player's ban expired, so the hire is back on."]]);
    expect((await call(run.buyer, 'POST', `${run.at}/go-on`)).status).toBe(409);
  });

  test('does not let the deadline end the hire, even in the same minute', async () => {
    const run = await createExpiredHire(2, 3);
    await processOrderDeadlines(context.deps);
    await context.quiesce();
    expect(await getBalance(run)).toMatchObject({ held: 10_000, refunded: 0 });
    expect(await good(run.buyer, 'GET', run.at)).toMatchObject({ status: 'in_progress', waitsFor: 'buyer' });
    await run.play(3);
  });
});

test('notifies the seller of an expired ban once and resumes the hire', async () => {
  const run = await createHire(6);
  await ban(run.seller, 1);
  context.advance(1.2 * DAY_MS);
  await endExpiredBans(context.deps, new AbortController().signal);
  await endExpiredBans(context.deps, new AbortController().signal);
  expect((await listTitles(run.seller)).filter((title) => title === 'Your ban has ended')).toHaveLength(1);
  expect((await listTitles(run.buyer)).filter((title) => title === 'A hire is back on')).toHaveLength(1);
  context.advance(3 * DAY_MS);
  await processOrderDeadlines(context.deps);
  await run.play(7);
  await context.quiesce();
  expect(await getBalance(run)).toMatchObject({ held: 0, released: 10_000 });
});
