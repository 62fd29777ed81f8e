import { openBus } from '../db/bus.ts';
import { openTestDatabase } from '../db/test-database.ts';
import { openPictures } from '../pictures/pictures.ts';
import { type App, createApp } from './app.ts';
import type { Deps, Jobs } from './deps.ts';
import { readEnv } from './env.ts';
import { openLog } from './log.ts';
import { wiring } from './wiring.ts';

type SentJob = { name: string; data: object; key?: string | undefined; startAfter?: Date | undefined };

export type TestContext = {
  deps: Deps;
  app: App;
  /** Jobs that commands enqueued, in order. Tests run the ones they need. */
  sent: SentJob[];
  /** Sets the product's clock. */
  setNow: (instant: Date | string) => void;
  close: () => Promise<void>;
};

/** Opens the context on a separate test database: real SQL, a fake clock, and jobs recorded instead of run. */
export async function openTestContext(variables: Record<string, string> = {}): Promise<TestContext> {
  const database = await openTestDatabase();
  const jobs: SentJob[] = [];
  let now: Date | undefined;
  const log = openLog('error');
  const deps: Deps = {
    db: database.db,
    reads: database.reads,
    database,
    env: readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error', ...variables }),
    bus: await openBus(database, database.url),
    jobs: createRecordingJobs(jobs),
    log,
    pictures: openPictures(log),
    wiring,
    now: () => now ?? new Date(),
    fetch: globalThis.fetch,
    // Every hostname resolves to one public address, so that tests don't depend on the network.
    resolve: async () => ['93.184.215.14'],
  };
  return {
    deps,
    app: createApp(deps),
    sent: jobs,
    setNow: (instant) => {
      now = new Date(instant);
    },
    close: async () => {
      await deps.pictures.close();
      await deps.bus.close();
      await database.close();
    },
  };
}

function createRecordingJobs(sentJobs: SentJob[]): Jobs {
  return {
    send: async (name, data, options = {}) => {
      sentJobs.push({ name, data, key: options.key, startAfter: options.startAfter });
    },
    sendAll: async (name, jobs) => {
      for (const job of jobs) sentJobs.push({ name, ...job });
    },
    depth: async () => ({ waiting: 0, active: 0, oldestSeconds: 0 }),
    start: async () => {},
    retry: async () => true,
    discard: async () => {},
    stop: async () => {},
  };
}
