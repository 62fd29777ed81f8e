import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bus, openBus } from './bus.ts';
import { openTestDatabase } from './test-database.ts';
import { startTestProxy } from './test-proxy.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let bus: Bus;
beforeAll(async () => {
  database = await openTestDatabase();
  bus = await openBus(database, database.url);
});
afterAll(async () => {
  await bus.close();
  await database.close();
});

test('retries at most once a second while the database is unavailable, then receives messages again', async ({
  skip,
}) => {
  if (!database.url) return skip();
  const proxy = await startTestProxy(database.url);
  const disconnectedBus = await openBus(database, proxy.url);
  const startedAt = performance.now();
  proxy.shut();
  await expect.poll(proxy.knocks, { timeout: 30_000 }).toBeGreaterThanOrEqual(5);
  expect(proxy.knocks()).toBeLessThanOrEqual((performance.now() - startedAt) / 1000 + 1);
  proxy.open();
  const receivedNews: unknown[] = [];
  disconnectedBus.subscribe('listings', (news) => receivedNews.push(news));
  await expect
    .poll(
      async () => {
        await bus.publish('listings', { again: true });
        return receivedNews.length;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  await disconnectedBus.close();
  proxy.close();
});
