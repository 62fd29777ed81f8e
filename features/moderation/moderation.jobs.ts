import type { JobKind } from '../../server/deps.ts';
import { endUnreliable } from './reliability/reliability.commands.ts';

export const moderationJobs: JobKind[] = [
  {
    name: 'end-unreliable',
    cron: '41 * * * *',
    run: async (deps, _data, signal) => {
      await endUnreliable(deps, signal);
    },
  },
];
