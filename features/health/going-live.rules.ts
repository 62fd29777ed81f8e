import { BACKUP_TODO, type BackupFacts, describeBackupTrouble } from './backups.rules.ts';
import type { Finding } from './going-live.schema.ts';
import { formatSince } from './health.rules.ts';

/** Maximum accepted clock skew. Webhook signatures are refused beyond five minutes. */
const MAX_CLOCK_SKEW_MS = 30_000;

/**
 * Compares our clock with a vendor's.
 * @param vendorTime the response's `Date` header, to the second; undefined when no vendor responded
 */
export function checkClock(vendorTime: string | undefined, now: Date): Finding {
  const check = { id: 'server.clock', vendor: 'This server', label: 'The clock is accurate' };
  const vendorNow = vendorTime ? Date.parse(vendorTime) : Number.NaN;
  if (Number.isNaN(vendorNow)) {
    return {
      ...check,
      state: 'unmet',
      found: "No vendor responded, so there's nothing to compare it with.",
      todo: 'Let this machine reach its vendors, then check again.',
    };
  }
  const skewSeconds = Math.round((now.getTime() - vendorNow) / 1_000);
  if (Math.abs(skewSeconds) * 1_000 <= MAX_CLOCK_SKEW_MS) {
    return { ...check, state: 'met', found: `It's within ${Math.abs(skewSeconds) + 1} s of a vendor's.`, todo: null };
  }
  return {
    ...check,
    state: 'unmet',
    found: `It's ${Math.abs(skewSeconds)} s ${skewSeconds > 0 ? 'ahead of' : 'behind'} a vendor's.`,
    todo: 'Turn on time synchronization (such as systemd-timesyncd or chrony). Signatures and sign-in codes depend on it.',
  };
}

/** Checks that our public URL uses HTTPS, which sign-in, passkeys and webhooks need. */
export function checkOrigin(origin: string): Finding {
  const check = { id: 'server.origin', vendor: 'This server', label: 'People reach it over HTTPS' };
  if (origin.startsWith('https://'))
    return { ...check, state: 'met', found: `PUBLIC_ORIGIN is ${origin}.`, todo: null };
  return {
    ...check,
    state: 'unmet',
    found: `PUBLIC_ORIGIN is ${origin}.`,
    todo: 'Put a proxy with a certificate in front and set PUBLIC_ORIGIN to its https:// address.',
  };
}

/** Reports the errors that would keep a server from starting with these variables. */
export const checkStartFaults = (faults: readonly string[]): Finding[] =>
  faults.map((found, index) => ({
    id: `server.start.${index + 1}`,
    vendor: 'This server',
    label: 'The server starts with these variables',
    state: 'unmet',
    found,
    todo: 'Fix that. docs/configuration.md explains each variable.',
  }));

/** Checks safety settings that a server can start without. */
export function checkSafety({ production, encrypted }: { production: boolean; encrypted: boolean }): Finding[] {
  const mode = { id: 'server.production', vendor: 'This server', label: 'Test-only features are off' };
  const secrets = { id: 'server.secrets', vendor: 'This server', label: 'Secrets in the database are encrypted' };
  return [
    production
      ? { ...mode, state: 'met', found: 'NODE_ENV is production.', todo: null }
      : { ...mode, state: 'unmet', found: "NODE_ENV isn't production.", todo: 'Set NODE_ENV=production.' },
    encrypted
      ? { ...secrets, state: 'met', found: 'AUTH_ENCRYPTION_KEY is set.', todo: null }
      : {
          ...secrets,
          state: 'unmet',
          found: "AUTH_ENCRYPTION_KEY isn't set. Anyone who steals the database can read two-factor secrets.",
          todo: 'Set AUTH_ENCRYPTION_KEY to the output of "openssl rand -base64 32", and keep it with the backups.',
        },
  ];
}

const OLDEST_POSTGRES = 15;

/** Result of querying the database at DATABASE_URL, or undefined if the variable isn't set. */
export type DatabaseFacts = { version: number } | { trouble: string } | undefined;

/** Checks that a supported PostgreSQL responds and that there are backups. */
export function checkData(
  { database, backups }: { database: DatabaseFacts; backups: BackupFacts },
  now: Date,
): Finding[] {
  return [checkDatabase(database), checkBackups(database !== undefined, backups, now)];
}

function checkDatabase(database: DatabaseFacts): Finding {
  const check = { id: 'server.database', vendor: 'This server', label: 'Data is stored in PostgreSQL' };
  const requiredVersion = `PostgreSQL ${OLDEST_POSTGRES} or newer`;
  if (!database) {
    return {
      ...check,
      state: 'unmet',
      found: "It's the embedded database.",
      todo: `Set DATABASE_URL to ${requiredVersion}.`,
    };
  }
  if ('trouble' in database) {
    const todo = `Check that DATABASE_URL has the right address, user and password for ${requiredVersion}, and that this machine can reach it.`;
    return { ...check, state: 'unmet', found: `Couldn't connect: ${database.trouble}.`, todo };
  }
  const { version } = database;
  if (version >= OLDEST_POSTGRES) return { ...check, state: 'met', found: `It's PostgreSQL ${version}.`, todo: null };
  return { ...check, state: 'unmet', found: `It's PostgreSQL ${version}.`, todo: `Upgrade to ${requiredVersion}.` };
}

/** Checks that backups exist. They're optional on PostgreSQL, which may be backed up separately. */
function checkBackups(isPostgres: boolean, backups: BackupFacts, now: Date): Finding {
  const check = { id: 'server.backups', vendor: 'This server', label: 'Backups exist' };
  if (!backups.nightly) {
    const todo = 'Set BACKUP_DIR to a folder on another disk, or BACKUP_S3_BUCKET';
    const found = 'Neither BACKUP_DIR nor BACKUP_S3_BUCKET is set.';
    if (!isPostgres) return { ...check, state: 'unmet', found, todo: `${todo}.` };
    return { ...check, state: 'off', found, todo: `${todo}, unless your PostgreSQL is already backed up.` };
  }
  const lastBackupText = backups.successAt
    ? `The last successful one was written ${formatSince(backups.successAt, now)}.`
    : '';
  const backupTrouble = describeBackupTrouble(backups, now);
  if (backupTrouble) {
    const found =
      backupTrouble === 'old' ? lastBackupText : `The last attempt failed: ${backups.error}. ${lastBackupText}`.trim();
    return { ...check, state: 'unmet', found, todo: BACKUP_TODO[backupTrouble] };
  }
  if (lastBackupText)
    return { ...check, state: 'met', found: `A backup is made every night. ${lastBackupText}`, todo: null };
  const todo = 'Run "npm run backup" to check that one can be written.';
  return { ...check, state: 'unmet', found: 'Backups are set up, but no backup has been written yet.', todo };
}

/** Returns whether every requirement is met. Anything switched off counts as a deliberate choice. */
export const isReady = (findings: readonly Finding[]) => findings.every(({ state }) => state !== 'unmet');
