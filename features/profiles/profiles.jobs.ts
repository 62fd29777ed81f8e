import type { JobKind } from '../../server/deps.ts';
import { withdrawUnpublished } from './publication.commands.ts';

export const profileJobs: JobKind[] = [
  {
    name: 'withdraw-unpublished',
    cron: '*/5 * * * *',
    run: async (deps, _data, signal) => {
      await withdrawUnpublished(deps, signal);
    },
  },
];
