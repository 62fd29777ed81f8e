import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../db/test-database.ts';
import type { Deps, Jobs } from './deps.ts';
import { openJobs } from './jobs.ts';
import { openLog } from './log.ts';

const COUNT = 40;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let jobs: Jobs;
beforeAll(async () => {
  database = await openTestDatabase();
  jobs = openJobs(database, openLog('silent'), { url: database.url, works: true });
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
});

test('runs user-facing jobs concurrently and retries a failed one automatically', async () => {
  const runs = new Map<number, number>();
  let open = 0;
  let most = 0;
  const kind = {
    name: 'waited-for',
    concurrency: 20,
    run: async (_deps: Deps, data: object) => {
      const { number } = data as { number: number };
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 50));
      open -= 1;
      runs.set(number, (runs.get(number) ?? 0) + 1);
      if (number === 7 && runs.get(number) === 1) throw new Error('not this time');
    },
  };
  await jobs.start([kind], {} as Deps, false);
  for (let number = 0; number < COUNT; number++) await jobs.send(kind.name, { number });
  await jobs.start([kind], {} as Deps, true);
  await expect.poll(() => runs.size, { timeout: 20_000 }).toBe(COUNT);
  expect(most).toBeGreaterThanOrEqual(10);
  await expect.poll(() => runs.get(7), { timeout: 30_000 }).toBe(2);
  expect([...runs.values()].filter((times) => times > 1)).toEqual([2]);
});

test('runs sequential jobs without gaps, even when several are added at the same time', async () => {
  const startTimes: number[] = [];
  const kind = { name: 'one-by-one', run: async () => void startTimes.push(Date.now()) };
  await jobs.start([kind], {} as Deps, true);
  const sentAt = Date.now();
  await Promise.all(Array.from({ length: 5 }, () => jobs.send(kind.name, {})));
  await expect.poll(() => startTimes.length, { timeout: 60_000 }).toBe(5);
  // Without a notification, a worker polls every ten seconds.
  expect(startTimes.at(-1)! - sentAt).toBeLessThan(4_000);
});

test('skips maintenance on a node that only adds jobs, and wakes the workers', async () => {
  const statements: string[] = [];
  const pool = Object.create(database.pool) as typeof database.pool;
  pool.query = ((text: string, values: unknown[]) => {
    statements.push(`${text} ${JSON.stringify(values)}`);
    return database.pool.query(text, values);
  }) as typeof pool.query;
  const adds = openJobs({ ...database, pool }, openLog('silent'), { url: database.url, works: false });
  const startTimes: number[] = [];
  const kind = { name: 'added-elsewhere', run: async () => void startTimes.push(Date.now()) };
  try {
    await jobs.start([kind], {} as Deps, true);
    await adds.start([kind], {} as Deps, false);
    const sentAt = Date.now();
    await adds.send(kind.name, {});
    await expect.poll(() => startTimes.length, { timeout: 20_000 }).toBe(1);
    // Without a notification, a worker polls every ten seconds.
    expect(startTimes[0]! - sentAt).toBeLessThan(4_000);
    // `send-it` is pg-boss's own queue for cron schedules.
    expect(statements.filter((statement) => statement.includes('send-it'))).toEqual([]);
  } finally {
    await adds.stop();
  }
});
