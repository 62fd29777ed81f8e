import { HOUR_MS } from '../../time/units.ts';

/** One night plus half a day. */
const MAX_BACKUP_AGE_MS = 36 * HOUR_MS;
/** A backup takes at most this long. One that hasn't ended by then never will. */
export const MAX_BACKUP_MS = 4 * HOUR_MS;

/** Attempts count only once they have ended. */
export type BackupFacts = {
  /** BACKUP_DIR is set, so a backup is due every night. */
  nightly: boolean;
  attemptAt: Date | null;
  /** Why the newest attempt failed; null when it succeeded. */
  error: string | null;
  successAt: Date | null;
  /** When the database was set up. Until a night has passed, no backup is missing. */
  installedAt?: Date | null;
};

/** @returns what's wrong with the backups, or undefined */
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
