import type { JobKind } from '../../server/deps.ts';
import { endOverdueEdits } from './publication.commands.ts';

export const profileJobs: JobKind[] = [
  {
    name: 'withdraw-unpublished',
    run: async (deps, _data, signal) => {
      await endOverdueEdits(deps, signal);
    },
  },
];
