import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, startTestPostgres, type TestPostgres } from '../db/test-postgres.ts';
import { findFreePort, type NodeUnderTest, startNode } from '../tools/node-under-test.ts';
import { startTestBalancer } from './test-balancer.ts';

const CLIENT_COUNT = 8;
describe.runIf(hasPostgres())('a rolling restart of two nodes under load', () => {
  let postgres: TestPostgres;
  const nodes: NodeUnderTest[] = [];
  const ports: number[] = [];
  const start = (port: number) =>
    startNode({
      DATABASE_URL: postgres.url,
      DISCORD_BOT_TOKEN: 'a key',
      SHUTDOWN_DELAY: '2',
      PORT: String(port),
    });
  beforeAll(async () => {
    postgres = await startTestPostgres();
    for (let index = 0; index < 2; index++) {
      ports.push(await findFreePort());
      nodes.push(await start(ports[index]!));
    }
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await postgres.stop();
  });

  test('causes no errors for clients', async () => {
    const balancer = await startTestBalancer(ports.map((port) => `http://localhost:${port}`));
    const outcomeCounts = new Map<string, number>();
    let isOver = false;
    const clients = Array.from({ length: CLIENT_COUNT }, async (_, index) => {
      const path = ['/api/profiles', '/protocol/find', '/api/health/live', '/'][index % 4]!;
      while (!isOver) {
        const status = await fetch(balancer.origin + path).then(
          (answer) => answer.text().then(() => String(answer.status)),
          (error: Error) => String(error.cause ?? error),
        );
        outcomeCounts.set(status, (outcomeCounts.get(status) ?? 0) + 1);
      }
    });
    for (const [index, port] of ports.entries()) {
      await nodes[index]!.stop();
      nodes[index] = await start(port);
      await expect.poll(() => balancer.ready().length, { timeout: 30_000 }).toBe(2);
    }
    isOver = true;
    await Promise.all(clients);
    await balancer.close();
    expect([...outcomeCounts.keys()]).toEqual(['200']);
  });
});
