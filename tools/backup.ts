import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { recordBackup } from '../features/health/backup.commands.ts';
import { listBackups, withLocalBackup } from '../features/health/backup-targets.commands.ts';
import type { Verification } from '../features/health/backup-verification.commands.ts';
import { hasBackupTarget } from '../features/health/backups.rules.ts';
import type { Deps } from '../server/deps.ts';
import { runCommand } from './run-command.ts';
import { verifyBackup } from './verify-backup.ts';

const USAGE = `Backs up the whole database to one file.
  npm run backup [-- <folder>]              writes it to the folder, or else to BACKUP_DIR, BACKUP_S3_BUCKET or ./backups
  npm run backup -- --verify [<folder>]     also restores it into a scratch database and compares every table
  npm run backup -- --verify <backup>       does so with a backup you have: a file, or a name from --list
  npm run backup -- --verify newest         does so with the newest backup of --list
  npm run backup -- --list                  lists the backups at BACKUP_DIR and BACKUP_S3_BUCKET
For encrypted backups, --verify needs the private key: --identity <file>`;

const OPTIONS = {
  verify: { type: 'boolean' },
  list: { type: 'boolean' },
  identity: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const NO_BACKUPS = 'There are no backups yet.';

/** Returns the newest backup by the time in its name, in the folder or in the bucket. */
async function findNewest(deps: Deps): Promise<string> {
  const byTime = (await listBackups(deps)).toSorted((one, other) => (toName(one) < toName(other) ? -1 : 1));
  const newest = byTime.at(-1);
  if (!newest) throw new Error(NO_BACKUPS);
  return newest;
}

const toName = (place: string) => place.slice(place.lastIndexOf('/') + 1);
const isBackup = (place: string) => place.startsWith('s3:') || /\.ndjson\.gz(\.age)?$/.test(place);

function report({ tables, rows, files, differences }: Verification, scratch: string): void {
  if (differences.length > 0) {
    throw new Error(['The restored backup differs:', ...differences.map((line) => `  ${line}`)].join('\n'));
  }
  console.log(`Verified in ${scratch}: ${rows} rows in ${tables} tables and ${files} files are equal to the backup.`);
}

async function verify(deps: Deps, file: string, identity: string | undefined): Promise<void> {
  const { verification, scratch } = await verifyBackup(deps, file, identity);
  report(verification, scratch);
}

async function main(deps: Deps): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const { identity } = values;
  if (values.help) return console.log(USAGE);
  if (values.list) {
    const backups = await listBackups(deps);
    return console.log(backups.length === 0 ? NO_BACKUPS : backups.join('\n'));
  }
  const [first] = positionals;
  const place = values.verify && first === 'newest' ? await findNewest(deps) : first;
  if (values.verify && place && isBackup(place)) {
    if (!place.startsWith('s3:') && !existsSync(place)) throw new Error(`There is no file ${place}.`);
    return withLocalBackup(deps, place, (file) => verify(deps, file, identity));
  }
  const { env } = deps;
  const folder = place ?? (hasBackupTarget(env) ? undefined : 'backups');
  const check = (path: string) => verify(deps, path, identity);
  const { file, bytes, rows, files } = await recordBackup(deps, {
    kind: 'manual',
    folder,
    ...(values.verify ? { check } : {}),
  });
  const uploadedFiles = env.S3_ENDPOINT ? 'uploaded files stay in the bucket' : `${files} uploaded files`;
  console.log(`${rows} rows and ${uploadedFiles} in ${file} (${Math.ceil(bytes / 1024)} KB). Keys are not part of it.`);
}

await runCommand(main, {});
