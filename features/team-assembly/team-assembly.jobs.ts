import type { JobKind } from '../../server/deps.ts';
import { sendInviteRounds } from './invite-rounds.commands.ts';
import { INVITE_ROUNDS_JOB } from './team-lifecycle.commands.ts';
import { expireUnpaidRequests } from './team-requests.commands.ts';

export const teamsJobs: JobKind[] = [
  { name: INVITE_ROUNDS_JOB, run: (deps, _data, signal) => sendInviteRounds(deps, signal) },
  {
    name: 'lapse-assembly-requests',
    // Skip without a payment provider, because buyers can't pay then.
    run: async (deps) => {
      if (deps.env.STRIPE_SECRET_KEY) await expireUnpaidRequests(deps);
    },
  },
];
