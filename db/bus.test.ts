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

test('delivers messages only to the subscribers of the channel, until they unsubscribe', async () => {
  const receivedNews: unknown[] = [];
  const otherMessages: unknown[] = [];
  const end = bus.subscribe('listings', (news) => receivedNews.push(news));
  bus.subscribe('matches', (news) => otherMessages.push(news));
  await bus.publish('listings', { id: 1 });
  await expect.poll(() => receivedNews).toEqual([{ id: 1 }]);
  end();
  await bus.publish('listings', { id: 2 });
  await bus.publish('matches', { last: true });
  await expect.poll(() => otherMessages).toEqual([{ last: true }]);
  expect(receivedNews).toHaveLength(1);
});

test('delivers messages to other nodes as well', async () => {
  const other = await openBus(database, database.url);
  const receivedNews: unknown[] = [];
  (database.url ? other : bus).subscribe('listings', (news) => receivedNews.push(news));
  await bus.publish('listings', { from: 'first node' });
  await expect.poll(() => receivedNews).toEqual([{ from: 'first node' }]);
  await other.close();
});

test('detects a silent connection, reports that messages may be missing and recovers', async ({ skip }) => {
  if (!database.url) return skip();
  const proxy = await startTestProxy(database.url);
  const disconnectedBus = await openBus(database, proxy.url, { everyMs: 200, withinMs: 200, connectMs: 1_000 });
  let gaps = 0;
  disconnectedBus.onGap(() => {
    gaps += 1;
  });
  const receivedNews: unknown[] = [];
  disconnectedBus.subscribe('listings', (news) => receivedNews.push(news));
  proxy.hush();
  await bus.publish('listings', { lost: true });
  await expect.poll(() => gaps, { timeout: 10_000 }).toBe(1);
  await bus.publish('listings', { again: true });
  await expect.poll(() => receivedNews, { timeout: 10_000 }).toEqual([{ again: true }]);
  await disconnectedBus.close();
  proxy.close();
});

test('gives up on a new connection that never gets an answer, then retries and recovers', async ({ skip }) => {
  if (!database.url) return skip();
  const proxy = await startTestProxy(database.url);
  const disconnectedBus = await openBus(database, proxy.url, { everyMs: 200, withinMs: 1_000, connectMs: 1_000 });
  let gaps = 0;
  disconnectedBus.onGap(() => {
    gaps += 1;
  });
  const receivedNews: unknown[] = [];
  disconnectedBus.subscribe('listings', (news) => receivedNews.push(news));
  proxy.deafen();
  await expect.poll(proxy.knocks, { timeout: 10_000 }).toBe(1);
  proxy.open();
  await expect.poll(() => gaps, { timeout: 10_000 }).toBe(1);
  await bus.publish('listings', { again: true });
  await expect.poll(() => receivedNews, { timeout: 10_000 }).toEqual([{ again: true }]);
  await disconnectedBus.close();
  proxy.close();
});
