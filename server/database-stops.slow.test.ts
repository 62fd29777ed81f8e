import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, startTestPostgres, type TestPostgres } from '../db/test-postgres.ts';
import { type NodeUnderTest, startNode } from '../tools/node-under-test.ts';
import { askNode, makeNumberWriter, type NumberWriter } from './test-writers.ts';

const ROUND_COUNT = 20;
const WRITER_COUNT = 6;
const WAIT_MS = 60_000;

describe.runIf(hasPostgres())('a node whose database stops mid-write', () => {
  let postgres: TestPostgres;
  let node: NodeUnderTest;
  beforeAll(async () => {
    // Acknowledged writes must be on disk for this test, as in production.
    postgres = await startTestPostgres({ synchronous_commit: 'on' });
    node = await startNode({ DATABASE_URL: postgres.url, AUTH_AUTOCONFIRM: 'true', DISCORD_BOT_TOKEN: 'a key' });
  });
  afterAll(async () => {
    await node.stop();
    await postgres.stop();
  });

  const isReady = async () => (await askNode(node.origin, '/api/health/ready')).status === 200;

  test(`survives ${ROUND_COUNT} stops, keeps every acknowledged write and recovers automatically`, async () => {
    const writers: NumberWriter[] = [];
    for (let index = 0; index < WRITER_COUNT; index++)
      writers.push(await makeNumberWriter(node.origin, `writer-${index}`));
    for (let round = 0; round < ROUND_COUNT; round++) {
      let isOver = false;
      const before = writers.map(({ acknowledged }) => acknowledged);
      const writePromises = writers.map(async (writer) => {
        while (!isOver) await writer.write(node.origin);
      });
      const haveProgressed = () =>
        writers.every(({ acknowledged }, index) => acknowledged > before[index]! + (round % 5));
      await expect.poll(haveProgressed, { timeout: WAIT_MS }).toBe(true);
      await postgres.halt(round % 2 ? 'SIGINT' : 'SIGQUIT');
      isOver = true;
      await Promise.all(writePromises);
      expect(node.process.exitCode).toBeNull();
      await postgres.resume();
      await expect.poll(isReady, { timeout: WAIT_MS }).toBe(true);
      for (const writer of writers) {
        const value = await writer.stored(node.origin);
        // One write may have been stored although its acknowledgment got lost.
        expect([writer.acknowledged, writer.acknowledged + 1]).toContain(value);
        writer.acknowledged = value;
      }
    }
    // Connections lost mid-transaction must be back in the pool, so that as many requests as before can run at once.
    const responses = await Promise.all(Array.from({ length: 30 }, () => askNode(node.origin, '/api/profiles')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const statuses = writers.flatMap((writer) => [...writer.statuses]);
    expect(
      statuses.filter((status) => status !== 200 && status !== 503),
      node.output(),
    ).toEqual([]);
  });
});
