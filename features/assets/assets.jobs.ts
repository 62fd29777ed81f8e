import type { JobKind } from '../../server/deps.ts';
import { sweep } from './storage-objects.commands.ts';

/** Every hour: bytes that no row names any more leave the blob store. */
export const assetJobs: JobKind[] = [
  {
    name: 'assets-sweep',
    cron: '17 * * * *',
    run: async (deps, _data, signal) => {
      while ((await sweep(deps, signal)) > 0 && !signal.aborted);
    },
  },
];
