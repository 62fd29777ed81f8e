import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { deleteOldMessages } from './message-retention.commands.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const NOW = '2027-06-01T12:00:00Z';
const neverAborted = () => new AbortController().signal;
const listTitles = async () => {
  const { rows } = await context.deps.db.execute<{ title: string }>(
    sql`select title from notification_outbox where title <> 'Bulk' order by title`,
  );
  return rows.map(({ title }) => title);
};
const count = async (table: string) => {
  const { rows } = await context.deps.db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.raw(table)}`);
  return rows[0]!.n;
};

async function insertMessage(userId: string, title: string, day: string, isPlanned = true): Promise<string> {
  const at = `${day}T12:00:00Z`;
  const { rows } = await context.deps.db.execute<{ id: string }>(sql`
    insert into notification_outbox (user_id, kind, dedupe_key, title, created_at, planned_at)
    values (${userId}, 'match_proposed', ${title}, ${title}, ${at}, ${isPlanned ? at : null}) returning id`);
  return rows[0]!.id;
}

const insertDelivery = (id: string, status: string) =>
  context.deps.db.execute(sql`
    insert into notification_deliveries (outbox_id, channel, status, due_at) values (${id}, 'email', ${status}, ${NOW})`);

const insertAttempt = (userId: string, day: string) =>
  context.deps.db.execute(sql`
    insert into notifications (user_id, kind, channel, status, attempt, created_at)
    values (${userId}, 'match_proposed', 'email', 'sent', 1, ${day})`);

test('keeps a message for a year, or longer while a delivery is pending', async () => {
  context.setNow(NOW);
  const { userId } = await makeUser(context.deps);
  await context.deps.db.execute(sql`delete from notification_outbox`);
  await insertDelivery(await insertMessage(userId, 'Sent and old', '2026-05-31'), 'sent');
  await insertDelivery(await insertMessage(userId, 'Waiting and old', '2026-05-31'), 'waiting');
  await insertMessage(userId, 'Not looked at yet', '2026-05-31', false);
  await insertMessage(userId, 'Within a year', '2026-06-02');
  await deleteOldMessages(context.deps, neverAborted());
  expect(await listTitles()).toEqual(['Not looked at yet', 'Waiting and old', 'Within a year']);
  expect(await count('notification_deliveries')).toBe(1);
});

test('keeps a delivery attempt for ninety days', async () => {
  context.setNow(NOW);
  const { userId } = await makeUser(context.deps);
  await context.deps.db.execute(sql`delete from notifications`);
  await insertAttempt(userId, '2027-03-02T12:00:00Z');
  await insertAttempt(userId, '2027-03-04T12:00:00Z');
  await deleteOldMessages(context.deps, neverAborted());
  expect(await count('notifications')).toBe(1);
});

test('deletes expired messages in batches and stops when the node shuts down', async () => {
  context.setNow(NOW);
  const { userId } = await makeUser(context.deps);
  await context.deps.db.execute(sql`
    insert into notification_outbox (user_id, kind, dedupe_key, title, created_at, planned_at)
    select ${userId}, 'match_proposed', 'bulk ' || n, 'Bulk', '2026-01-01', '2026-01-01' from generate_series(1, 4500) n`);
  const before = await count('notification_outbox');
  await deleteOldMessages(context.deps, AbortSignal.abort());
  expect(await count('notification_outbox')).toBe(before);
  await deleteOldMessages(context.deps, neverAborted());
  expect(await count('notification_outbox')).toBe(before - 4_500);
});
