import type { JobKind } from '../../server/deps.ts';
import { recordBackup } from './backup.commands.ts';
import { MAX_BACKUP_MS } from './backups.rules.ts';

/** Few people play in the early morning in America, and a backup of the embedded database slows others down. */
const NIGHTLY_CRON = '30 9 * * *';
/** Two weeks of nightly backups. */
const KEPT = 14;

export const healthJobs: JobKind[] = [
  {
    name: 'nightly-backup',
    cron: NIGHTLY_CRON,
    retryLimit: 1,
    expireInSeconds: MAX_BACKUP_MS / 1000,
    run: async (deps) => {
      if (!deps.env.BACKUP_DIR) return;
      const { file, bytes, rows, files } = await recordBackup(deps, deps.env.BACKUP_DIR, KEPT);
      deps.log.info({ file, bytes, rows, files }, 'backup written');
    },
  },
];
