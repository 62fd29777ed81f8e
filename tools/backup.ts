import { BackupError, recordBackup } from '../features/health/backup.commands.ts';
import { openContext } from '../server/context.ts';
import { readEnv } from '../server/env.ts';

/** `npm run backup [-- folder]`: backs up the whole database as one file to the folder, BACKUP_DIR, or ./backups. */
const env = readEnv(process.env);
const folder = process.argv[2] ?? env.BACKUP_DIR ?? 'backups';
try {
  const { deps, close } = await openContext(env);
  const { file, bytes, rows, files } = await recordBackup(deps, folder);
  const uploaded = env.S3_ENDPOINT ? 'uploaded files stay in the bucket' : `${files} uploaded files`;
  await close();
  console.log(`${rows} rows and ${uploaded} in ${file} (${Math.ceil(bytes / 1024)} KB). Keys are not part of it.`);
} catch (error) {
  console.error(error instanceof BackupError || error instanceof Error ? error.message : error);
  process.exit(1);
}
