import { cpus } from 'node:os';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Db, openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { startTestPostgres } from '../../db/test-postgres.ts';
import { PAGE_SIZE } from '../../features/lfg/lfg.schema.ts';
import { createSegmentStatement } from '../../features/lfg/listing-browse.queries.ts';
import { toBrowseAddress } from '../../features/lfg/listing-browse.rules.ts';
import { listNewestPlayers } from '../../features/profiles/directory/directory.queries.ts';
import { PAGE_SIZE as DIRECTORY_PAGE } from '../../features/profiles/directory/directory-filters.schema.ts';
import { PLATFORMS, POSITIONS, REGIONS } from '../../features/profiles/game.schema.ts';
import { makePlayer } from '../../features/profiles/profiles.factory.ts';
import { createApp } from '../../server/app.ts';
import { openBenchDeps, writeResults } from '../bench-tools.ts';
import { fillSearchPlayers } from './fill.ts';
import { listFilterCombinations } from './filter-combinations.ts';
import { measureCases, type SearchCase, type Statement } from './measure.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 6);
const dialect = new PgDialect();

function createBrowseCases(viewerId: string): SearchCase[] {
  return listFilterCombinations().map((filter) => {
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
      // Like the product, read the second segment only if the first one doesn't fill the page.
      read: async (pool) => {
        const firstResult = await pool.query(featured.sql, featured.params);
        if (firstResult.rows.length <= PAGE_SIZE) await pool.query(others.sql, others.params);
      },
    };
  });
}

function createDirectoryCases(db: Db): SearchCase[] {
  const listChoices = <T>(values: readonly T[]) => [undefined, ...values];
  return listChoices(PLATFORMS).flatMap((platform) =>
    listChoices(POSITIONS).flatMap((role) =>
      listChoices(REGIONS).flatMap((region) =>
        listChoices([true, false]).map((mic): SearchCase => {
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
  const startedAt = performance.now();
  await fillSearchPlayers(database.pool, COUNT, (done) => console.log(`${done} of ${COUNT}`));
  const fillSeconds = Math.round((performance.now() - startedAt) / 1000);
  const deps = await openBenchDeps(database, postgres.url, { NODE_ENV: 'test', LOG_LEVEL: 'error' });
  const app = createApp(deps);
  const viewer = await makePlayer(deps);
  const headers = { Authorization: `Bearer ${viewer.accessToken}` };
  const result = {
    rows: COUNT,
    cores: cpus().length,
    fillSeconds,
    lfg: await measureCases({ app, pool: database.pool, headers }, createBrowseCases(viewer.userId), ROUNDS),
    directory: await measureCases({ app, pool: database.pool, headers: {} }, createDirectoryCases(database.db), 2),
  };
  console.log(JSON.stringify(result, null, 2));
  writeResults('search', result);
  await deps.bus.close();
} finally {
  await database.close();
  await postgres.stop();
}
