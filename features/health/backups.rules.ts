import { HOUR_MS } from '../../time/units.ts';

/** A backup problem that an operator can fix. */
export class BackupError extends Error {}

const PREFIX = 'planet-crew-';
const NIGHTLY = '-nightly';
const SUFFIX = '.ndjson.gz';
/** A name, with or without encryption. Backups of version 0.3.0 don't say whether they're nightly. */
const NAME = /^planet-crew-[\dT.Z-]+(?:-nightly)?\.ndjson\.gz(?:\.age)?$/;

export type BackupKind = 'nightly' | 'manual';

export const formatBackupName = (now: Date, kind: BackupKind): string =>
  `${PREFIX}${now.toISOString().replaceAll(':', '-')}${kind === 'nightly' ? NIGHTLY : ''}${SUFFIX}`;

export const isBackupName = (name: string): boolean => NAME.test(name);

/** Returns the nightly backups beyond the newest ones. Never returns manual backups. */
export function selectExpired(names: readonly string[], keep: number): string[] {
  const nightly = names.filter((name) => isBackupName(name) && name.includes(`${NIGHTLY}${SUFFIX}`)).sort();
  return nightly.slice(0, Math.max(0, nightly.length - keep));
}

/** Returns whether backups are made every night. */
export const hasBackupTarget = ({
  BACKUP_DIR,
  BACKUP_S3_BUCKET,
}: {
  BACKUP_DIR?: string | undefined;
  BACKUP_S3_BUCKET?: string | undefined;
}): boolean => Boolean(BACKUP_DIR || BACKUP_S3_BUCKET);

/** Maximum age of the newest backup: one day plus half a day of slack. */
const MAX_BACKUP_AGE_MS = 36 * HOUR_MS;
/** Maximum duration of a backup. An unfinished backup counts as failed after this time. */
export const MAX_BACKUP_MS = 4 * HOUR_MS;

/** State of the backups, from finished attempts only. */
export type BackupFacts = {
  /** Whether there's a target, so a backup is due every night. */
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
    'Free up space, or check the settings of the folder or bucket. Then run "npm run backup". One successful backup clears this.',
  old: 'Check that a process with ROLE=worker or ROLE=all is running with BACKUP_DIR or BACKUP_S3_BUCKET set, then run "npm run backup".',
};
