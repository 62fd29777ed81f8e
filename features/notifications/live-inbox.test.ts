import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { openLive } from '../live/test-live.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const run = (text: string, values: unknown[] = []) => context.deps.database.pool.query(text, values);

test("updates the inbox on every device when a message is read, but not when it's delivered", async () => {
  const person = await makeUser(context.deps);
  const live = await openLive(context.app, person.accessToken);
  await live.next();
  const topic = `inbox:${person.userId}`;
  await run(
    `insert into notification_outbox (user_id, kind, dedupe_key, title, lines, links, attachments, channels, secret, created_at)
     values ($1, 'lfg', $2, 'News', '{}', '[]', '[]', '{}', false, now())`,
    [person.userId, crypto.randomUUID()],
  );
  const liveEvent = await live.next();
  await run('update notification_outbox set planned_at = now() where user_id = $1', [person.userId]);
  const topicRows = await run('select rev from live_topics where kind = $1 and id = $2', ['inbox', person.userId]);
  expect(liveEvent.data).toEqual({ [topic]: topicRows.rows[0].rev });
  const headers = { Authorization: `Bearer ${person.accessToken}`, 'Content-Type': 'application/json' };
  await context.app.request('/api/notifications/read', { method: 'POST', headers, body: '{}' });
  const read = (await live.next()).data as Record<string, number>;
  expect(read[topic]).toBeGreaterThan(topicRows.rows[0].rev);
  await live.close();
});
