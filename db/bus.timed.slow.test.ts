import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bus, openBus } from './bus.ts';
import { openTestDatabase } from './test-database.ts';
import { startTestProxy } from './test-door.ts';

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

test('retries at most once a second while the database is unavailable, then receives again', async ({ skip }) => {
  if (!database.url) return skip();
  const door = await startTestProxy(database.url);
  const away = await openBus(database, door.url);
  const began = performance.now();
  door.shut();
  await expect.poll(door.knocks, { timeout: 30_000 }).toBeGreaterThanOrEqual(5);
  expect(door.knocks()).toBeLessThanOrEqual((performance.now() - began) / 1000 + 1);
  door.open();
  const received: unknown[] = [];
  away.subscribe('listings', (news) => received.push(news));
  await expect
    .poll(
      async () => {
        await bus.publish('listings', { again: true });
        return received.length;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  await away.close();
  door.close();
});
