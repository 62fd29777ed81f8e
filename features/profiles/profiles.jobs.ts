import type { JobKind } from '../../server/deps.ts';
import { withdrawUnpublishedProfiles } from './publication.commands.ts';

export const profileJobs: JobKind[] = [
  {
    name: 'withdraw-unpublished',
    cron: '*/5 * * * *',
    run: async (deps, _data, signal) => {
      await withdrawUnpublishedProfiles(deps, signal);
    },
  },
];
