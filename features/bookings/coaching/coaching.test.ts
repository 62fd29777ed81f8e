import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { coaches as coachFaces } from '../../../content/coaches-content.ts';
import { paths } from '../../../content/paths.ts';
import { toPostgresError } from '../../../db/database.ts';
import { findCard } from '../../../integrations/stripe/sandbox-cards.ts';
import { english } from '../../../messages/lazy-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { cancelDeletion, requestDeletion } from '../../accounts/account-deletion.commands.ts';
import { makeUser, toActor } from '../../accounts/accounts.factory.ts';
import { formatSessionLine } from '../../matches/match-messages.wording.ts';
import { banUser } from '../../moderation/bans.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { recordEvidence } from '../../moderation/reliability/reliability.commands.ts';
import { startCheckout } from '../../payments/checkout.commands.ts';
import { openDispute } from '../../payments/disputes.commands.ts';
import { getBalance, listLedgerLines } from '../../payments/ledger.queries.ts';
import { readOrder } from '../../payments/money.commands.ts';
import { advanceOrderClock } from '../../payments/order-clock.factory.ts';
import { processOrderDeadlines } from '../../payments/order-deadlines.commands.ts';
import { refundHeld } from '../../payments/orders/orders.commands.ts';
import { type MoneyContext, openMoneyContext } from '../../payments/test-money.ts';
import {
  createAwaitingOrder,
  createPaidOrder,
  readHistory,
  readMessages,
  readOrderNow,
  verifyTestSeller,
} from '../../payments/test-orders.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer } from '../../profiles/profiles.factory.ts';
import { listCoachingAppointments } from '../booked-times.commands.ts';
import { readBooking, readCalendarFile } from '../booking-views.commands.ts';
import { makeCoach } from '../bookings.factory.ts';
import { deleteReservation, findBooking, findBookingOfOrder } from '../bookings.queries.ts';
import type { Window } from '../bookings.schema.ts';
import { sendSessionReminders } from '../session-reminders.commands.ts';
import {
  appointCoach,
  approveSession,
  cancelCoachingSession,
  chooseSession,
  moveSession,
  readCalendar,
  setCoachHours,
} from './coaching.commands.ts';
import { listBookableCoaches } from './coaching.queries.ts';

let context: MoneyContext;
let coach: Awaited<ReturnType<typeof makeCoach>>;

beforeAll(async () => {
  context = await openMoneyContext();
});
// Tests share one database, so each gets its own coach and its own weeks.
beforeEach(async () => {
  context.advance(30 * DAY_MS);
  coach = await makeCoach(context.deps);
});
afterAll(() => context.close());

const freeStarts = async () => (await readCalendar(context.deps, coach.coachId)).slots.map((slot) => slot.startsAt);

/** Books a paid session that starts at the given instant. @returns the ids of order and booking */
async function bookSession(userId: string, startsAt: string): Promise<{ orderId: string; bookingId: string }> {
  const choice = { coachId: coach.coachId, startsAt };
  const purchase = { priceId: 'PRICE_COACHING_30', userId, mode: 'payment' as const, useCredit: false, ...choice };
  const { orderId } = await startCheckout(context.deps, { userId }, purchase);
  const session = Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
  context.sandbox.engine.pay(session, findCard('4242424242424242')!);
  for (const event of [...context.sandbox.waiting]) await context.sandbox.deliver(event);
  const { rows } = await context.deps.db.execute<{ id: string }>(
    sql`select id from bookings where order_id = ${orderId}`,
  );
  return { orderId, bookingId: rows[0]!.id };
}

const endOf = (startsAt: string) => new Date(Date.parse(startsAt) + 30 * MINUTE_MS).toISOString();

const listReminders = async () =>
  (
    await context.deps.db.execute<{
      user_id: string;
      title: string;
      lines: string[];
      attachments: { content: string }[];
    }>(sql`
      select user_id, title, lines, attachments from notification_outbox
       where title like 'Your session %' and created_at > ${new Date(context.now().getTime() - 20 * DAY_MS)}
       order by created_at, title`)
  ).rows;

describe('booked times', () => {
  test('include only upcoming coaching sessions, for the buyer and the coach', async () => {
    const buyer = await makeUser(context.deps);
    const [startsAt] = await freeStarts();
    const { bookingId } = await bookSession(buyer.userId, startsAt!);
    const appointment = {
      ...{ name: 'a coaching session', path: paths.booking(bookingId) },
      ...{ startsAt: new Date(startsAt!), endsAt: new Date(endOf(startsAt!)) },
    };
    const listAppointments = (userId: string, now = context.now()) =>
      listCoachingAppointments(context.deps.db, userId, now);
    expect(await listAppointments(buyer.userId)).toEqual([appointment]);
    expect(await listAppointments(coach.userId)).toEqual([appointment]);
    expect(await listAppointments((await makeUser(context.deps)).userId)).toEqual([]);
    expect(await listAppointments(buyer.userId, appointment.endsAt)).toEqual([]);
    await cancelCoachingSession(context.deps, buyer, bookingId);
    expect(await listAppointments(buyer.userId)).toEqual([]);
  });
});

describe('coach with too many no-shows', () => {
  const createEvidence = async (outcome: 'missed' | 'set_aside') => {
    for (const name of ['one', 'two', 'three']) {
      const line = { userId: coach.userId, cause: `test:${name}`, happenedAt: context.now(), outcome };
      await (await context.deps.db.transaction((tx) => recordEvidence(tx, context.deps, line)))();
    }
  };

  test('takes no new bookings, but buyers of paid sessions can move them', async () => {
    const buyer = await makeUser(context.deps);
    const starts = (await freeStarts()).slice(-3);
    const { bookingId } = await bookSession(buyer.userId, starts[0]!);
    await createEvidence('missed');
    expect(await freeStarts()).toEqual([]);
    expect(await listBookableCoaches(context.deps.db, context.now())).not.toContain(coach.coachId);
    const otherBuyer = await makeUser(context.deps);
    await expect(bookSession(otherBuyer.userId, starts[1]!)).rejects.toMatchObject({ code: 'conflict' });
    expect((await readCalendar(context.deps, coach.coachId, otherBuyer.userId)).slots).toEqual([]);
    const forBuyer = (await readCalendar(context.deps, coach.coachId, buyer.userId)).slots.map((slot) => slot.startsAt);
    expect(forBuyer).toContain(starts[1]!);
    await moveSession(context.deps, buyer, bookingId, starts[1]!);
    expect((await findBooking(context.deps.db, bookingId))!.startsAt).toEqual(new Date(starts[1]!));
    await createEvidence('set_aside');
    expect(await freeStarts()).toContain(starts[2]!);
    expect(await listBookableCoaches(context.deps.db, context.now())).toContain(coach.coachId);
  });
});

describe('coach who cannot be booked', () => {
  const isOffered = async () => (await listBookableCoaches(context.deps.db, context.now())).includes(coach.coachId);

  test('is not offered while banned', async () => {
    const admin = await makeAdmin(context.deps);
    const ban = { userId: coach.userId, reason: 'Scam', days: 1, scope: 'all' as const };
    await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, ban));
    expect([await freeStarts(), await isOffered()]).toEqual([[], false]);
    context.advance(DAY_MS);
    expect(await isOffered()).toBe(true);
  });

  test('is not offered while pending deletion', async () => {
    await requestDeletion(context.deps, toActor(coach));
    expect([await freeStarts(), await isOffered()]).toEqual([[], false]);
    await cancelDeletion(context.deps, toActor(coach));
    expect(await isOffered()).toBe(true);
  });
});

describe("coach's calendar", () => {
  test('limits unpaid reservations so that a buyer cannot block the calendar', async () => {
    const buyer = await makeUser(context.deps);
    const [one, two, three] = (await freeStarts()).slice(-3);
    const hold = (startsAt?: string) =>
      createAwaitingOrder(context.deps, buyer.userId, 'PRICE_COACHING_30', {
        coachId: coach.coachId,
        startsAt: startsAt!,
      });
    await hold(one);
    const second = await hold(two);
    const { unpaid } = await readCalendar(context.deps, coach.coachId, buyer.userId);
    expect(unpaid.map(({ startsAt }) => startsAt)).toEqual([one, two]);
    expect((await readCalendar(context.deps, coach.coachId, coach.userId)).unpaid).toEqual([]);
    await expect(hold(three)).rejects.toThrow('2 of your sessions still need payment');
    expect(await freeStarts()).toContain(three);
    await context.deps.db.transaction((tx) => deleteReservation(tx, second.id));
    await hold(three);
  });

  test('prevents overlapping sessions with a database constraint', async () => {
    const buyer = await makeUser(context.deps);
    const [startsAt] = (await freeStarts()).slice(-1);
    const { bookingId } = await bookSession(buyer.userId, startsAt!);
    await context.deps.db.execute(sql`
      insert into orders (buyer_id, kind, price_id, amount_cents, state, created_at)
      select buyer_id, kind, price_id, amount_cents, 'expired', created_at from orders where buyer_id = ${buyer.userId}`);
    const clash = await context.deps.db
      .execute(sql`
        insert into bookings (order_id, buyer_id, player_id, type, price_usd, status, coach_id, coach_no, starts_at, ends_at, created_at, updated_at)
        select (select id from orders where state = 'expired' and buyer_id = ${buyer.userId}), buyer_id, player_id, type, price_usd, 'reserved', coach_id,
               coach_no, starts_at + interval '15 minutes', ends_at + interval '15 minutes', created_at, updated_at
          from bookings where id = ${bookingId}`)
      .catch(toPostgresError);
    expect(clash).toMatchObject({ code: '23P01', constraint: 'bookings_no_clash' });
  });

  test('gives a half hour to only one of many concurrent bookings or moves', async () => {
    const starts = await freeStarts();
    const [contestedStart, ...others] = starts.slice(-6).toReversed();
    const people = await Promise.all(others.map(() => makeUser(context.deps)));
    const sessions = await Promise.all(people.map((person, index) => bookSession(person.userId, others[index]!)));
    const newcomers = await Promise.all(Array.from({ length: 5 }, () => makeUser(context.deps)));
    const tries = await Promise.allSettled([
      ...sessions.map((one, index) => moveSession(context.deps, people[index]!, one.bookingId, contestedStart!)),
      ...newcomers.map((one) => bookSession(one.userId, contestedStart!)),
    ]);
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected')
        expect(one.reason.message).toMatch(/That time was just taken\. Pick another one\./);
    }
    const { rows } = await context.deps.db.execute(
      sql`select 1 from bookings where starts_at = ${contestedStart} and status in ('reserved', 'scheduled')`,
    );
    expect(rows).toHaveLength(1);
  });
});

describe("coach's name", () => {
  test('is the same at checkout, on the booking and on the order', async () => {
    const buyer = await makeUser(context.deps);
    const { orderId, bookingId } = await bookSession(buyer.userId, (await freeStarts()).at(-1)!);
    const { name } = coachFaces.find(({ id }) => id === coach.coachId)!;
    expect((await readBooking(context.deps, buyer, bookingId)).player.name).toBe(name);
    expect((await readOrder(context.deps, buyer, orderId)).people).toEqual([name]);
  });
});

describe('session reminders', () => {
  test('are sent to both sides a day and an hour before, once each, with a calendar entry', async () => {
    const buyer = await makeUser(context.deps);
    const startsAt = (await freeStarts()).at(-1)!;
    await bookSession(buyer.userId, startsAt);
    await sendSessionReminders(context.deps);
    expect(await listReminders()).toEqual([]);
    context.advance(Date.parse(startsAt) - context.now().getTime() - 24 * HOUR_MS + MINUTE_MS);
    await sendSessionReminders(context.deps);
    await sendSessionReminders(context.deps);
    const dayBefore = await listReminders();
    expect(dayBefore.map((one) => one.user_id).sort()).toEqual([buyer.userId, coach.userId].sort());
    // Each side sees the time in their own time zone, or in UTC if they haven't set one.
    const hour = new Date(startsAt).toISOString().slice(11, 13);
    expect(dayBefore.map((one) => one.lines.join(' ')).every((line) => /\d{1,2}:\d{2}/.test(line))).toBe(true);
    const unknown = dayBefore.find((one) => one.user_id === buyer.userId)!.lines.join(' ');
    expect(unknown).toContain(`${Number(hour) % 12 || 12}:`);
    expect(unknown).toContain('UTC');
    expect(dayBefore.every((one) => one.attachments[0]!.content.includes('BEGIN:VEVENT'))).toBe(true);
    context.advance(23 * HOUR_MS);
    await sendSessionReminders(context.deps);
    await sendSessionReminders(context.deps);
    expect((await listReminders()).map((one) => one.title)).toEqual([
      'Your session is tomorrow',
      'Your session is tomorrow',
      'Your session starts within the hour',
      'Your session starts within the hour',
    ]);
  });
});

describe('demo clock', () => {
  test('moves a single order, unless it would overlap another session of the coach', async () => {
    const [first, second] = [await makeUser(context.deps), await makeUser(context.deps)];
    const [earlyStart, lateStart] = (await freeStarts()).slice(-2);
    const one = await bookSession(first.userId, earlyStart!);
    const other = await bookSession(second.userId, lateStart!);
    expect(await advanceOrderClock(context.deps, other.orderId, 0.5)).toBe(false);
    expect(await advanceOrderClock(context.deps, crypto.randomUUID(), 1)).toBe(false);
    const hoursAhead = (Date.parse(earlyStart!) - context.now().getTime()) / HOUR_MS + 0.25;
    expect(await advanceOrderClock(context.deps, one.orderId, hoursAhead)).toBe(true);
    const { rows } = await context.deps.db.execute<{ id: string; status: string }>(
      sql`select id, status from bookings where id in (${one.bookingId}, ${other.bookingId})`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.id, row.status]))).toEqual({
      [one.bookingId]: 'started',
      [other.bookingId]: 'scheduled',
    });
  });
});

type Person = { userId: string };
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const ALWAYS: Window[] = [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'], start: '00:00', end: '24:00' }];

/** Creates a paid session without the payment provider. */
async function createSession(startsAt?: string) {
  const { deps } = context;
  const buyer = await makeUser(deps);
  const start = startsAt ?? (await freeStarts()).at(-1)!;
  const choice = { coachId: coach.coachId, startsAt: start };
  const { id: orderId } = await createPaidOrder(deps, buyer.userId, 'PRICE_COACHING_30', choice);
  const { id } = (await findBookingOfOrder(deps.db, orderId))!;
  return { id, orderId, buyer, startsAt: start };
}
const bookingNow = async (id: string) => (await findBooking(context.deps.db, id))!;
const advanceUntil = (instant: string, ms = 0) => context.advance(Date.parse(instant) + ms - context.now().getTime());
const listMessagesTitled = async (person: Person, title: string) =>
  (await readMessages(context.deps, person.userId)).filter((one) => one.title === title);

describe('a half hour with a coach', () => {
  test('is available only with a known, active and verified coach', async () => {
    const { deps } = context;
    await expect(readCalendar(deps, 'coach-nobody')).rejects.toMatchObject({ code: 'not_found' });
    expect((await freeStarts()).length).toBeGreaterThan(100);
    const hours = { timezone: 'UTC', hours: ALWAYS, daysOff: [] };
    await setCoachHours(deps, coach, { ...hours, active: false });
    expect(await freeStarts()).toEqual([]);
    const coachUser = await makeUser(deps);
    const input = { coachId: coach.coachId, userId: coachUser.userId, timezone: 'UTC', hours: ALWAYS };
    await deps.db.transaction((tx) => appointCoach(tx, deps, input));
    expect(await freeStarts()).toEqual([]);
    await verifyTestSeller(deps, coachUser.userId);
    expect((await freeStarts()).length).toBeGreaterThan(100);
  });

  test('can be reserved by anyone who has no block with the coach', async () => {
    const { deps } = context;
    const buyer = await makePlayer(deps);
    const [startsAt, next] = (await freeStarts()).slice(-2);
    const reserve = (person: Person, choice: object = {}) =>
      createAwaitingOrder(deps, person.userId, 'PRICE_COACHING_30', {
        coachId: coach.coachId,
        startsAt: startsAt!,
        ...choice,
      });
    await expect(reserve(buyer, { coachId: 'coach-nobody' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(reserve(coach)).rejects.toMatchObject({ code: 'invalid', field: 'coachId' });
    await expect(reserve(buyer, { startsAt: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({ field: 'startsAt' });
    const order = await reserve(buyer, { startsAt: startsAt!.replace('.000Z', 'Z') });
    expect(await findBookingOfOrder(deps.db, order.id)).toMatchObject({
      type: 'coaching',
      status: 'reserved',
      playerId: coach.userId,
      coachId: coach.coachId,
      priceUsd: 25,
      startsAt: new Date(startsAt!),
      endsAt: new Date(Date.parse(startsAt!) + 30 * MINUTE_MS),
    });
    await expect(reserve(buyer)).rejects.toThrow('That time was just taken. Pick another one.');
    await expect(reserve(buyer, { startsAt: undefined })).rejects.toThrow('Choose a time with this coach.');
    const unchosen = await createAwaitingOrder(deps, buyer.userId, 'PRICE_COACHING_30');
    expect(await findBookingOfOrder(deps.db, unchosen.id)).toBeUndefined();
    await blockPlayer(deps, toActor(coach), buyer.userId, 'block');
    await expect(reserve(buyer, { startsAt: next })).rejects.toThrow("This coach can't be booked right now.");
  });

  test('can be chosen once by the buyer after the payment', async () => {
    const { deps } = context;
    const [buyer, stranger] = [await makeUser(deps), await makeUser(deps)];
    const starts = (await freeStarts()).slice(-2);
    const choice = { coachId: coach.coachId, startsAt: starts[0]! };
    const order = await createPaidOrder(deps, buyer.userId, 'PRICE_COACHING_30');
    await expect(chooseSession(deps, stranger, order.id, choice)).rejects.toMatchObject({ code: 'not_found' });
    const unpaidOrder = await createAwaitingOrder(deps, buyer.userId, 'PRICE_COACHING_30');
    const hire = await createPaidOrder(deps, buyer.userId, 'PRICE_7G_LOCK');
    const refundedOrder = await createPaidOrder(deps, buyer.userId, 'PRICE_COACHING_30');
    const refundInput = { cause: 'test', cents: 2_500, memo: 'Test' };
    await deps.db.transaction((tx) => refundHeld(tx, deps, refundedOrder, refundInput));
    for (const { id } of [unpaidOrder, hire, refundedOrder]) {
      await expect(chooseSession(deps, buyer, id, choice)).rejects.toThrow("This order isn't waiting for a session.");
    }
    const id = await chooseSession(deps, buyer, order.id, choice);
    expect(await bookingNow(id)).toMatchObject({ status: 'scheduled', orderId: order.id });
    expect(await readOrderNow(deps, order.id)).toMatchObject({ waitsFor: 'seller', deadlineAt: new Date(starts[0]!) });
    const second = { ...choice, startsAt: starts[1]! };
    await expect(chooseSession(deps, buyer, order.id, second)).rejects.toThrow(
      "This order isn't waiting for a session.",
    );
    const when = formatSessionLine(english, { start: starts[0]!, end: endOf(starts[0]!) }, { zone: 'UTC', clock: 12 });
    expect(await listMessagesTitled(coach, 'A coaching session was booked')).toMatchObject([{ lines: [`${when}.`] }]);
  });
});

describe('coaching session', () => {
  test('can be moved by its buyer to another free half hour with notice', async () => {
    const { deps } = context;
    const starts = (await freeStarts()).slice(-3);
    const { id, orderId, buyer } = await createSession(starts[2]);
    await createSession(starts[0]);
    await expect(moveSession(deps, coach, id, starts[1]!)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(moveSession(deps, await makeUser(deps), id, starts[1]!)).rejects.toMatchObject({ code: 'not_found' });
    await expect(moveSession(deps, buyer, id, starts[0]!)).rejects.toMatchObject({ field: 'startsAt' });
    await moveSession(deps, buyer, id, starts[1]!);
    expect(await bookingNow(id)).toMatchObject({
      status: 'scheduled',
      sequence: 1,
      startsAt: new Date(starts[1]!),
      endsAt: new Date(Date.parse(starts[1]!) + 30 * MINUTE_MS),
    });
    expect(await readOrderNow(deps, orderId)).toMatchObject({ deadlineAt: new Date(starts[1]!) });
    const line = `The buyer moved the session to ${starts[1]!.replace('T', ' ').slice(0, 16)} UTC.`;
    expect((await readHistory(deps, orderId)).at(-1)).toBe(line);
    const now = formatSessionLine(english, { start: starts[1]!, end: endOf(starts[1]!) }, { zone: 'UTC', clock: 12 });
    expect(await listMessagesTitled(coach, 'A session was moved')).toMatchObject([{ lines: [`It's now ${now}.`] }]);
    advanceUntil(starts[1]!, -24 * HOUR_MS + 1);
    await expect(moveSession(deps, buyer, id, starts[2]!)).rejects.toThrow('up to 24 hours before it starts');
    expect((await bookingNow(id)).sequence).toBe(1);
  });

  test.each(['buyer', 'coach'] as const)(
    'is refunded in full when the %s cancels it before the start',
    async (side) => {
      const { deps } = context;
      const { id, orderId, buyer, startsAt } = await createSession();
      const [cancelingSide, otherSide] = side === 'buyer' ? [buyer, coach] : [coach, buyer];
      await expect(cancelCoachingSession(deps, await makeUser(deps), id)).rejects.toMatchObject({ code: 'not_found' });
      advanceUntil(startsAt, -1);
      await cancelCoachingSession(deps, cancelingSide, id);
      const endedBy = side === 'buyer' ? 'buyer' : 'seller';
      expect(await bookingNow(id)).toMatchObject({ status: 'cancelled', endedBy });
      expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, refunded: 2_500, released: 0 });
      const line = `The ${side} canceled the session before it started, so we're refunding the full price.`;
      expect((await readHistory(deps, orderId)).at(-1)).toBe(line);
      expect(await listMessagesTitled(otherSide, 'A session was canceled')).toMatchObject([{ lines: [line] }]);
      expect(await listMessagesTitled(cancelingSide, 'A session was canceled')).toEqual([]);
      expect(await readCalendarFile(deps, buyer, id)).toContain('STATUS:CANCELLED');
      await expect(cancelCoachingSession(deps, cancelingSide, id)).rejects.toMatchObject({ code: 'conflict' });
    },
  );

  test('starts, ends and is paid out on schedule', async () => {
    const { deps } = context;
    const { id, orderId, buyer, startsAt } = await createSession();
    const readStatus = async () => (await bookingNow(id)).status;
    await expect(openDispute(deps, buyer, orderId, 'Too early.')).rejects.toMatchObject({ code: 'conflict' });
    for (const [ms, state, line] of [
      [0, 'started', 'The session has started.'],
      [30 * MINUTE_MS, 'completed', 'The session is over. The buyer has 48 hours to report a problem.'],
    ] as const) {
      advanceUntil(startsAt, ms);
      await expect(approveSession(deps, buyer, id)).rejects.toMatchObject({ code: 'conflict' });
      await processOrderDeadlines(deps);
      expect([await readStatus(), (await readHistory(deps, orderId)).at(-1)]).toEqual([state, line]);
    }
    advanceUntil(startsAt, 48.5 * HOUR_MS - 1);
    await processOrderDeadlines(deps);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 2_500 });
    advanceUntil(startsAt, 48.5 * HOUR_MS);
    await processOrderDeadlines(deps);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 2_500 });
    expect((await readHistory(deps, orderId)).at(-1)).toBe("Finished. We've released the held funds.");
    expect((await listLedgerLines(deps.db, orderId)).map(({ memo }) => memo)).toContain('Released to the coach');
    expect(await bookingNow(id)).toMatchObject({ endedBy: null });
  });

  test('is paid out immediately when its buyer confirms it', async () => {
    const { deps } = context;
    const { id, orderId, buyer, startsAt } = await createSession();
    for (const ms of [0, 30 * MINUTE_MS]) {
      advanceUntil(startsAt, ms);
      await processOrderDeadlines(deps);
    }
    await expect(approveSession(deps, coach, id)).rejects.toMatchObject({ code: 'forbidden' });
    await approveSession(deps, buyer, id);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 2_500 });
    expect((await readHistory(deps, orderId)).at(-1)).toBe('The buyer confirmed the session.');
    await expect(approveSession(deps, buyer, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test("can be moved and canceled after the coach's account was deleted", async () => {
    const { deps } = context;
    const [first, second] = (await freeStarts()).slice(-2);
    const { id, orderId, buyer } = await createSession(first);
    await deps.db.execute(sql`update bookings set player_id = null where id = ${id}`);
    await moveSession(deps, buyer, id, second!);
    await cancelCoachingSession(deps, buyer, id);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, refunded: 2_500 });
  });

  test('is available as a calendar entry', async () => {
    const { deps } = context;
    const { id, buyer, startsAt } = await createSession();
    const file = await readCalendarFile(deps, buyer, id);
    for (const line of [
      `UID:${id}@localhost`,
      'SEQUENCE:0',
      `DTSTART:${startsAt.replaceAll(/[-:]|\.000/g, '')}`,
      `DTEND:${endOf(startsAt).replaceAll(/[-:]|\.000/g, '')}`,
      'STATUS:CONFIRMED',
      'ACTION:DISPLAY',
      'TRIGGER:-PT60M',
    ]) {
      expect(file.replaceAll('\r\n', '\n')).toContain(line);
    }
    expect(file).toMatch(/SUMMARY:Coaching Sprint with (?!your coach)/);
    await expect(readCalendarFile(deps, await makeUser(deps), id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await readBooking(deps, buyer, id)).toMatchObject({ coachId: coach.coachId, startsAt, type: 'coaching' });
  });
});

describe("a session's messages and calendar files", () => {
  test("are in the recipient's language, or in the request's language when downloaded", async () => {
    const { deps } = context;
    await deps.db.execute(sql`insert into user_profiles (user_id, language) values (${coach.userId}, 'fr')`);
    const starts = (await freeStarts()).slice(-2);
    const { id, buyer } = await createSession(starts[0]);
    await moveSession(deps, buyer, id, starts[1]!);
    expect(await listMessagesTitled(coach, 'Ta session a été déplacée')).toMatchObject([
      { lines: [expect.stringMatching(/^Nouvel horaire/)] },
    ]);
    deps.env = { ...deps.env, LANGUAGES: ['en', 'fr'] };
    const readFile = async (language: string) => {
      const headers = { Authorization: `Bearer ${buyer.accessToken}`, 'Accept-Language': language };
      return (await context.app.request(`/api/bookings/${id}/session.ics`, { headers })).text();
    };
    expect(await readFile('fr')).toContain('SUMMARY:Coaching Sprint avec ');
    expect(await readFile('en')).toContain('SUMMARY:Coaching Sprint with ');
  });
});

describe('day-ahead reminder', () => {
  test('is skipped when less than 23 hours are left', async () => {
    const { deps } = context;
    const nearStart = (await freeStarts()).find((start) => Date.parse(start) - context.now().getTime() < 23 * HOUR_MS)!;
    const { buyer, startsAt } = await createSession(nearStart);
    await sendSessionReminders(deps);
    expect(await listMessagesTitled(buyer, 'Your session is tomorrow')).toEqual([]);
    advanceUntil(startsAt, -HOUR_MS);
    await sendSessionReminders(deps);
    expect(await listMessagesTitled(buyer, 'Your session starts within the hour')).toHaveLength(1);
    const other = await createSession();
    advanceUntil(other.startsAt, -23 * HOUR_MS);
    await sendSessionReminders(deps);
    expect(await listMessagesTitled(other.buyer, 'Your session is tomorrow')).toHaveLength(1);
    expect(await listMessagesTitled(other.buyer, 'Your session starts within the hour')).toEqual([]);
  });
});

describe("coach's hours", () => {
  test('can be set by the coach, with a valid time zone and days off', async () => {
    const { deps } = context;
    const hours = { timezone: 'UTC', hours: ALWAYS, daysOff: [], active: true };
    await expect(setCoachHours(deps, await makeUser(deps), hours)).rejects.toMatchObject({ code: 'forbidden' });
    const nowhere = { ...hours, timezone: 'Mars/Olympus' };
    await expect(setCoachHours(deps, coach, nowhere)).rejects.toMatchObject({ code: 'invalid', field: 'timezone' });
    const day = new Date(context.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
    expect((await freeStarts()).some((start) => start.startsWith(day))).toBe(true);
    await setCoachHours(deps, coach, { ...hours, daysOff: [day] });
    expect((await freeStarts()).some((start) => start.startsWith(day))).toBe(false);
    await setCoachHours(deps, coach, { ...hours, timezone: 'Asia/Tokyo' });
    expect(await readCalendar(deps, coach.coachId)).toMatchObject({ coachId: coach.coachId, timezone: 'Asia/Tokyo' });
  });

  test('require a known coach, one account per coach and a valid time zone', async () => {
    const { deps } = context;
    const unknown = { coachId: 'coach-nobody', userId: UNKNOWN_ID, timezone: 'UTC', hours: ALWAYS };
    const appointing = deps.db.transaction((tx) => appointCoach(tx, deps, unknown));
    await expect(appointing).rejects.toMatchObject({ code: 'not_found', field: 'coachId' });
    const { coachId, userId } = coach;
    const other = coachFaces.find(({ id }) => id !== coachId)!.id;
    const input = { coachId, userId, timezone: 'UTC', hours: ALWAYS };
    for (const [wrongInput, refusal] of [
      [{ userId: crypto.randomUUID() }, { code: 'not_found', field: 'userId' }],
      [{ timezone: 'Mars/Olympus' }, { code: 'invalid', field: 'timezone' }],
      [{ coachId: other }, { code: 'conflict', field: 'userId' }],
    ] as const) {
      const appointment = deps.db.transaction((tx) => appointCoach(tx, deps, { ...input, ...wrongInput }));
      await expect(appointment).rejects.toMatchObject(refusal);
    }
  });
});
