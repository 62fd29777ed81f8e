import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { hasPostgres, startTestPostgres, type TestPostgres } from './test-postgres.ts';

const TIMEOUTS = { connectMs: 4_000, statementMs: 60_000 };

describe.runIf(hasPostgres())('reading from a replica', () => {
  let primary: TestPostgres;
  let replica: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    [primary, replica] = await Promise.all([startTestPostgres(), startTestPostgres()]);
    database = await openDatabase({ url: primary.url, replicaUrl: replica.url, timeouts: TIMEOUTS });
  });
  afterAll(async () => {
    await replica.thaw().catch(() => {});
    await database.close();
    await Promise.all([primary.stop(), replica.stop()]);
  });

  const queryPort = async () => {
    const { rows } = await database.reads.execute<{ port: string }>(`select current_setting('port') as port`);
    return rows[0]!.port;
  };
  const getPort = ({ url }: TestPostgres) => new URL(url).port;

  test('falls back to the primary while the replica is frozen or gone, then returns to it', async () => {
    expect(await queryPort()).toBe(getPort(replica));
    await replica.freeze();
    expect(await queryPort()).toBe(getPort(primary));
    // The next query skips the replica instead of waiting for its timeout again.
    const startedAt = performance.now();
    expect(await queryPort()).toBe(getPort(primary));
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await replica.thaw();
    await expect.poll(queryPort, { timeout: 20_000 }).toBe(getPort(replica));
    await replica.halt();
    expect(await queryPort()).toBe(getPort(primary));
    await replica.resume();
    await expect.poll(queryPort, { timeout: 20_000 }).toBe(getPort(replica));
  });

  test("doesn't fall back to the primary when the query is invalid", async () => {
    await expect(database.reads.execute('select nothing_of_that_name')).rejects.toThrow();
    expect(await queryPort()).toBe(getPort(replica));
  });
});
