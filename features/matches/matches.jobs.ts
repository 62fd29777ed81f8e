import type { JobKind } from '../../server/deps.ts';
import { FIRST_LOOK_JOB, takeFirstLook } from './first-looks.commands.ts';
import { MATCHER_JOB, workOnRun } from './matcher-runs/matcher-runs.commands.ts';
import { LONGEST_RUN_SECONDS, LONGEST_SHARD_SECONDS, LOOK_CRON } from './matcher-runs/matcher-runs.rules.ts';
import { SHARD_JOB, workOnShard } from './matcher-runs/run-shards.commands.ts';
import { expireMatches, RESCUE_JOB } from './matches.commands.ts';
import { rescueMatch } from './rescues.commands.ts';
import { runTrial, TRIAL_JOB } from './rulebook/rulebook-trials.commands.ts';

export const matchJobs: JobKind[] = [
  {
    name: MATCHER_JOB,
    cron: LOOK_CRON,
    expireInSeconds: LONGEST_RUN_SECONDS,
    // A failed run is on record for the admin; the next one starts from what is true then.
    retryLimit: 0,
    run: (deps, data) => workOnRun(deps, (data as { runId?: string }).runId),
  },
  {
    name: SHARD_JOB,
    expireInSeconds: LONGEST_SHARD_SECONDS,
    retryLimit: 0,
    run: async (deps, data) => {
      await workOnShard(deps, (data as { runId: string }).runId);
    },
  },
  {
    name: 'expire-matches',
    cron: '*/5 * * * *',
    run: async (deps, _data, signal) => {
      await expireMatches(deps, signal);
    },
  },
  {
    name: TRIAL_JOB,
    expireInSeconds: 900,
    run: (deps, data) => runTrial(deps, (data as { trialId: string }).trialId),
  },
  {
    name: FIRST_LOOK_JOB,
    run: (deps, data) => takeFirstLook(deps, (data as { userId: string }).userId),
  },
  {
    name: RESCUE_JOB,
    run: (deps, data) => rescueMatch(deps, (data as { matchId: string }).matchId),
  },
];
