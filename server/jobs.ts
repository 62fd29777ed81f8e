import { sql } from 'drizzle-orm';
import { type Db as BossDatabase, fromDrizzle, type JobResult, PgBoss } from 'pg-boss';
import { listenTo } from '../db/bus.ts';
import type { Database } from '../db/database.ts';
import { waitingAtMost } from '../db/deadlines.ts';
import type { Deps, JobKind, Jobs } from './deps.ts';
import type { Log } from './log.ts';

const SCHEMA = 'pgboss';
const STOP_TIMEOUT_MS = 10_000;
const QUEUE_STATEMENT_MS = 30_000;
const SAME_ERROR_MS = 10_000;
const ERRORS_KEPT = 100;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** How often workers look for jobs by themselves while they are woken by whoever adds one, and while they are not. */
const WOKEN_POLL_SECONDS = { waitedFor: 5, sent: 10, scheduled: 30 };
const POLL_SECONDS = 1;
/** Two share what is there, so that one job which hangs does not hold up those behind it. */
const WORKERS = 2;

/** Where news of jobs are listened for, and whether this node does any: one that only adds some keeps no house. */
type Part = { url: string | undefined; works: boolean };

/**
 * pg-boss on our own pool, so that jobs can be added inside a transaction and the embedded database serves as well.
 */
export function openJobs(database: Database, log: Log, { url, works }: Part): Jobs {
  const boss = new PgBoss({
    db: executor(database, url),
    useListenNotify: works,
    supervise: works,
    schedule: works,
    schema: SCHEMA,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    monitorVacuum: false,
    reindex: database.kind === 'postgres',
  });
  boss.on('error', errorLog(log));
  const ready = new Set<string>();
  const requireReady = (name: string) => {
    if (!ready.has(name)) throw new Error(`The queue of ${name} jobs was not started.`);
  };
  return {
    send: async (name, data, options = {}) => {
      if (options.tx) requireReady(name);
      await boss.send(name, data, {
        ...(options.tx ? { db: fromDrizzle(options.tx, sql) } : {}),
        // The queues hold one waiting job per key; work without a key of its own must not push other work out.
        singletonKey: options.key ?? crypto.randomUUID(),
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
      });
    },
    sendAll: async (name, jobs, { tx }) => {
      requireReady(name);
      const rows = jobs.map(({ data, key, startAfter }) => ({ data, singletonKey: key, startAfter }));
      await boss.insert(name, rows, { db: fromDrizzle(tx, sql) });
    },
    depth: async () => {
      const { rows } = await database.pool.query<{ waiting: number; active: number; oldest: number }>(
        `select count(*) filter (where state < 'active' and start_after <= now()) as waiting,
                count(*) filter (where state = 'active') as active,
                coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8 as oldest
           from ${SCHEMA}.job where name not like '\\_\\_pgboss%'`,
      );
      return { waiting: rows[0]!.waiting, active: rows[0]!.active, oldestSeconds: rows[0]!.oldest };
    },
    start: async (kinds, deps, work) => {
      await boss.start();
      for (const kind of kinds) {
        await prepare(boss, kind);
        ready.add(kind.name);
      }
      if (!work) return;
      for (const kind of kinds) await workOn(boss, kind, deps);
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

async function workOn(boss: PgBoss, kind: JobKind, deps: Deps): Promise<void> {
  const polls = {
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds:
      kind.pollSeconds ?? WOKEN_POLL_SECONDS[kind.cron ? 'scheduled' : kind.atOnce ? 'waitedFor' : 'sent'],
  };
  if (kind.atOnce === undefined) {
    let worker: string | undefined;
    worker = await boss.work(kind.name, { ...polls, batchSize: kind.batch ?? 1 }, async ([job]) => {
      // Of several that come together only the first is told of in time: whoever had one looks for the next at once.
      if (worker) boss.notifyWorker(worker);
      if (job) await kind.run(deps, job.data as object, job.signal);
    });
    return;
  }
  const shared = { batchSize: Math.ceil(kind.atOnce / WORKERS), localConcurrency: WORKERS };
  const options = { ...polls, ...shared, burstWhenBatchFull: true, perJobResults: true } as const;
  await boss.work(kind.name, options, (jobs) =>
    Promise.all(
      jobs.map(async (job): Promise<JobResult> => {
        try {
          await kind.run(deps, job.data as object, job.signal);
          return { id: job.id, status: 'completed' };
        } catch (error) {
          return { id: job.id, status: 'failed', output: { message: (error as Error).message } };
        }
      }),
    ),
  );
}

/** Every worker reports the same trouble every second, for as long as a database is away: it is written down seldom. */
function errorLog(log: Log) {
  const written = new Map<string, number>();
  return ({ message }: { message: string }) => {
    const now = Date.now();
    if (now - (written.get(message) ?? 0) < SAME_ERROR_MS) return;
    if (written.size > ERRORS_KEPT) written.clear();
    written.set(message, now);
    log.error({ error: message }, 'job queue error');
  };
}

async function prepare(boss: PgBoss, kind: JobKind): Promise<void> {
  const options = {
    policy: 'short' as const,
    retryLimit: kind.retryLimit ?? 2,
    retryBackoff: true,
    expireInSeconds: kind.expireInSeconds ?? 300,
    notify: true,
  };
  const known = await boss.getQueue(kind.name);
  if (!known) await boss.createQueue(kind.name, options);
  else if (!known.notify) await boss.updateQueue(kind.name, { notify: true });
  if (kind.cron) await boss.schedule(kind.name, kind.cron, {}, { tz: 'UTC' });
  else await boss.unschedule(kind.name);
  // The first job of a queue makes pg-boss read the queue's settings on a connection of its own; inside a transaction
  // on the embedded database it would wait for that very transaction. So they are read now, by asking for a job that
  // does not exist, and `send` refuses before.
  await boss.getJobById(kind.name, NO_JOB);
}

function executor(database: Database, url: string | undefined): BossDatabase {
  return {
    // A queue that waits for a database which does not answer must not keep connections from those that do.
    executeSql: (text, values) =>
      waitingAtMost(QUEUE_STATEMENT_MS, () => database.pool.query(text, values as unknown[] | undefined)),
    listen: (channel, onMessage, onAgain) => listenTo(database, url, channel, { onMessage, onAgain }),
  };
}
