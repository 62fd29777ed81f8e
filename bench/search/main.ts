import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { PgDialect } from 'drizzle-orm/pg-core';
import { openBus } from '../../db/bus.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { startTestPostgres } from '../../db/test-postgres.ts';
import { segmentStatement } from '../../features/lfg/browse/queries.ts';
import { browseAddress } from '../../features/lfg/browse/rules.ts';
import { PAGE_SIZE } from '../../features/lfg/schema.ts';
import { makePlayer } from '../../features/profiles/factory.ts';
import { createApp } from '../../server/app.ts';
import type { Deps } from '../../server/deps.ts';
import { readEnv } from '../../server/env.ts';
import { openLog } from '../../server/log.ts';
import { combinations } from './combinations.ts';
import { fill } from './fill.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 6);
const dialect = new PgDialect();
const NO_JOBS = {
  send: async () => {},
  depth: async () => ({ waiting: 0, active: 0, oldestSeconds: 0 }),
  start: async () => {},
  stop: async () => {},
};

const percentile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const postgres = await startTestPostgres();
const database = await openDatabase({ url: postgres.url });
try {
  await migrate(database.pool);
  const began = performance.now();
  await fill(database.pool, COUNT, (done) => console.log(`${done} of ${COUNT}`));
  const fillSeconds = Math.round((performance.now() - began) / 1000);
  const deps: Deps = {
    db: database.db,
    reads: database.reads,
    database,
    env: readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error' }),
    bus: await openBus(database, postgres.url),
    jobs: NO_JOBS,
    log: openLog('error'),
    now: () => new Date(),
    fetch: globalThis.fetch,
  };
  const app = createApp(deps);
  const viewer = await makePlayer(deps);
  const headers = { Authorization: `Bearer ${viewer.accessToken}` };

  const filters = combinations();
  const product: number[] = [];
  const bare: number[] = [];
  const slowest: { filter: string; ms: number }[] = [];
  const sequential: string[] = [];
  for (const filter of filters) {
    const address = browseAddress(filter);
    const url = `/api/lfg/listings${address.slice('/protocol/lfg'.length)}`;
    const statements = (['featured', 'others'] as const).map((segment) =>
      dialect.sqlToQuery(segmentStatement(segment, filter, viewer.userId, undefined, PAGE_SIZE + 1, new Date())),
    );
    const read = async () => {
      // As the product does: the second segment only when the first does not fill the page.
      const first = await database.pool.query(statements[0]!.sql, statements[0]!.params);
      if (first.rows.length <= PAGE_SIZE) await database.pool.query(statements[1]!.sql, statements[1]!.params);
    };
    await app.request(url, { headers });
    await read();
    const mine: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      mine.push(await timed(async () => (await app.request(url, { headers })).text()));
      bare.push(await timed(read));
    }
    product.push(...mine);
    slowest.push({ filter: address, ms: percentile(mine, 0.5) });
    for (const statement of statements) {
      const { rows } = await database.pool.query(`explain ${statement.sql}`, statement.params);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      if (/Seq Scan on (lfg_listings|user_profiles|protocol_profiles)/.test(plan)) sequential.push(address);
    }
  }
  const row = (times: number[]) => ({
    p50: Number(percentile(times, 0.5).toFixed(2)),
    p99: Number(percentile(times, 0.99).toFixed(2)),
  });
  const result = {
    rows: COUNT,
    cores: cpus().length,
    fillSeconds,
    combinations: filters.length,
    product: row(product),
    bareSql: row(bare),
    ratioP99: Number((percentile(product, 0.99) / percentile(bare, 0.99)).toFixed(2)),
    sequentialScans: sequential,
    slowest: slowest
      .sort((a, b) => b.ms - a.ms)
      .slice(0, 5)
      .map(({ filter, ms }) => ({ filter, ms: Number(ms.toFixed(1)) })),
  };
  console.log(JSON.stringify(result, null, 2));
  mkdirSync('bench/results', { recursive: true });
  writeFileSync('bench/results/search.json', `${JSON.stringify(result, null, 2)}\n`);
  await deps.bus.close();
} finally {
  await database.close();
  await postgres.stop();
}
