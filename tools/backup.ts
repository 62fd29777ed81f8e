import { recordBackup } from '../features/health/backup.commands.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run backup [-- folder]`: backs up the whole database to one file in the given folder, BACKUP_DIR or ./backups.
 */
await runCommand(async (deps, env) => {
  const folder = process.argv[2] ?? env.BACKUP_DIR ?? 'backups';
  const { file, bytes, rows, files } = await recordBackup(deps, folder);
  const uploadedFiles = env.S3_ENDPOINT ? 'uploaded files stay in the bucket' : `${files} uploaded files`;
  console.log(`${rows} rows and ${uploadedFiles} in ${file} (${Math.ceil(bytes / 1024)} KB). Keys are not part of it.`);
}, {});
