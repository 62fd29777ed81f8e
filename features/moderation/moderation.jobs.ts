import type { JobKind } from '../../server/deps.ts';
import { endExpiredBans } from './bans.commands.ts';
import { endExpiredUnreliable } from './reliability/reliability.commands.ts';

export const moderationJobs: JobKind[] = [
  {
    name: 'end-bans',
    run: async (deps, _data, signal) => {
      await endExpiredBans(deps, signal);
    },
  },
  {
    name: 'end-unreliable',
    run: async (deps, _data, signal) => {
      await endExpiredUnreliable(deps, signal);
    },
  },
];
