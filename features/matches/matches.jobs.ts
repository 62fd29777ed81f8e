import type { JobKind } from '../../server/deps.ts';
import { FIRST_SEARCH_JOB, runFirstSearch } from './first-searches.commands.ts';
import { replaceMissingPlayer } from './match-replacements.commands.ts';
import { MATCHER_JOB, processRun } from './matcher-runs/matcher-runs.commands.ts';
import { LONGEST_RUN_SECONDS, LONGEST_SHARD_SECONDS } from './matcher-runs/matcher-runs.rules.ts';
import { processShard, SHARD_JOB } from './matcher-runs/run-shards.commands.ts';
import { expireMatches, REPLACEMENT_JOB } from './matches.commands.ts';
import { runTrial, TRIAL_JOB } from './rulebook/rulebook-trials.commands.ts';

export const matchJobs: JobKind[] = [
  {
    name: MATCHER_JOB,
    expireInSeconds: LONGEST_RUN_SECONDS,
    // A failed run is recorded for admins. The next run starts from current data, so don't retry.
    retryLimit: 0,
    run: (deps, data) => processRun(deps, (data as { runId?: string }).runId),
  },
  {
    name: SHARD_JOB,
    expireInSeconds: LONGEST_SHARD_SECONDS,
    retryLimit: 0,
    run: async (deps, data) => {
      await processShard(deps, (data as { runId: string }).runId);
    },
  },
  {
    name: 'expire-matches',
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
    name: FIRST_SEARCH_JOB,
    run: (deps, data) => runFirstSearch(deps, (data as { userId: string }).userId),
  },
  {
    name: REPLACEMENT_JOB,
    run: (deps, data) => replaceMissingPlayer(deps, (data as { matchId: string }).matchId),
  },
];
