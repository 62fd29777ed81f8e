import type { JobKind } from '../../server/deps.ts';
import { endBans } from './bans.commands.ts';
import { endUnreliable } from './reliability/reliability.commands.ts';

export const moderationJobs: JobKind[] = [
  {
    name: 'end-bans',
    cron: '*/5 * * * *',
    run: async (deps, _data, signal) => {
      await endBans(deps, signal);
    },
  },
  {
    name: 'end-unreliable',
    cron: '41 * * * *',
    run: async (deps, _data, signal) => {
      await endUnreliable(deps, signal);
    },
  },
];
