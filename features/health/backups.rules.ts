import { HOUR_MS } from '../../time/units.ts';

/** One day plus half a day of slack. */
const MAX_BACKUP_AGE_MS = 36 * HOUR_MS;
/** The longest a backup may take. One that hasn't ended by then is considered dead. */
export const MAX_BACKUP_MS = 4 * HOUR_MS;

/** Facts about the backups. Includes only attempts that have ended. */
export type BackupFacts = {
  /** True if BACKUP_DIR is set, so a backup is due every night. */
  nightly: boolean;
  attemptAt: Date | null;
  /** Why the newest attempt failed, or null if it succeeded. */
  error: string | null;
  successAt: Date | null;
  /** When the database was set up. No backup is missing before the first night has passed. */
  installedAt?: Date | null;
};

/** @returns the problem with the backups, or undefined */
export function describeBackupTrouble(
  { nightly, error, successAt, installedAt }: BackupFacts,
  now: Date,
): 'failed' | 'old' | undefined {
  if (error !== null) return 'failed';
  const since = successAt ?? installedAt;
  return nightly && since && now.getTime() - since.getTime() > MAX_BACKUP_AGE_MS ? 'old' : undefined;
}

export const BACKUP_TODO = {
  failed:
    'Free up space, or give this user access to the BACKUP_DIR folder. Then run "npm run backup". One successful backup clears this.',
  old: 'Check that a process with ROLE=worker or ROLE=all is running with BACKUP_DIR set, then run "npm run backup".',
};
