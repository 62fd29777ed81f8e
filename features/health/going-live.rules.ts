import type { Finding } from './going-live.schema.ts';

/** What separates two clocks that may still sign for each other; a webhook is refused beyond five minutes. */
const SKEW_MS = 30_000;

/**
 * Our clock beside that of a vendor, as it says in each of its answers.
 * @param theirs the `Date` header, to the second; undefined: nobody answered
 */
export function clockFinding(theirs: string | undefined, now: Date): Finding {
  const about = { id: 'server.clock', vendor: 'This server', label: 'The clock is right' };
  const at = theirs ? Date.parse(theirs) : Number.NaN;
  if (Number.isNaN(at)) {
    return {
      ...about,
      state: 'unmet',
      found: 'No vendor answered, so there is nothing to compare it with.',
      todo: 'Let this machine reach its vendors, then look again.',
    };
  }
  const off = Math.round((now.getTime() - at) / 1_000);
  if (Math.abs(off) * 1_000 <= SKEW_MS) {
    return { ...about, state: 'met', found: `It is within ${Math.abs(off) + 1} s of a vendor's.`, todo: null };
  }
  return {
    ...about,
    state: 'unmet',
    found: `It is ${Math.abs(off)} s ${off > 0 ? 'ahead of' : 'behind'} a vendor's.`,
    todo: 'Switch on time synchronisation (such as systemd-timesyncd or chrony): signatures and sign-in codes hang on it.',
  };
}

/** Where browsers reach us: sign-in, passkeys and webhooks need an address that everybody can reach over https. */
export function originFinding(origin: string): Finding {
  const about = { id: 'server.origin', vendor: 'This server', label: 'People reach it under a safe address' };
  if (origin.startsWith('https://'))
    return { ...about, state: 'met', found: `PUBLIC_ORIGIN is ${origin}.`, todo: null };
  return {
    ...about,
    state: 'unmet',
    found: `PUBLIC_ORIGIN is ${origin}.`,
    todo: 'Put a proxy with a certificate in front and set PUBLIC_ORIGIN to its https:// address.',
  };
}

/** What a server would say instead of starting with these variables. */
export const startFindings = (faults: readonly string[]): Finding[] =>
  faults.map((found, index) => ({
    id: `server.start.${index + 1}`,
    vendor: 'This server',
    label: 'The server starts with these variables',
    state: 'unmet',
    found,
    todo: 'Mend that; docs/configuration.md says what each variable is for.',
  }));

/** Whether this is PostgreSQL, with a place for backups. */
export function dataFindings(env: { postgres: boolean; backups: boolean }): Finding[] {
  const database = { id: 'server.database', vendor: 'This server', label: 'Data lies in PostgreSQL' };
  const backups = { id: 'server.backups', vendor: 'This server', label: 'There are backups' };
  return [
    env.postgres
      ? { ...database, state: 'met', found: 'DATABASE_URL is set.', todo: null }
      : {
          ...database,
          state: 'unmet',
          found: 'It is the embedded database.',
          todo: 'Set DATABASE_URL to PostgreSQL 15 or newer.',
        },
    env.backups
      ? { ...backups, state: 'met', found: 'One is made every night.', todo: null }
      : {
          ...backups,
          state: 'unmet',
          found: 'BACKUP_DIR is not set.',
          todo: 'Set BACKUP_DIR to a folder on another disk, or have PostgreSQL backed up.',
        },
  ];
}

/** Ready when nothing is unmet; what is switched off is somebody's decision. */
export const isReady = (findings: readonly Finding[]) => findings.every(({ state }) => state !== 'unmet');
