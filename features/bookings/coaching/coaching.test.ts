import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { postgresError } from '../../../db/database.ts';
import { cardOf } from '../../../integrations/stripe/sandbox-cards.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { startCheckout } from '../../deals/checkout.commands.ts';
import { letTimePass } from '../../deals/order-clock.factory.ts';
import { type MoneyContext, openMoneyContext } from '../../deals/test-money.ts';
import { makeCoach } from '../bookings.factory.ts';
import { remindOfSessions } from '../session-reminders.commands.ts';
import { calendarOf, moveSession } from './coaching.commands.ts';

let context: MoneyContext;
let coach: Awaited<ReturnType<typeof makeCoach>>;

beforeEach(async () => {
  await context?.close();
  context = await openMoneyContext();
  coach = await makeCoach(context.deps);
});
afterAll(() => context.close());

const freeStarts = async () => (await calendarOf(context.deps, coach.coachId)).slots.map((slot) => slot.startsAt);

/** A sprint that starts at the given instant, paid. @returns the ids of order and booking */
async function booked(userId: string, startsAt: string): Promise<{ orderId: string; bookingId: string }> {
  const choice = { coachId: coach.coachId, startsAt };
  const purchase = { priceId: 'PRICE_COACHING_30', userId, mode: 'payment' as const, useCredit: false, ...choice };
  const { orderId } = await startCheckout(context.deps, { userId }, purchase);
  const session = Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
  context.sandbox.engine.pay(session, cardOf('4242424242424242')!);
  for (const event of [...context.sandbox.waiting]) await context.sandbox.deliver(event);
  const { rows } = await context.deps.db.execute<{ id: string }>(
    sql`select id from bookings where order_id = ${orderId}`,
  );
  return { orderId, bookingId: rows[0]!.id };
}

const reminders = async () =>
  (
    await context.deps.db.execute<{ user_id: string; title: string; attachments: { content: string }[] }>(sql`
      select user_id, title, attachments from notification_outbox
       where title like 'Your session %' order by created_at, title`)
  ).rows;

describe('the calendar of a coach', () => {
  test('is held free of overlaps by the database itself', async () => {
    const buyer = await makeUser(context.deps);
    const [startsAt] = (await freeStarts()).slice(-1);
    const { bookingId } = await booked(buyer.userId, startsAt!);
    await context.deps.db.execute(sql`
      insert into orders (buyer_id, kind, price_id, amount_cents, state, created_at)
      select buyer_id, kind, price_id, amount_cents, 'expired', created_at from orders`);
    const clash = await context.deps.db
      .execute(sql`
        insert into bookings (order_id, buyer_id, player_id, type, price_usd, status, coach_id, coach_no, starts_at, ends_at, created_at, updated_at)
        select (select id from orders where state = 'expired'), buyer_id, player_id, type, price_usd, 'reserved', coach_id,
               coach_no, starts_at + interval '15 minutes', ends_at + interval '15 minutes', created_at, updated_at
          from bookings where id = ${bookingId}`)
      .catch(postgresError);
    expect(clash).toMatchObject({ code: '23P01', constraint: 'bookings_no_clash' });
  });

  test('gives a half hour to one of many who book or move there at once', async () => {
    const starts = await freeStarts();
    const [wanted, ...others] = starts.slice(-6).toReversed();
    const people = await Promise.all(others.map(() => makeUser(context.deps)));
    const sessions = await Promise.all(people.map((person, index) => booked(person.userId, others[index]!)));
    const newcomers = await Promise.all(Array.from({ length: 5 }, () => makeUser(context.deps)));
    const tries = await Promise.allSettled([
      ...sessions.map((one, index) => moveSession(context.deps, people[index]!, one.bookingId, wanted!)),
      ...newcomers.map((one) => booked(one.userId, wanted!)),
    ]);
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected') expect(one.reason.message).toMatch(/^That half hour has just been taken/);
    }
    const { rows } = await context.deps.db.execute(
      sql`select 1 from bookings where starts_at = ${wanted} and status in ('reserved', 'scheduled')`,
    );
    expect(rows).toHaveLength(1);
  });
});

describe('reminders', () => {
  test('reach both sides a day and an hour before, once each, with the calendar entry', async () => {
    const buyer = await makeUser(context.deps);
    const startsAt = (await freeStarts()).at(-1)!;
    await booked(buyer.userId, startsAt);
    await remindOfSessions(context.deps);
    expect(await reminders()).toEqual([]);
    context.advance(Date.parse(startsAt) - context.now().getTime() - 24 * HOUR_MS + MINUTE_MS);
    await remindOfSessions(context.deps);
    await remindOfSessions(context.deps);
    const dayBefore = await reminders();
    expect(dayBefore.map((one) => one.user_id).sort()).toEqual([buyer.userId, coach.userId].sort());
    expect(dayBefore.every((one) => one.attachments[0]!.content.includes('BEGIN:VEVENT'))).toBe(true);
    context.advance(23 * HOUR_MS);
    await remindOfSessions(context.deps);
    await remindOfSessions(context.deps);
    expect((await reminders()).map((one) => one.title)).toEqual([
      'Your session is tomorrow',
      'Your session is tomorrow',
      'Your session starts within the hour',
      'Your session starts within the hour',
    ]);
  });
});

describe('the clock of a demonstration', () => {
  test('moves one order alone, and not onto another session of the same coach', async () => {
    const [first, second] = [await makeUser(context.deps), await makeUser(context.deps)];
    const [early, late] = (await freeStarts()).slice(-2);
    const one = await booked(first.userId, early!);
    const other = await booked(second.userId, late!);
    expect(await letTimePass(context.deps, other.orderId, 0.5)).toBe(false);
    expect(await letTimePass(context.deps, crypto.randomUUID(), 1)).toBe(false);
    const ahead = (Date.parse(early!) - context.now().getTime()) / HOUR_MS + 0.25;
    expect(await letTimePass(context.deps, one.orderId, ahead)).toBe(true);
    const { rows } = await context.deps.db.execute<{ id: string; status: string }>(
      sql`select id, status from bookings order by created_at`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.id, row.status]))).toEqual({
      [one.bookingId]: 'started',
      [other.bookingId]: 'scheduled',
    });
  });
});
