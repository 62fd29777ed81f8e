import type { JobKind } from '../../server/deps.ts';
import { lapseRequests } from './team-requests.commands.ts';

export const teamsJobs: JobKind[] = [
  {
    name: 'lapse-assembly-requests',
    cron: '20 3 * * *',
    // Without a processor nobody can pay, so nobody is late.
    run: async (deps) => {
      if (deps.env.STRIPE_SECRET_KEY) await lapseRequests(deps);
    },
  },
];
