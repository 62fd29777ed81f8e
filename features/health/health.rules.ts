import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { MATCHER_HOURS } from '../matches/matcher-runs/matcher-runs.rules.ts';
import { BACKUP_TODO, type BackupFacts, describeBackupTrouble } from './backups.rules.ts';
import type { Check, Verdict } from './health.schema.ts';

/** The verdict evaluates the notifications of this many hours. */
export const WINDOW_HOURS = 24;
/** Share of failed attempts at which the verdict becomes NO-GO. */
const FAILURE_LIMIT = 0.02;

export type Facts = {
  /** When the matcher last finished a round; null if it never has. */
  lastRunAt: Date | null;
  /** Whether any match exists. Without matches, a missing matching round isn't a problem. */
  hasMatchData: boolean;
  attempts: number;
  failed: number;
  /** When a write last failed because the disk was full; null if there's enough space. */
  fullDiskAt: Date | null;
  /** When a write last failed because the database was out of memory; null if there's enough memory. */
  outOfMemoryAt: Date | null;
  /** When the object store last refused a request or didn't respond; null if it works. */
  noFilesAt: Date | null;
  /** Recent jobs that failed permanently and haven't been retried or dismissed. */
  failedJobs: { kind: string; jobs: number }[];
  backups: BackupFacts;
};

/** Returns the share of failed attempts from 0 to 1, and 0 if nothing was sent. */
function computeFailureRate(attempts: number, failedCount: number): number {
  return attempts === 0 ? 0 : failedCount / attempts;
}

export function formatSince(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - at.getTime()) / MINUTE_MS));
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min ago` : `${Math.floor(hours / 24)} days ago`;
}

function checkMatcher(facts: Facts, now: Date): Check {
  const label = `Matcher ran within ${MATCHER_HOURS} hours`;
  if (!facts.hasMatchData) {
    return { id: 'matcher', label, ok: true, found: "There's no match data yet.", todo: null };
  }
  const { lastRunAt } = facts;
  const isOk = lastRunAt !== null && now.getTime() - lastRunAt.getTime() < MATCHER_HOURS * HOUR_MS;
  return {
    id: 'matcher',
    label,
    ok: isOk,
    found: lastRunAt ? `The last run finished ${formatSince(lastRunAt, now)}.` : 'No run has finished.',
    todo: isOk
      ? null
      : 'Press Run Matcher Now under Actions. If no run appears under Matches, check that a process with ROLE=worker or ROLE=all is running.',
  };
}

function checkNotifications({ attempts, failed }: Facts): Check {
  const rate = computeFailureRate(attempts, failed);
  const isOk = rate < FAILURE_LIMIT;
  return {
    id: 'notifications',
    label: `Fewer than ${FAILURE_LIMIT * 100}% of notifications failed in ${WINDOW_HOURS} hours`,
    ok: isOk,
    found: attempts === 0 ? 'Nothing was sent.' : `${failed} of ${attempts} failed (${(rate * 100).toFixed(1)}%).`,
    todo: isOk
      ? null
      : 'Read the errors of the failing channel below, check its keys, then send Test Email or Test SMS under Actions.',
  };
}

/** Returns the disk check, which is shown only while it fails. Only the specification's two checks are always shown. */
function checkDisk(at: Date, now: Date): Check {
  return {
    id: 'disk',
    label: "There's disk space for new data",
    ok: false,
    found: `A write ran out of disk space ${formatSince(at, now)}.`,
    todo: "Free up space where the database and uploads are stored (DATABASE_URL, DATA_DIR), old backups first. You don't need to restart anything. This line disappears ten minutes after the last failed write.",
  };
}

function checkMemory(at: Date, now: Date): Check {
  return {
    id: 'memory',
    label: 'The database has enough memory to save data',
    ok: false,
    found: `The database ran out of memory for a write ${formatSince(at, now)}.`,
    todo: "Give the database more memory, or let fewer of its processes share it (PostgreSQL's work_mem and max_connections). This line disappears ten minutes after the last failed write.",
  };
}

function checkFiles(at: Date, now: Date): Check {
  return {
    id: 'files',
    label: 'Files can be read and saved',
    ok: false,
    found: `The object store refused or didn't answer ${formatSince(at, now)}.`,
    todo: 'Run npm run go-live to see what the store objects to. Check S3_ENDPOINT, S3_BUCKET and its key. This line disappears ten minutes after the last failure.',
  };
}

function checkJobs(failures: Facts['failedJobs']): Check {
  return {
    id: 'jobs',
    label: `No background job failed permanently in ${WINDOW_HOURS} hours`,
    ok: false,
    found: `Failed: ${failures.map(({ kind, jobs }) => (jobs > 1 ? `${kind} (${jobs})` : kind)).join(', ')}.`,
    todo: 'Read the errors under Failed jobs on the Health tab and fix their cause. Then press Run again or Dismiss.',
  };
}

function checkBackups(backupTrouble: 'failed' | 'old', { error, attemptAt, successAt }: BackupFacts, now: Date): Check {
  const lastBackupText = successAt
    ? `The last successful one was written ${formatSince(successAt, now)}.`
    : "There's no successful one.";
  return {
    id: 'backups',
    label: 'The newest backup is good',
    ok: false,
    found:
      backupTrouble === 'old'
        ? lastBackupText
        : `The attempt ${formatSince(attemptAt ?? now, now)} failed: ${error}. ${lastBackupText}`,
    todo: BACKUP_TODO[backupTrouble],
  };
}

/**
 * Returns GO when both conditions are met and no resource is running out, otherwise NO-GO with what to do (part 2 §4
 * and §9 of the specification).
 */
export function toVerdict(facts: Facts, now: Date): Verdict {
  const { fullDiskAt, outOfMemoryAt, noFilesAt, failedJobs, backups } = facts;
  const backupTrouble = describeBackupTrouble(backups, now);
  const checks = [
    checkMatcher(facts, now),
    checkNotifications(facts),
    ...(fullDiskAt ? [checkDisk(fullDiskAt, now)] : []),
    ...(outOfMemoryAt ? [checkMemory(outOfMemoryAt, now)] : []),
    ...(noFilesAt ? [checkFiles(noFilesAt, now)] : []),
    ...(failedJobs.length > 0 ? [checkJobs(failedJobs)] : []),
    ...(backupTrouble ? [checkBackups(backupTrouble, backups, now)] : []),
  ];
  return {
    verdict: checks.every((check) => check.ok) ? 'GO' : 'NO-GO',
    checked_at: now.toISOString(),
    checks,
  };
}
