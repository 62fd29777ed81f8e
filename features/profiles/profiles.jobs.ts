import type { JobKind } from '../../server/deps.ts';
import { announceOverdueEdits } from './publication.commands.ts';

export const profileJobs: JobKind[] = [
  {
    name: 'withdraw-unpublished',
    run: async (deps, _data, signal) => {
      await announceOverdueEdits(deps, signal);
    },
  },
];
