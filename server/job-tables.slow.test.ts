import { expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { hasPostgres, startTestPostgres } from '../db/test-postgres.ts';
import type { Deps } from './deps.ts';
import { readEnv } from './env.ts';
import { openJobs } from './jobs.ts';
import { openLog } from './log.ts';

test.runIf(hasPostgres())(
  "vacuums and analyzes the queue's tables rarely, so an idle node writes little",
  async () => {
    const postgres = await startTestPostgres();
    const database = await openDatabase({ url: postgres.url });
    const deps = { env: readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error' }) } as Deps;
    const startJobs = async (works: boolean) => {
      const jobs = openJobs(database, openLog('error'), { url: postgres.url, works });
      await jobs.start([], deps, false);
      await jobs.stop();
    };
    const readSettings = async () => {
      const { rows } = await database.pool.query(
        `select relname, reloptions from pg_class
        where relnamespace = 'pgboss'::regnamespace and reloptions is not null order by relname`,
      );
      return rows;
    };
    await startJobs(false);
    expect(await readSettings()).toEqual([]);
    await startJobs(true);
    const reloptions = ['autovacuum_vacuum_threshold=2000', 'autovacuum_analyze_threshold=5000'];
    const tuned = ['job_common', 'queue', 'schedule', 'version'].map((relname) => ({ relname, reloptions }));
    expect(await readSettings()).toEqual(tuned);
    await startJobs(true);
    expect(await readSettings()).toEqual(tuned);
    await database.close();
    await postgres.stop();
  },
  120_000,
);
