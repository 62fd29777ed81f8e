import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CreatedUser, makeUser } from '../accounts/accounts.factory.ts';
import { findBookingOfOrder } from '../bookings/bookings.queries.ts';
import { saveOwnOffer } from '../bookings/hire-offers.commands.ts';
import { answerHire, reportGame } from '../bookings/hires.commands.ts';
import { makeListing } from '../lfg/lfg.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { createPaidOrder, verifyTestSeller } from '../payments/test-orders.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import type { Week, WeekDay } from './admin.schema.ts';

// In New York, clocks go forward on March 8, so that day has 23 hours and the next one starts an hour earlier in UTC.
const NOW = '2026-03-09T04:10:00Z';
const YESTERDAY = '2026-03-09T03:59:59Z';
const ZONE = 'America/New_York';

let context: MoneyContext;
let admin: CreatedUser;
let owner: CreatedUser;
beforeAll(async () => {
  context = await openMoneyContext('2026-02-20T12:00:00Z');
  owner = await makePlayer(context.deps);
  // The admin's sign-in must be valid at both times.
  context.setNow(YESTERDAY);
  admin = await makeAdmin(context.deps);
});
beforeEach(() => context.setNow(NOW));
afterAll(() => context.close());

async function ask(query: string, user = admin) {
  const response = await context.app.request(`/api/admin/week${query}`, {
    headers: { Authorization: `Bearer ${user.accessToken}` },
  });
  return { status: response.status, body: (await response.json()) as Week };
}

/** Returns the days with a nonzero count, with their counts. */
async function listDays(what: Exclude<keyof WeekDay, 'day'>, zone = ZONE) {
  const { body } = await ask(`?zone=${zone}`);
  return Object.fromEntries(body.days.filter((one) => one[what] > 0).map((one) => [one.day, one[what]]));
}

async function makeAt<T>(moment: string, make: () => Promise<T>): Promise<T> {
  context.setNow(moment);
  const result = await make();
  context.setNow(NOW);
  return result;
}

test('returns seven days in the time zone, oldest first, ending with today', async () => {
  const { body } = await ask(`?zone=${ZONE}`);
  expect(body.zone).toBe(ZONE);
  expect(body.days.map(({ day }) => day)).toEqual([
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
    '2026-03-06',
    '2026-03-07',
    '2026-03-08',
    '2026-03-09',
  ]);
  context.setNow(YESTERDAY);
  expect((await ask(`?zone=${ZONE}`)).body.days.at(-1)!.day).toBe('2026-03-08');
  expect((await ask('')).body.zone).toBe('UTC');
  expect((await ask('')).body.days.at(-1)!.day).toBe('2026-03-09');
});

test('splits matches at midnight in the time zone, even on a 23-hour day', async () => {
  const moments = [
    // A millisecond before the first day, the start and the end of the first day, and the start of the next.
    '2026-03-03T04:59:59.999Z',
    '2026-03-03T05:00:00Z',
    '2026-03-04T04:59:59.999Z',
    '2026-03-04T05:00:00Z',
    // The day of the clock change begins at 5:00 and ends at 4:00 UTC.
    '2026-03-08T05:00:00Z',
    '2026-03-09T03:59:59.999Z',
    '2026-03-09T04:00:00Z',
  ];
  await context.deps.database.pool.query(
    `insert into matches (type, score, member_ids, group_key, created_at, expires_at)
     select 'nba2k_pair', 80, '{}', 'nobody', m, m + interval '1 day' from unnest($1::timestamptz[]) m`,
    [moments],
  );
  expect(await listDays('matches')).toEqual({
    '2026-03-03': 2,
    '2026-03-04': 1,
    '2026-03-08': 2,
    '2026-03-09': 1,
  });
  expect(await listDays('matches', 'UTC')).toEqual({
    '2026-03-03': 2,
    '2026-03-04': 2,
    '2026-03-08': 1,
    '2026-03-09': 2,
  });
});

test('counts published players and all listings, including deleted ones', async () => {
  const moments = ['2026-03-05T04:59:00Z', '2026-03-05T05:01:00Z', '2026-03-05T06:00:00Z'];
  for (const moment of moments) await makeAt(moment, () => makePlayer(context.deps));
  const hiddenPlayer = await makeAt('2026-03-06T12:00:00Z', () => makePlayer(context.deps));
  const { pool } = context.deps.database;
  await pool.query('update protocol_profiles set published = false where id = $1', [hiddenPlayer.userId]);
  expect(await listDays('players')).toEqual({ '2026-03-04': 1, '2026-03-05': 2 });

  const deletedListing = await makeAt('2026-03-07T04:59:59Z', () => makeListing(context.deps, owner));
  await makeAt('2026-03-07T05:00:00Z', () => makeListing(context.deps, owner));
  await pool.query(`update lfg_listings set status = 'closed', deleted_at = now() where id = $1`, [deletedListing]);
  expect(await listDays('listings')).toEqual({ '2026-03-06': 1, '2026-03-07': 1 });
});

test('counts orders when placed and hire games once both sides confirmed them', async () => {
  const { deps } = context;
  const [seller, buyer] = [await makeAt('2026-02-20T12:00:00Z', () => makeUser(deps)), await makeUser(deps)];
  await verifyTestSeller(deps, seller.userId);
  await saveOwnOffer(deps, seller, { roles: ['PG'], priceId: 'PRICE_7G_LOCK', hours: [], note: '', active: true });
  const order = await makeAt('2026-03-04T12:00:00Z', () =>
    createPaidOrder(deps, buyer.userId, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' }),
  );
  const { id } = (await findBookingOfOrder(deps.db, order.id))!;
  await makeAt('2026-03-04T12:30:00Z', () => answerHire(deps, seller, id, true));
  const report = (user: CreatedUser, no: number) => reportGame(deps, user, id, { no, note: '' });
  await makeAt('2026-03-05T04:30:00Z', () => report(seller, 1));
  await makeAt('2026-03-05T05:30:00Z', () => report(buyer, 1));
  // A game confirmed by only one side doesn't count yet.
  await makeAt('2026-03-06T12:00:00Z', () => report(seller, 2));
  expect(await listDays('orders')).toEqual({ '2026-03-04': 1 });
  expect(await listDays('games')).toEqual({ '2026-03-05': 1 });
});

test('requires an admin and a known time zone', async () => {
  expect((await ask('', await makeUser(context.deps))).status).toBe(403);
  expect((await ask('?zone=Mars/Olympus')).status).toBe(422);
  expect((await ask('?zone=%2B02:00')).status).toBe(422);
});
