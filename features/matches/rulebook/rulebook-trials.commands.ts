import type { Pool, Result } from '../../../matcher/matcher-schema.ts';
import { runMatcherInWorkers } from '../../../matcher/pool-workers.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toIso } from '../../../time/instants.ts';
import { recordAudit } from '../../moderation/audit.commands.ts';
import { buildPool } from '../pool.commands.ts';
import * as rulebook from './rulebook.queries.ts';
import { builtIn, listDifferences, type MatchingRules } from './rulebook.rules.ts';
import type { Trial } from './rulebook.schema.ts';
import * as queries from './rulebook-trials.queries.ts';
import { compareTrialSides, toTrialSide } from './rulebook-trials.rules.ts';
import { readStoredRules } from './stored-rules.rules.ts';

/** Name of the job kind that tests a draft of the rules. */
export const TRIAL_JOB = 'try-rules';

/** Seed and effort for both sides, so that only the rules differ. */
const SEED = 1;
const EFFORT = 'quick';
const PROGRESS_MS = 500;

/**
 * Requests a comparison of the draft with the active rules on the current pool. A job runs it, and `getTrial` returns
 * its progress.
 * @throws Refusal conflict when there's no draft, or it equals the active rules
 */
export async function requestTrial(deps: Deps, admin: Person): Promise<{ id: string }> {
  return deps.db.transaction(async (tx) => {
    const draft = await rulebook.findDraft(tx);
    if (!draft) throw new Refusal('conflict', "There's no draft. Edit the rules and save a draft first.");
    const current = (await rulebook.findNewestVersion(tx)) ?? { version: 0, rules: builtIn };
    const differences = listDifferences(current.rules, draft.rules);
    if (differences.length === 0) {
      throw new Refusal('conflict', 'The draft matches the current rules, so nothing would change.');
    }
    const id = await queries.insertTrial(
      tx,
      draft.rules,
      { baseVersion: current.version, by: admin.userId },
      deps.now(),
    );
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'try_rules',
      targetType: 'matcher_trial',
      targetId: id,
      before: Object.fromEntries(differences.map(({ path, before }) => [path, before])),
      after: Object.fromEntries(differences.map(({ path, after }) => [path, after])),
    });
    await deps.jobs.send(TRIAL_JOB, { trialId: id }, { tx });
    return { id };
  });
}

/** Job handler: runs both rule sets on the same pool, each in its own thread. */
export async function runTrial(deps: Deps, id: string): Promise<void> {
  const trial = await queries.findTrial(deps.db, id);
  if (trial?.status !== 'queued' && trial?.status !== 'running') return;
  try {
    await queries.updateTrialProgress(deps.db, id, { step: 'Reading the pool', done: 0, of: 1 });
    const pool = await buildPool(deps, { withUnanswered: true });
    const base = (await rulebook.getRulesByVersion(deps.db, [trial.base_version])).get(trial.base_version) ?? builtIn;
    const currentSide = await runRulesOnPool(deps, id, pool, { rules: base, step: 'Current rules' });
    const draftSide = await runRulesOnPool(deps, id, pool, { rules: readStoredRules(trial.rules), step: 'Draft' });
    const found = {
      present: toTrialSide(currentSide),
      tried: toTrialSide(draftSide),
      changes: compareTrialSides(pool, currentSide, draftSide),
    };
    await queries.markTrialDone(deps.db, id, found, deps.now());
  } catch (error) {
    deps.log.error({ trialId: id, err: error }, 'rules trial failed');
    await queries.markTrialFailed(deps.db, id, `The engine couldn't run: ${(error as Error).message}`, deps.now());
  }
}

async function runRulesOnPool(
  deps: Deps,
  id: string,
  pool: Pool,
  { rules, step }: { rules: MatchingRules; step: string },
): Promise<Result> {
  let reportedAt = 0;
  let reporting = Promise.resolve();
  const result = await runMatcherInWorkers(pool, rules, {
    seed: SEED,
    effort: EFFORT,
    onProgress: ({ phase, done, of }) => {
      if (performance.now() - reportedAt < PROGRESS_MS) return;
      reportedAt = performance.now();
      reporting = queries.updateTrialProgress(deps.db, id, { step: `${step}: ${phase}`, done, of }).catch(() => {});
    },
  });
  await reporting;
  return result;
}

const toWireTrial = (row: Trial): Trial => ({
  ...row,
  requested_at: toIso(row.requested_at),
  finished_at: row.finished_at ? toIso(row.finished_at) : null,
});

/**
 * Returns one trial with its results, or its progress.
 * @throws Refusal not_found
 */
export async function getTrial(deps: Deps, id: string): Promise<Trial> {
  const row = await queries.findTrial(deps.db, id);
  if (!row) throw new Refusal('not_found', 'Rules trial not found.');
  return toWireTrial(row);
}

/** Returns the most recently requested trial, if there is one. */
export async function findNewestTrial(deps: Deps): Promise<Trial | undefined> {
  const row = await queries.findLatestTrial(deps.db);
  return row && toWireTrial(row);
}
