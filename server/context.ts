import { openBus } from '../db/bus.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { hasStableSession } from '../db/pooler.ts';
import { enablePreparedStatements } from '../db/prepared-statements.ts';
import { failureLog } from '../features/health/failed-jobs.commands.ts';
import { resolveHost } from '../integrations/public-address.ts';
import { openPictures } from '../pictures/pictures.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { openJobs } from './jobs.ts';
import { openLog } from './log.ts';
import { StartupError } from './startup-errors.ts';
import { wiring } from './wiring.ts';

const SECOND_MS = 1_000;

const toPoolTimeouts = ({ DATABASE_CONNECT_TIMEOUT = 4, DATABASE_STATEMENT_TIMEOUT = 300 }: Env) => ({
  connectMs: DATABASE_CONNECT_TIMEOUT * SECOND_MS,
  statementMs: DATABASE_STATEMENT_TIMEOUT * SECOND_MS,
});

/**
 * Refuses a pooler in transaction mode, because it loses notifications silently and doesn't hold locks.
 * @throws StartupError
 */
async function assertStableSessions(url: string, { DATABASE_DIRECT_URL }: Env): Promise<void> {
  if (await hasStableSession(url)) return;
  const [name, todo] = DATABASE_DIRECT_URL
    ? ['DATABASE_DIRECT_URL', 'Set it to the address of the PostgreSQL behind the pooler.']
    : ['DATABASE_URL', "That's fine, but also set DATABASE_DIRECT_URL to the PostgreSQL behind it."];
  throw new StartupError(`${name} leads to a pooler in transaction mode. ${todo}`);
}

async function migrateDatabase(url: string, env: Env): Promise<string[]> {
  const pool = createPool({ connectionString: url, max: 1 }, toPoolTimeouts(env));
  try {
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Opens everything that commands need: the migrated database, bus, queue and log. The server and the tools both use it.
 */
export async function openContext(env: Env): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const log = openLog(env.LOG_LEVEL, { role: env.ROLE });
  const database = await openDatabase(
    env.DATABASE_URL
      ? {
          url: env.DATABASE_URL,
          replicaUrl: env.DATABASE_REPLICA_URL,
          connections: env.DATABASE_POOL_SIZE,
          timeouts: toPoolTimeouts(env),
        }
      : { folder: env.DATA_DIR },
  );
  const directUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  if (directUrl) await assertStableSessions(directUrl, env);
  // With DATABASE_DIRECT_URL, DATABASE_URL may be a pooler, whose connections aren't sessions.
  if (env.DATABASE_URL) enablePreparedStatements(database.db, env.DATABASE_DIRECT_URL ? 'server' : 'session');
  const appliedMigrations = await (directUrl ? migrateDatabase(directUrl, env) : migrate(database.pool));
  if (appliedMigrations.length > 0) log.info({ applied: appliedMigrations }, 'database migrated');
  const bus = await openBus(database, directUrl);
  const jobs = openJobs(database, log, { url: directUrl, works: env.ROLE !== 'web', failures: failureLog });
  const deps: Deps = {
    db: database.db,
    reads: database.reads,
    database,
    env,
    bus,
    jobs,
    log,
    pictures: openPictures(log),
    wiring,
    now: () => new Date(),
    fetch: globalThis.fetch,
    resolve: resolveHost,
  };
  return {
    deps,
    close: async () => {
      await deps.pictures.close();
      await bus.close();
      await database.close();
    },
  };
}
