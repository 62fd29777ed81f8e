import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bus, openBus } from './bus.ts';
import { openTestDatabase } from './test-database.ts';

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

test('news reach every subscriber of the channel and nobody else, until the subscription ends', async () => {
  const heard: unknown[] = [];
  const elsewhere: unknown[] = [];
  const end = bus.subscribe('listings', (news) => heard.push(news));
  bus.subscribe('matches', (news) => elsewhere.push(news));
  await bus.publish('listings', { id: 1 });
  await expect.poll(() => heard).toEqual([{ id: 1 }]);
  end();
  await bus.publish('listings', { id: 2 });
  await bus.publish('matches', { last: true });
  await expect.poll(() => elsewhere).toEqual([{ last: true }]);
  expect(heard).toHaveLength(1);
});

test('another node hears it as well', async () => {
  const other = await openBus(database, database.url);
  const heard: unknown[] = [];
  (database.url ? other : bus).subscribe('listings', (news) => heard.push(news));
  await bus.publish('listings', { from: 'first node' });
  await expect.poll(() => heard).toEqual([{ from: 'first node' }]);
  await other.close();
});
