import { withTimeBudget } from '../../db/time-budget.ts';
import type { Deps } from '../../server/deps.ts';
import { subtractMs, toIso, toIsoOrNull } from '../../time/instants.ts';
import { HOUR_MS } from '../../time/units.ts';
import { getMatcherFacts } from '../matches/match-records.queries.ts';
import { countAttemptsSince, listLatestFailures } from '../notifications/notifications.queries.ts';
import { type BackupRun, findLastBackups } from './backup.queries.ts';
import { type BackupFacts, hasBackupTarget, MAX_BACKUP_MS } from './backups.rules.ts';
import { countOpenFailuresByKind, listOpenFailures } from './failed-jobs.queries.ts';
import { getDatabaseInstallDate, measureDatabaseLatency, readDatabaseBytes } from './health.queries.ts';
import { toVerdict, WINDOW_HOURS } from './health.rules.ts';
import type { HealthReport, Verdict } from './health.schema.ts';
import { findShortageTime } from './shortages.commands.ts';

const FAILURES_SHOWN = 10;
const FAILED_JOBS_SHOWN = 50;
/** How long a verdict is cached. Anyone may request it, so it must be cheap. */
const VERDICT_CACHE_MS = 5_000;

async function readFacts(deps: Deps) {
  const since = subtractMs(deps.now(), WINDOW_HOURS * HOUR_MS);
  const [matcher, channels, failedJobs, backups] = await Promise.all([
    getMatcherFacts(deps.db),
    countAttemptsSince(deps.db, since),
    countOpenFailuresByKind(deps.db, since),
    readBackups(deps),
  ]);
  const sumOf = (key: 'attempts' | 'failed') => channels.reduce((sum, channel) => sum + Number(channel[key]), 0);
  return {
    ...matcher,
    channels,
    attempts: sumOf('attempts'),
    failed: sumOf('failed'),
    fullDiskAt: findShortageTime(deps, 'disk'),
    outOfMemoryAt: findShortageTime(deps, 'memory'),
    noFilesAt: findShortageTime(deps, 'files'),
    failedJobs,
    backups: backups.seen,
    lastBackup: backups.attempt,
  };
}

const STOPPED_MESSAGE = 'It never finished; its process was stopped';

/** Returns the backup history recorded in the database. */
export async function readBackups(deps: Pick<Deps, 'db' | 'env' | 'now'>) {
  const { attempt, success } = await findLastBackups(deps.db, subtractMs(deps.now(), MAX_BACKUP_MS));
  const lastRun: BackupRun | undefined = attempt?.finished_at
    ? attempt
    : attempt && { ...attempt, error: STOPPED_MESSAGE };
  const facts: BackupFacts = {
    nightly: hasBackupTarget(deps.env),
    attemptAt: lastRun ? new Date(toIso(lastRun.started_at)) : null,
    error: lastRun?.error ?? null,
    successAt: success ? new Date(toIso(success.started_at)) : null,
    installedAt: await getDatabaseInstallDate(deps.db),
  };
  return { seen: facts, attempt: lastRun };
}

/** Timeout of the readiness check. A load balancer treats a slow response as no response. */
const READY_TIMEOUT_MS = 800;

const stoppingNodes = new WeakSet<Deps>();

/** Marks this node as not ready because it's about to stop. */
export const markUnready = (deps: Deps) => void stoppingNodes.add(deps);

/** Returns whether this node can serve: it isn't about to stop, and its database responds. */
export async function isReady(deps: Deps): Promise<boolean> {
  if (stoppingNodes.has(deps)) return false;
  return (await readWithTimeout(READY_TIMEOUT_MS, () => measureDatabaseLatency(deps.db))) !== undefined;
}

/** Returns the database's response, or undefined when it fails or takes too long. */
export async function readWithTimeout<T>(ms: number, request: () => Promise<T>): Promise<T | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref());
  return Promise.race([withTimeBudget(ms, request).catch(() => undefined), timeout]);
}

export const explainUnready = (deps: Deps) =>
  stoppingNodes.has(deps) ? 'This server is shutting down.' : "The database isn't responding.";

const verdictCache = new WeakMap<Deps, { at: number; verdict: Promise<Verdict> }>();

/** Returns the GO or NO-GO verdict, cached for a few seconds. */
export function readVerdict(deps: Deps): Promise<Verdict> {
  const now = deps.now();
  const cachedVerdict = verdictCache.get(deps);
  if (cachedVerdict && Math.abs(now.getTime() - cachedVerdict.at) < VERDICT_CACHE_MS) return cachedVerdict.verdict;
  const verdict = readFacts(deps).then((found) => toVerdict(found, now));
  verdictCache.set(deps, { at: now.getTime(), verdict });
  verdict.catch(() => verdictCache.delete(deps));
  return verdict;
}

/** Returns everything that the console's health tab shows. */
export async function readHealth(deps: Deps): Promise<HealthReport> {
  const facts = await readFacts(deps);
  const { lastBackup: backup } = facts;
  const [failures, queue, latency, bytes, failedJobs] = await Promise.all([
    listLatestFailures(deps.db, FAILURES_SHOWN),
    deps.jobs.depth(),
    measureDatabaseLatency(deps.db),
    readDatabaseBytes(deps.db),
    listOpenFailures(deps.db, FAILED_JOBS_SHOWN),
  ]);
  return {
    ...toVerdict(facts, deps.now()),
    release: deps.env.release,
    last_run_at: toIsoOrNull(facts.lastRunAt),
    channels: facts.channels.map((each) => ({
      channel: each.channel,
      attempts: Number(each.attempts),
      failed: Number(each.failed),
    })),
    failures: failures.map((failure) => ({ ...failure, created_at: toIso(failure.created_at) })),
    queue: { waiting: queue.waiting, active: queue.active, oldest_seconds: Math.round(queue.oldestSeconds) },
    database: { kind: deps.database.kind, latency_ms: latency, bytes },
    unfinished_jobs: failedJobs.map(({ failedAt, ...job }) => ({ ...job, failed_at: failedAt.toISOString() })),
    last_backup: backup
      ? {
          started_at: toIso(backup.started_at),
          finished_at: toIsoOrNull(backup.finished_at),
          bytes: backup.bytes === null ? null : Number(backup.bytes),
          error: backup.error,
        }
      : null,
    last_good_backup_at: toIsoOrNull(facts.backups.successAt),
    backups_configured: hasBackupTarget(deps.env),
    secrets: deps.env.keys.map((key) => ({
      ...key,
      present: Boolean(deps.env[key.name]),
      stand_in: deps.env.sandboxesByPurpose[key.for] ?? null,
    })),
  };
}
