import { HOUR_MS } from '../../time/units.ts';

/** Maximum age of the newest backup: one day plus half a day of slack. */
const MAX_BACKUP_AGE_MS = 36 * HOUR_MS;
/** Maximum duration of a backup. An unfinished backup counts as failed after this time. */
export const MAX_BACKUP_MS = 4 * HOUR_MS;

/** State of the backups, from finished attempts only. */
export type BackupFacts = {
  /** Whether BACKUP_DIR is set, so a backup is due every night. */
  nightly: boolean;
  attemptAt: Date | null;
  /** Why the newest attempt failed, or null if it succeeded. */
  error: string | null;
  successAt: Date | null;
  /** When the database was set up. No backup is due before the first night has passed. */
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
