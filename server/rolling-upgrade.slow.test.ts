import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, startTestPostgres, type TestPostgres } from '../db/test-postgres.ts';
import { findFreePort, type NodeUnderTest, startNode } from '../tools/node-under-test.ts';
import { startTestBalancer } from './test-balancer.ts';
import { previousVersion, unpackPreviousVersion } from './test-previous-version.ts';
import { askNode, makeNumberWriter, signIn } from './test-writers.ts';

const PLAYERS = '40';
const WRITER_COUNT = 3;
const PAUSE_MS = 20;
const PUBLIC = ['/', '/protocol/find', '/api/profiles'];
const PERSONAL_PATHS = [
  '/api/matches',
  '/api/dashboard',
  '/api/lfg/listings',
  '/api/notifications',
  '/api/profiles/me',
];
const STOPS = '-- Older nodes stop first';

const skipReason = hasPostgres() ? (previousVersion ? '' : ' (skipped: no history)') : ' (skipped: no PostgreSQL)';

/** Tests what docs/operations.md promises for an upgrade whose migrations only add things. */
describe.runIf(skipReason === '')(`nodes of the previous version next to nodes of this version${skipReason}`, () => {
  let before: Awaited<ReturnType<typeof unpackPreviousVersion>>;
  let postgres: TestPostgres;
  const nodes: NodeUnderTest[] = [];
  const ports: number[] = [];
  const start = (port: number, folder: string) =>
    startNode(
      {
        DATABASE_URL: postgres.url,
        SEED_PLAYERS: PLAYERS,
        AUTH_AUTOCONFIRM: 'true',
        AUTH_LIMITS_DISABLED: 'true',
        SHUTDOWN_DELAY: '2',
        PORT: String(port),
      },
      folder,
    );
  beforeAll(async () => {
    before = await unpackPreviousVersion();
    postgres = await startTestPostgres();
    for (let index = 0; index < 2; index++) {
      ports.push(await findFreePort());
      nodes.push(await start(ports[index]!, before.folder));
    }
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await postgres?.stop();
    before?.remove();
  });

  test('upgrade and roll back without visible errors or lost writes', async () => {
    expect(before.brought.length).toBeGreaterThan(0);
    const stops = before.brought.filter((name) => readFileSync(`db/migrations/${name}`, 'utf8').includes(STOPS));
    if (stops.length > 0) return console.log(`skipped: ${stops.join(', ')} says that older nodes stop first`);
    const balancer = await startTestBalancer(ports.map((port) => `http://localhost:${port}`));
    const people = [];
    for (let index = 0; index < WRITER_COUNT; index++)
      people.push(await makeNumberWriter(balancer.origin, `upgrade-${index}`));
    const token = await signIn(balancer.origin, 'Published player');
    const outcomeCounts = new Map<string, number>();
    const noteOutcome = (what: string) => outcomeCounts.set(what, (outcomeCounts.get(what) ?? 0) + 1);
    let isOver = false;
    const fetchPage = async (path: string, token?: string) => {
      const headers = new Headers(token ? { Authorization: `Bearer ${token}` } : []);
      while (!isOver) {
        await askNode(balancer.origin, path, { headers }).then(
          ({ status }) => noteOutcome(status === 200 ? 'well' : `${path} ${status}`),
          (error: Error) => noteOutcome(`${path} ${String(error.cause ?? error)}`),
        );
        await pause(PAUSE_MS);
      }
    };
    const requests = [
      ...people.map(async (person) => {
        while (!isOver) {
          const response = await person.write(balancer.origin);
          noteOutcome(response?.status === 200 ? 'written' : `write ${response?.status ?? 'broke'}`);
          await pause(PAUSE_MS);
        }
      }),
      ...PUBLIC.map((path) => fetchPage(path)),
      ...PERSONAL_PATHS.map((path) => fetchPage(path, token)),
    ];
    const change = async (index: number, folder: string) => {
      await nodes[index]!.stop();
      nodes[index] = await start(ports[index]!, folder);
      await expect.poll(() => balancer.ready().length, { timeout: 30_000 }).toBe(2);
      const writeCount = outcomeCounts.get('written') ?? 0;
      await expect
        .poll(() => (outcomeCounts.get('written') ?? 0) - writeCount, { timeout: 30_000 })
        .toBeGreaterThan(50);
    };
    await change(0, '.');
    await change(1, '.');
    await change(0, before.folder);
    await change(0, '.');
    isOver = true;
    await Promise.all(requests);
    const values = await Promise.all(people.map((person) => person.stored(balancer.origin)));
    await balancer.close();
    console.log(
      `${previousVersion!.slice(0, 8)}, then ${before.brought.join(', ')}: ${JSON.stringify(Object.fromEntries(outcomeCounts))}`,
    );
    expect([...outcomeCounts.keys()].toSorted()).toEqual(['well', 'written']);
    expect(values).toEqual(people.map(({ acknowledged }) => acknowledged));
  });
});
