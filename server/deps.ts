import type { Bus } from '../db/bus.ts';
import type { Database, Db } from '../db/database.ts';
import type { Env } from './env.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';

/** What commands and handlers need; opened once at start, passed along, replaced piece by piece in tests. */
export type Deps = {
  db: Db;
  reads: Db;
  database: Database;
  env: Env;
  bus: Bus;
  jobs: Jobs;
  log: Log;
  /** The only clock of the product; tests move it. */
  now: () => Date;
  fetch: typeof fetch;
};
