import { withTimeBudget } from '../../db/time-budget.ts';
import type { Deps } from '../../server/deps.ts';
import { before, iso, isoOrNull } from '../../time/instants.ts';
import { HOUR_MS } from '../../time/units.ts';
import { matcherFacts } from '../matches/match-records.queries.ts';
import { attemptsSince, latestFailures } from '../notifications/notifications.queries.ts';
import { type BackupRun, lastBackups } from './backup.queries.ts';
import { type BackupsSeen, LONGEST_BACKUP_MS } from './backups.rules.ts';
import { openFailures, openFailuresByKind } from './failed-jobs.queries.ts';
import { databaseBytes, databaseInstalledAt, databaseLatency } from './health.queries.ts';
import { verdictOf, WINDOW_HOURS } from './health.rules.ts';
import type { HealthReport, Verdict } from './health.schema.ts';
import { shortageAt } from './shortages.commands.ts';

const FAILURES_SHOWN = 10;
const FAILED_JOBS_SHOWN = 50;
/** Anybody may ask for the verdict; asking often must not cost much. */
const KEPT_MS = 5_000;

async function facts(deps: Deps) {
  const since = before(deps.now(), WINDOW_HOURS * HOUR_MS);
  const [matcher, channels, failedJobs, backups] = await Promise.all([
    matcherFacts(deps.db),
    attemptsSince(deps.db, since),
    openFailuresByKind(deps.db, since),
    readBackups(deps),
  ]);
  const total = (key: 'attempts' | 'failed') => channels.reduce((sum, channel) => sum + Number(channel[key]), 0);
  return {
    ...matcher,
    channels,
    attempts: total('attempts'),
    failed: total('failed'),
    fullDiskAt: shortageAt(deps, 'disk'),
    outOfMemoryAt: shortageAt(deps, 'memory'),
    noFilesAt: shortageAt(deps, 'files'),
    failedJobs,
    backups: backups.seen,
    lastBackup: backups.attempt,
  };
}

const NEVER_ENDED = 'It never ended; its process was stopped';

/** How backups went, as the database has it on record. */
export async function readBackups(deps: Pick<Deps, 'db' | 'env' | 'now'>) {
  const { attempt, success } = await lastBackups(deps.db, before(deps.now(), LONGEST_BACKUP_MS));
  const ended: BackupRun | undefined = attempt?.finished_at ? attempt : attempt && { ...attempt, error: NEVER_ENDED };
  const seen: BackupsSeen = {
    nightly: Boolean(deps.env.BACKUP_DIR),
    attemptAt: ended ? new Date(iso(ended.started_at)) : null,
    error: ended?.error ?? null,
    successAt: success ? new Date(iso(success.started_at)) : null,
    installedAt: await databaseInstalledAt(deps.db),
  };
  return { seen, attempt: ended };
}

/** Whoever balances nodes takes a slow answer for none. */
const READY_MS = 800;

const leaving = new WeakSet<Deps>();

/** From now on this node says that it is not ready: it is about to stop. */
export const beUnready = (deps: Deps) => void leaving.add(deps);

/** Whether this node can serve: it stays, and its database answers now. */
export async function isReady(deps: Deps): Promise<boolean> {
  if (leaving.has(deps)) return false;
  return (await inTime(READY_MS, () => databaseLatency(deps.db))) !== undefined;
}

/** What the database says; nothing when it fails, or does not say it in time. */
export async function inTime<T>(ms: number, ask: () => Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref());
  return Promise.race([withTimeBudget(ms, ask).catch(() => undefined), late]);
}

export const whyUnready = (deps: Deps) =>
  leaving.has(deps) ? 'This server is about to stop.' : 'The database does not answer.';

const kept = new WeakMap<Deps, { at: number; verdict: Promise<Verdict> }>();

/** GO or NO-GO, at most some seconds old. */
export function readVerdict(deps: Deps): Promise<Verdict> {
  const now = deps.now();
  const known = kept.get(deps);
  if (known && Math.abs(now.getTime() - known.at) < KEPT_MS) return known.verdict;
  const verdict = facts(deps).then((found) => verdictOf(found, now));
  kept.set(deps, { at: now.getTime(), verdict });
  verdict.catch(() => kept.delete(deps));
  return verdict;
}

/** Everything that the health tab shows, as the server sees it now. */
export async function readHealth(deps: Deps): Promise<HealthReport> {
  const found = await facts(deps);
  const { lastBackup: backup } = found;
  const [failures, queue, latency, bytes, failedJobs] = await Promise.all([
    latestFailures(deps.db, FAILURES_SHOWN),
    deps.jobs.depth(),
    databaseLatency(deps.db),
    databaseBytes(deps.db),
    openFailures(deps.db, FAILED_JOBS_SHOWN),
  ]);
  return {
    ...verdictOf(found, deps.now()),
    last_run_at: isoOrNull(found.lastRunAt),
    channels: found.channels.map((each) => ({
      channel: each.channel,
      attempts: Number(each.attempts),
      failed: Number(each.failed),
    })),
    failures: failures.map((failure) => ({ ...failure, created_at: iso(failure.created_at) })),
    queue: { waiting: queue.waiting, active: queue.active, oldest_seconds: Math.round(queue.oldestSeconds) },
    database: { kind: deps.database.kind, latency_ms: latency, bytes },
    unfinished_jobs: failedJobs.map(({ failedAt, ...job }) => ({ ...job, failed_at: failedAt.toISOString() })),
    last_backup: backup
      ? {
          started_at: iso(backup.started_at),
          finished_at: isoOrNull(backup.finished_at),
          bytes: backup.bytes === null ? null : Number(backup.bytes),
          error: backup.error,
        }
      : null,
    last_good_backup_at: isoOrNull(found.backups.successAt),
    backups_configured: Boolean(deps.env.BACKUP_DIR),
    secrets: deps.env.keys.map((key) => ({
      ...key,
      present: Boolean(deps.env[key.name]),
      stand_in: deps.env.standIns[key.for] ?? null,
    })),
  };
}
