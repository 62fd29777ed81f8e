import { openBus } from '../db/bus.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openPictures } from '../pictures/pictures.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { openJobs } from './jobs.ts';
import { openLog } from './log.ts';
import { wiring } from './wiring.ts';

const SECOND_MS = 1_000;

const patienceOf = ({ DATABASE_CONNECT_TIMEOUT = 4, DATABASE_STATEMENT_TIMEOUT = 300 }: Env) => ({
  connectMs: DATABASE_CONNECT_TIMEOUT * SECOND_MS,
  statementMs: DATABASE_STATEMENT_TIMEOUT * SECOND_MS,
});

/** Opens everything that commands need: database brought up to date, bus, queue, log. Used by the server and by tools. */
export async function openContext(env: Env): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const log = openLog(env.LOG_LEVEL);
  const database = await openDatabase(
    env.DATABASE_URL
      ? {
          url: env.DATABASE_URL,
          replicaUrl: env.DATABASE_REPLICA_URL,
          connections: env.DATABASE_POOL_SIZE,
          patience: patienceOf(env),
        }
      : { folder: env.DATA_DIR },
  );
  const applied = await migrate(database.pool);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const bus = await openBus(database, env.DATABASE_URL);
  const jobs = openJobs(database, log, env.DATABASE_URL);
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
