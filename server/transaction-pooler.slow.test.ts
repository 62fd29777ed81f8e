import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasStableSession } from '../db/pooler.ts';
import { hasPooler, startTestPooler, type TestPooler } from '../db/test-pooler.ts';
import { hasPostgres, startTestPostgres, type TestPostgres } from '../db/test-postgres.ts';
import { type NodeUnderTest, startNode } from '../tools/node-under-test.ts';
import { askNode, makeNumberWriter, type NumberWriter } from './test-writers.ts';

/**
 * Server connections of the pooler: fewer than one node's pool has, so consecutive transactions may get different ones.
 */
const SERVER_CONNECTIONS = 5;
const WRITER_COUNT = 12;
const WRITE_COUNT = 5;
const WAIT_MS = 20_000;

const what = 'nodes behind a pooler that lends connections by transaction';
describe.runIf(hasPostgres() && hasPooler())(hasPooler() ? what : `${what} (skipped: no PgBouncer)`, () => {
  let postgres: TestPostgres;
  let pooler: TestPooler;
  const nodes: NodeUnderTest[] = [];
  const createVariables = (more: Record<string, string>) => ({
    AUTH_AUTOCONFIRM: 'true',
    AUTH_LIMITS_DISABLED: 'true',
    DISCORD_BOT_TOKEN: 'a key',
    ...more,
  });
  beforeAll(async () => {
    postgres = await startTestPostgres({ max_connections: 50 });
    pooler = await startTestPooler(postgres.url, SERVER_CONNECTIONS);
    // Both nodes find an empty database at the same time, so the migration lock has to work across them.
    const start = () => startNode(createVariables({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url }));
    nodes.push(...(await Promise.all([start(), start()])));
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await pooler.stop();
    await postgres.stop();
  });

  test('detects whether a connection keeps its session', async () => {
    expect(await hasStableSession(postgres.url)).toBe(true);
    expect(await hasStableSession(pooler.url)).toBe(false);
  });

  test('loses no concurrent writes over few connections', async () => {
    const writers: NumberWriter[] = [];
    for (let index = 0; index < WRITER_COUNT; index++) {
      writers.push(await makeNumberWriter(nodes[index % 2]!.origin, `pooled-${index}`));
    }
    await Promise.all(
      writers.map(async (writer, index) => {
        for (let time = 0; time < WRITE_COUNT; time++) await writer.write(nodes[(index + time) % 2]!.origin);
        expect(writer.statuses).toEqual(new Set([200]));
        expect(await writer.stored(nodes[index % 2]!.origin)).toBe(WRITE_COUNT);
      }),
    );
  });

  test('notifies a node of changes made on another connection', async () => {
    const [one, other] = nodes.map(({ origin }) => origin) as [string, string];
    const writer = await makeNumberWriter(one, 'told');
    const controller = new AbortController();
    const stream = await fetch(`${other}/api/live`, {
      headers: { Authorization: `Bearer ${writer.token}`, Accept: 'text/event-stream' },
      signal: controller.signal,
    });
    expect(stream.status).toBe(200);
    let output = '';
    const readPromise = (async () => {
      const text = new TextDecoder();
      for await (const chunk of stream.body!) output += text.decode(chunk as Uint8Array);
    })().catch(() => {});
    await expect.poll(() => output.length, { timeout: WAIT_MS }).toBeGreaterThan(0);
    const [, inside = ''] = writer.token.split('.');
    const { sub } = JSON.parse(Buffer.from(inside, 'base64url').toString()) as { sub: string };
    const changer = new pg.Client({ connectionString: pooler.url });
    await changer.connect();
    await changer.query('select live_raise($1, $2::uuid[])', ['inbox', [sub]]);
    await changer.end();
    await expect
      .poll(() => output, { timeout: WAIT_MS })
      .toMatch(new RegExp(`^event: change\\ndata: .*inbox:${sub}`, 'm'));
    controller.abort();
    await readPromise;
  });

  test('refuses to start when a session would go through the pooler', async () => {
    const start = (more: Record<string, string>) =>
      startNode(createVariables({ DATABASE_URL: pooler.url, ...more })).then(
        () => 'It started.',
        (error: Error) => error.message,
      );
    expect(await start({})).toContain('DATABASE_URL leads to a pooler');
    expect(await start({})).toContain('set DATABASE_DIRECT_URL to the PostgreSQL behind it');
    expect(await start({ DATABASE_DIRECT_URL: pooler.url })).toContain('DATABASE_DIRECT_URL leads to a pooler');
    expect((await askNode(nodes[0]!.origin, '/api/health/ready')).status).toBe(200);
  });
});
