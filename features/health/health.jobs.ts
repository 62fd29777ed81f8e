import type { JobKind } from '../../server/deps.ts';
import { recordBackup } from './backup.commands.ts';
import { hasBackupTarget, MAX_BACKUP_MS } from './backups.rules.ts';

export const healthJobs: JobKind[] = [
  {
    name: 'nightly-backup',
    hour: (env) => env.BACKUP_HOUR,
    retryLimit: 1,
    expireInSeconds: MAX_BACKUP_MS / 1000,
    run: async (deps) => {
      if (!hasBackupTarget(deps.env)) return;
      const { file, bytes, rows, files } = await recordBackup(deps, { kind: 'nightly' });
      deps.log.info({ file, bytes, rows, files }, 'backup written');
    },
  },
];
