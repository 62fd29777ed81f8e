import { sql } from 'drizzle-orm';
import { type Db as BossDatabase, fromDrizzle, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import { listenOnChannel } from '../db/bus.ts';
import type { Database } from '../db/database.ts';
import { withTimeBudget } from '../db/time-budget.ts';
import { type Deps, type FailureLog, type JobKind, type Jobs, PermanentError } from './deps.ts';
import type { Log } from './log.ts';
import { type DescribedError, describeError } from './log-errors.ts';

const SCHEMA = 'pgboss';
const STOP_TIMEOUT_MS = 10_000;
const QUEUE_STATEMENT_MS = 30_000;
const SAME_ERROR_MS = 60_000;
const ERRORS_KEPT = 100;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** Poll intervals. They can be long while notifications of new jobs wake the workers; otherwise a short one is used. */
const NOTIFIED_POLL_SECONDS = { waitedFor: 5, sent: 10, scheduled: 30 };
const POLL_SECONDS = 1;
/**
 * Longer intervals for rows that pg-boss writes even when idle: one every five seconds for flows, one a minute for its
 * own migrations, which we don't use, and one a minute for each queue, which counts waiting jobs and detects jobs that
 * take too long.
 */
const QUIET_INTERVALS = { flowIntervalSeconds: 3_600, bamIntervalSeconds: 600, monitorIntervalSeconds: 180 };

/**
 * The queue's tables are small and change all the time. With PostgreSQL's defaults, they're vacuumed and analyzed every
 * minute, which writes more than the changes themselves.
 */
const BUSY_TABLES = ['job_common', 'queue', 'schedule', 'version'];
const VACUUM_SETTINGS = ['autovacuum_vacuum_threshold=2000', 'autovacuum_analyze_threshold=5000'];

/** Number of workers. There are two, so that a job that hangs doesn't block those behind it. */
const WORKER_COUNT = 2;

/** The dead-letter queue. pg-boss copies every job that failed for good into it, in the same statement. */
const FAILED_JOBS = 'failed-jobs';
const FAILED_POLL_SECONDS = 5;
/**
 * How long the copies are kept. They contain the jobs' data, so they expire soon. The feature's own table keeps what we
 * need to know about a failure.
 */
const COPY_KEPT_SECONDS = 3_600;
const RETRY_DELAY_MAX_SECONDS = 60;
/** More attempts than any `retryForMs` allows. */
const UNLIMITED_RETRIES = 100_000;

/** The URL for job notifications, and whether this node runs jobs. A node that only adds jobs does no maintenance. */
type JobQueueOptions = { url: string | undefined; works: boolean; failures?: FailureLog };

/**
 * Opens pg-boss on our own pool, so that jobs can be added inside a transaction and it works with the embedded database
 * too.
 */
export function openJobs(database: Database, log: Log, { url, works, failures }: JobQueueOptions): Jobs {
  const boss = new PgBoss({
    db: createExecutor(database, url),
    useListenNotify: works,
    supervise: works,
    schedule: works,
    schema: SCHEMA,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    monitorVacuum: false,
    reindex: database.kind === 'postgres',
    ...QUIET_INTERVALS,
  });
  boss.on('error', createThrottledErrorLogger(log));
  const readyQueues = new Set<string>();
  const requireReady = (name: string) => {
    if (!readyQueues.has(name)) throw new Error(`The queue of ${name} jobs was not started.`);
  };
  return {
    send: async (name, data, options = {}) => {
      if (options.tx) requireReady(name);
      await boss.send(name, data, {
        ...(options.tx ? { db: fromDrizzle(options.tx, sql) } : {}),
        // The queues keep one waiting job per key. A random key keeps jobs without a key from replacing each other.
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
      if (works && database.kind === 'postgres') await reduceVacuuming(database);
      await prepareFailedJobs(boss);
      for (const kind of kinds) {
        if (readyQueues.has(kind.name)) continue;
        await prepareQueue(boss, kind, deps.env);
        readyQueues.add(kind.name);
      }
      if (!work) return;
      if (failures) {
        await failures.start(
          deps,
          kinds.map(({ name }) => name),
        );
        await recordFailures(boss, deps, failures);
      }
      for (const kind of kinds) await startWorker(boss, kind, deps, failures);
    },
    retry: async (kind, id, { tx }) => {
      const { affected } = (await boss.retry(kind, id, { db: fromDrizzle(tx, sql) })) as { affected: number };
      return affected > 0;
    },
    discard: async (kind, id, { tx }) => {
      await boss.deleteJob(kind, id, { db: fromDrizzle(tx, sql) });
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

/** Applies the settings to tables that don't have them yet. */
async function reduceVacuuming({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = $1::regnamespace and relname = any($2) and not coalesce(reloptions, '{}') @> $3`,
    [SCHEMA, BUSY_TABLES, VACUUM_SETTINGS],
  );
  for (const { name } of rows) await pool.query(`alter table ${SCHEMA}.${name} set (${VACUUM_SETTINGS.join(', ')})`);
}

async function startWorker(boss: PgBoss, kind: JobKind, deps: Deps, failures?: FailureLog): Promise<void> {
  const polls = {
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds:
      kind.pollSeconds ?? NOTIFIED_POLL_SECONDS[kind.cron ? 'scheduled' : kind.concurrency ? 'waitedFor' : 'sent'],
    includeMetadata: true,
    perJobResults: true,
  } as const;
  const runJob = async (job: JobWithMetadata<unknown>): Promise<JobResult> => {
    try {
      await kind.run(deps, job.data as object, job.signal);
    } catch (error) {
      return {
        id: job.id,
        status: isLastAttempt(kind, deps, job, error) ? 'deadletter' : 'failed',
        output: describeError(error),
      };
    }
    // The work is done, so don't repeat it just because clearing earlier failures didn't work.
    if (isCoveredByLaterRun(kind)) await failures?.clear(deps, kind.name).catch(() => undefined);
    return { id: job.id, status: 'completed' };
  };
  if (kind.concurrency === undefined) {
    let worker: string | undefined;
    worker = await boss.work(kind.name, { ...polls, batchSize: kind.batch ?? 1 }, async ([job, ...others]) => {
      // When several jobs are added together, only the first one triggers a notification in time. So each worker looks
      // for another job right away.
      if (worker) boss.notifyWorker(worker);
      if (!job) return [];
      // The first job's result applies to the whole batch, including failures and retries.
      return [await runJob(job), ...others.map(({ id }): JobResult => ({ id, status: 'completed' }))];
    });
    return;
  }
  const options = { batchSize: Math.ceil(kind.concurrency / WORKER_COUNT), localConcurrency: WORKER_COUNT };
  await boss.work(kind.name, { ...polls, ...options, burstWhenBatchFull: true }, (jobs) =>
    Promise.all(jobs.map(runJob)),
  );
}

const isCoveredByLaterRun = ({ coveredByLaterRun, cron, batch }: JobKind) =>
  coveredByLaterRun ?? (cron !== undefined || batch !== undefined);

/** Checks whether this was the last attempt. pg-boss counts attempts, but we check deadlines and permanent errors. */
function isLastAttempt(kind: JobKind, deps: Deps, job: JobWithMetadata<unknown>, error: unknown): boolean {
  if (error instanceof PermanentError) return true;
  if (!kind.retryForMs) return false;
  return Date.now() - job.createdOn.getTime() >= kind.retryForMs(deps, job.data as object);
}

/** Records every job that failed for good exactly once, whether it threw, timed out or lost its node. */
async function recordFailures(boss: PgBoss, deps: Deps, { record }: FailureLog): Promise<void> {
  await boss.work(
    FAILED_JOBS,
    { pollingIntervalSeconds: FAILED_POLL_SECONDS, includeMetadata: true, batchSize: 100, burstWhenBatchFull: true },
    async (jobs) => {
      for (const { id, sourceId, sourceName, sourceRetryCount, sourceOutput, createdOn } of jobs) {
        await record(deps, {
          id: sourceId ?? id,
          kind: sourceName ?? FAILED_JOBS,
          attempts: (sourceRetryCount ?? 0) + 1,
          error: formatError(sourceOutput),
          failedAt: createdOn,
        });
      }
    },
  );
}

/** Returns the error text stored by our worker, or by pg-boss if it ended the job itself. */
function formatError(output: unknown): string {
  const { value, ...described } = (output ?? {}) as Partial<DescribedError> & { value?: { message?: string } };
  const cause = described.cause;
  const parts = [value?.message ?? described.message, described.code ?? cause?.code, cause?.message];
  return parts.filter(Boolean).join(' · ') || described.type || 'unknown';
}

async function prepareFailedJobs(boss: PgBoss): Promise<void> {
  if (await boss.getQueue(FAILED_JOBS)) return;
  await boss.createQueue(FAILED_JOBS, {
    retryLimit: UNLIMITED_RETRIES,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    deleteAfterSeconds: COPY_KEPT_SECONDS,
  });
}

/** Throttles logging, because every worker reports the same error every second while the database is unavailable. */
function createThrottledErrorLogger(log: Log) {
  const lastWrites = new Map<string, number>();
  return ({ message }: { message: string }) => {
    const now = Date.now();
    if (now - (lastWrites.get(message) ?? 0) < SAME_ERROR_MS) return;
    if (lastWrites.size > ERRORS_KEPT) lastWrites.clear();
    lastWrites.set(message, now);
    log.error({ error: message }, 'job queue error');
  };
}

/** Replaces the hour of a nightly cron expression. */
export const setHour = (cron: string, hour: number): string => cron.replace(/^(\d+) \d+ /, `$1 ${hour} `);

async function prepareQueue(boss: PgBoss, kind: JobKind, env: Deps['env']): Promise<void> {
  const options = {
    retryLimit: kind.retryForMs ? UNLIMITED_RETRIES : (kind.retryLimit ?? 2),
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    expireInSeconds: kind.expireInSeconds ?? 300,
    deadLetter: FAILED_JOBS,
    notify: true,
  };
  const existingQueue = await boss.getQueue(kind.name);
  if (!existingQueue) await boss.createQueue(kind.name, { policy: 'short', ...options });
  // A queue of an earlier version keeps its settings until they're updated.
  else if (Object.entries(options).some(([name, value]) => existingQueue[name as keyof typeof options] !== value)) {
    await boss.updateQueue(kind.name, options);
  }
  const cron = kind.cron && kind.hour ? setHour(kind.cron, kind.hour(env)) : kind.cron;
  if (cron) await boss.schedule(kind.name, cron, {}, { tz: 'UTC' });
  else await boss.unschedule(kind.name);
  // The first job of a queue makes pg-boss read the queue's settings on its own connection. Inside a transaction on the
  // embedded database, that would deadlock. So load the settings now by requesting a nonexistent job. `send` accepts no
  // jobs until that's done.
  await boss.getJobById(kind.name, NO_JOB);
}

function createExecutor(database: Database, url: string | undefined): BossDatabase {
  return {
    // While the queue waits for an unresponsive database, it must not hold connections that others could use.
    executeSql: (text, values) =>
      withTimeBudget(QUEUE_STATEMENT_MS, () => database.pool.query(text, values as unknown[] | undefined)),
    listen: (channel, onMessage, onReconnect) => listenOnChannel(database, url, channel, { onMessage, onReconnect }),
  };
}
