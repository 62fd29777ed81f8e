import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { PgDialect } from 'drizzle-orm/pg-core';
import { openBus } from '../../db/bus.ts';
import { type Database, type Db, openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { startTestPostgres } from '../../db/test-postgres.ts';
import { PAGE_SIZE } from '../../features/lfg/lfg.schema.ts';
import { createSegmentStatement } from '../../features/lfg/listing-browse.queries.ts';
import { toBrowseAddress } from '../../features/lfg/listing-browse.rules.ts';
import { listNewestPlayers } from '../../features/profiles/directory/directory.queries.ts';
import { PAGE_SIZE as DIRECTORY_PAGE } from '../../features/profiles/directory/directory.schema.ts';
import { PLATFORMS, POSITIONS, REGIONS } from '../../features/profiles/game.schema.ts';
import { makePlayer } from '../../features/profiles/profiles.factory.ts';
import { resolveHost } from '../../integrations/public-address.ts';
import { openPictures } from '../../pictures/pictures.ts';
import { createApp } from '../../server/app.ts';
import type { Deps } from '../../server/deps.ts';
import { readEnv } from '../../server/env.ts';
import { openLog } from '../../server/log.ts';
import { wiring } from '../../server/wiring.ts';
import { combinations } from './combinations.ts';
import { fill } from './fill.ts';
import { type Case, measure, type Statement } from './measure.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 6);
const NO_JOBS: Deps['jobs'] = {
  send: async () => {},
  sendAll: async () => {},
  depth: async () => ({ waiting: 0, active: 0, oldestSeconds: 0 }),
  start: async () => {},
  retry: async () => false,
  discard: async () => {},
  stop: async () => {},
};
const dialect = new PgDialect();

async function contextOn(database: Database, url: string): Promise<Deps> {
  const log = openLog('error');
  return {
    db: database.db,
    reads: database.reads,
    database,
    env: readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error' }),
    bus: await openBus(database, url),
    jobs: NO_JOBS,
    log,
    pictures: openPictures(log),
    wiring,
    now: () => new Date(),
    fetch: globalThis.fetch,
    resolve: resolveHost,
  };
}

function browseCases(viewerId: string): Case[] {
  return combinations().map((filter) => {
    const address = toBrowseAddress(filter);
    const [featured, others] = (['featured', 'others'] as const).map((segment): Statement => {
      const { sql, params } = dialect.sqlToQuery(
        createSegmentStatement(segment, { filter, viewerId, after: undefined, limit: PAGE_SIZE + 1, now: new Date() }),
      );
      return { sql, params };
    }) as [Statement, Statement];
    return {
      address,
      url: `/api/lfg/listings${address.slice('/protocol/lfg'.length)}`,
      statements: [featured, others],
      // Like the product, read the second segment only when the first doesn't fill the page.
      read: async (pool) => {
        const first = await pool.query(featured.sql, featured.params);
        if (first.rows.length <= PAGE_SIZE) await pool.query(others.sql, others.params);
      },
    };
  });
}

function directoryCases(db: Db): Case[] {
  const choices = <T>(values: readonly T[]) => [undefined, ...values];
  return choices(PLATFORMS).flatMap((platform) =>
    choices(POSITIONS).flatMap((role) =>
      choices(REGIONS).flatMap((region) =>
        choices([true, false]).map((mic): Case => {
          const { sql, params } = listNewestPlayers(db, { platform, role, region, mic }, undefined, {
            limit: DIRECTORY_PAGE + 1,
            viewerId: undefined,
          }).toSQL();
          const search = new URLSearchParams();
          for (const [name, value] of Object.entries({ platform, role, region })) if (value) search.set(name, value);
          if (mic !== undefined) search.set('mic', mic ? 'yes' : 'no');
          return {
            address: `/protocol/find?${search}`,
            url: `/api/profiles?${search}`,
            statements: [{ sql, params }],
            read: (pool) => pool.query(sql, params),
          };
        }),
      ),
    ),
  );
}

const postgres = await startTestPostgres();
const database = await openDatabase({ url: postgres.url });
try {
  await migrate(database.pool);
  const began = performance.now();
  await fill(database.pool, COUNT, (done) => console.log(`${done} of ${COUNT}`));
  const fillSeconds = Math.round((performance.now() - began) / 1000);
  const deps = await contextOn(database, postgres.url);
  const app = createApp(deps);
  const viewer = await makePlayer(deps);
  const headers = { Authorization: `Bearer ${viewer.accessToken}` };
  const result = {
    rows: COUNT,
    cores: cpus().length,
    fillSeconds,
    lfg: await measure({ app, pool: database.pool, headers }, browseCases(viewer.userId), ROUNDS),
    directory: await measure({ app, pool: database.pool, headers: {} }, directoryCases(database.db), 2),
  };
  console.log(JSON.stringify(result, null, 2));
  mkdirSync('bench/results', { recursive: true });
  writeFileSync('bench/results/search.json', `${JSON.stringify(result, null, 2)}\n`);
  await deps.bus.close();
} finally {
  await database.close();
  await postgres.stop();
}
