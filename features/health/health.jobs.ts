import type { JobKind } from '../../server/deps.ts';
import { recordBackup } from './backup.commands.ts';
import { MAX_BACKUP_MS } from './backups.rules.ts';

/** Number of nightly backups to keep: two weeks. */
const MAX_KEPT = 14;

export const healthJobs: JobKind[] = [
  {
    name: 'nightly-backup',
    retryLimit: 1,
    expireInSeconds: MAX_BACKUP_MS / 1000,
    run: async (deps) => {
      if (!deps.env.BACKUP_DIR) return;
      const { file, bytes, rows, files } = await recordBackup(deps, deps.env.BACKUP_DIR, MAX_KEPT);
      deps.log.info({ file, bytes, rows, files }, 'backup written');
    },
  },
];
