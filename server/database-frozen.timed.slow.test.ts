import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, startTestPostgres, type TestPostgres } from '../db/test-postgres.ts';
import { type NodeUnderTest, startNode } from '../tools/node-under-test.ts';
import { askNode, makeNumberWriter } from './test-writers.ts';

const LONGEST_MS = 10_000;
const READY_MS = 1_000;
const METRICS_MS = 3_000;
const WAIT_MS = 60_000;
/** Number of concurrent requests, more than the pool has connections. */
const CONCURRENCY = 40;

describe.runIf(hasPostgres())('a node whose database freezes', () => {
  let postgres: TestPostgres;
  let node: NodeUnderTest;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    node = await startNode({
      DATABASE_URL: postgres.url,
      AUTH_AUTOCONFIRM: 'true',
      DISCORD_BOT_TOKEN: 'a key',
      METRICS_TOKEN: 'a-token',
    });
  });
  afterAll(async () => {
    await postgres.thaw();
    await node.stop();
    await postgres.stop();
  });

  test('answers every request in time, reports not ready immediately and recovers automatically', async () => {
    const writer = await makeNumberWriter(node.origin, 'frozen');
    expect((await writer.write(node.origin))?.status).toBe(200);
    const init = { headers: { Authorization: `Bearer ${writer.token}` } };
    await postgres.freeze();
    const addresses = ['/api/profiles', '/api/profiles/me', '/api/matches', '/protocol/find', '/api/health'];
    const responses = Promise.all([
      ...Array.from({ length: CONCURRENCY }, (_, index) =>
        askNode(node.origin, addresses[index % addresses.length]!, init),
      ),
      writer.write(node.origin),
      askNode(node.origin, '/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'frozen@planet.example', password: 'Orbit-of-five-2026' }),
      }),
    ]);
    // Load balancers keep polling while everyone else waits.
    const ready: number[] = [];
    for (let time = 0; time < 9; time++) {
      const [isReady, isAlive] = await Promise.all([
        askNode(node.origin, '/api/health/ready'),
        askNode(node.origin, '/api/health/live'),
      ]);
      expect([isReady.status, isAlive.status]).toEqual([503, 200]);
      ready.push(isReady.ms);
    }
    // Use the median, because another program on the machine may delay single requests.
    expect(ready.toSorted((a, b) => a - b)[4]).toBeLessThan(READY_MS);
    const metrics = await askNode(node.origin, '/metrics', { headers: { Authorization: 'Bearer a-token' } });
    expect([metrics.status, metrics.ms < METRICS_MS]).toEqual([200, true]);
    for (const response of await responses) {
      expect(response?.status).toBe(503);
      expect(response!.ms).toBeLessThan(LONGEST_MS);
    }
    await postgres.thaw();
    await expect
      .poll(async () => (await askNode(node.origin, '/api/health/ready')).status, { timeout: WAIT_MS })
      .toBe(200);
    // Abandoned requests hold no connection and no lock.
    const manyResponses = await Promise.all(
      Array.from({ length: CONCURRENCY }, () => askNode(node.origin, '/api/profiles/me', init)),
    );
    expect(new Set(manyResponses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await writer.write(node.origin))?.status).toBe(200);
    expect(await writer.stored(node.origin)).toBe(writer.acknowledged);
  });
});
