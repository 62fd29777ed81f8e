import { PARTS } from '../../../matcher/score-parts.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { getActiveRules, getRulebook, getRulesByVersion, saveDraft } from '../../matches/rulebook/rulebook.commands.ts';
import { listPlayedMatches } from './learned-weights.queries.ts';
import {
  compareRankings,
  computeWeightedScore,
  findTooFewOutcomes,
  fitOutcomes,
  getWeights,
  type LearnedWeights,
  type Outcome,
  toEarnedShares,
} from './learned-weights.rules.ts';

/** Days within which a squad has to play a second session. After that, it's considered split up. */
export const REPLAY_DAYS = 30;

/** Computes better score weights from squads that played. Read-only. */
export async function learnWeights(deps: Deps): Promise<LearnedWeights> {
  const { rules } = await getActiveRules(deps.db);
  const rows = await listPlayedMatches(deps.db, { type: rules.squadType, againWithin: REPLAY_DAYS, now: deps.now() });
  const versions = await getRulesByVersion(
    deps.db,
    rows.map((row) => row.rules_version),
  );
  const outcomes = rows.flatMap(({ parts, rules_version, again }): Outcome[] => {
    const scoredBy = versions.get(rules_version);
    if (!scoredBy) return [];
    const earnedShares = toEarnedShares(parts, scoredBy.weights);
    return [{ earned: earnedShares, score: computeWeightedScore(earnedShares, rules.weights), again }];
  });
  const counts = {
    outcomes: outcomes.length,
    again: outcomes.filter((outcome) => outcome.again).length,
    current: rules.weights,
  };
  const problem = findTooFewOutcomes(outcomes);
  if (problem) return { ...counts, problem, found: null };
  const weights = getWeights(fitOutcomes(outcomes));
  if (!weights) return { ...counts, problem: 'No part of the score predicts who plays again.', found: null };
  return { ...counts, problem: null, found: { weights, comparison: compareRankings(outcomes) } };
}

/**
 * Saves learned weights as a draft of the rules, which an admin can review, test and publish.
 * @throws Refusal conflict when there's a draft already, or the weights are no better on held-out squads
 */
export async function proposeWeights(
  deps: Deps,
  admin: Person,
  { problem, found, current }: LearnedWeights,
): Promise<void> {
  if (!found) throw new Refusal('conflict', problem ?? 'No weights were learned.');
  if (!found.comparison.better)
    throw new Refusal(
      'conflict',
      'The learned weights don’t predict who plays again better than the current ones, so nothing is proposed.',
    );
  if (PARTS.every((part) => found.weights[part] === current[part]))
    throw new Refusal('conflict', 'The learned weights match the current ones, so there’s nothing to propose.');
  const { draft } = await getRulebook(deps);
  if (draft) throw new Refusal('conflict', 'The rules already have a draft. Publish or discard it first.');
  const { rules } = await getActiveRules(deps.db);
  await saveDraft(deps, admin, { ...rules, weights: found.weights });
}
