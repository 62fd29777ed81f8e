import { SPARE_ROWS } from './columns.ts';
import { type CompiledPool, compilePool } from './compile.ts';
import type { MatchingRules, Pool } from './matcher-schema.ts';
import { findEligiblePlayers } from './plan.ts';
import { listChangePairs, listChanges, listCommonValues } from './why-not-changes.ts';
import { findBindingConstraint, type Question } from './why-not-constraint.ts';
import type { Change, ProvenChange, WhyNotFacts } from './why-not-facts.ts';
import { createNextPool, createRerun, type RunDone } from './why-not-rerun.ts';
import { copyForbiddenGroups, createTrial, findPlacement } from './why-not-trial.ts';

/** The answer to "why don't I have a match?". */
export type WhyNot = {
  facts: WhyNotFacts;
  /**
   * The most helpful change: one change to the player's own data, or two that only help together; null if no change we
   * tried helps.
   */
  change: ProvenChange | null;
};

/**
 * Explains why a player of `pool` is left over in `result`, and which change to their own data would help most. Every
 * suggestion is proven: a rerun of the whole pool with the changed player placed them. For several players of one run,
 * use `prepareWhyNot`.
 */
export function whyNot(playerId: string, pool: Pool, rules: MatchingRules, result: RunDone): WhyNot {
  if (!pool.players.some((one) => one.id === playerId)) return UNKNOWN_REASON;
  return prepareWhyNot(pool, rules, result)(playerId);
}

const UNKNOWN_REASON: WhyNot = { facts: { constraint: 'unknown' }, change: null };

/**
 * Prepares `whyNot` for one pool and result, which takes about half a second for 100,000 players. Each answer then
 * takes some ten milliseconds to search for changes, plus the time of the runs that prove them. Pass `compiledPool` if
 * the pool is already compiled.
 */
export function prepareWhyNot(
  pool: Pool,
  rules: MatchingRules,
  result: RunDone,
  compiledPool: CompiledPool = compilePool(pool, rules),
): (playerId: string) => WhyNot {
  const answerQuestion = prepareQuestions(pool, rules, result, compiledPool);
  // Test changes on the players available for the next run, if we know them.
  const next = result.nextWants
    ? prepareQuestions(createNextPool(pool, result.nextWants), rules, { squads: [], pairs: [] }, undefined)
    : answerQuestion;
  const customs = listCommonValues(pool);
  // Only a result that says how it was made can be repeated. Otherwise, also rerun the pool without a change.
  const isRepeatable = next === answerQuestion && result.certificate?.effort !== undefined;
  return (playerId) => {
    const index = compiledPool.indexOf(playerId);
    if (index === undefined) return UNKNOWN_REASON;
    if (answerQuestion.placement.squadOf[index]! >= 0 || answerQuestion.placement.paired[index]) {
      return { facts: { constraint: 'placed' }, change: null };
    }
    const player = pool.players[index]!;
    const nextIndex = next.compiled.indexOf(playerId);
    if (!isRepeatable && nextIndex !== undefined && next.rerun(player)) {
      return { facts: { constraint: 'chance' }, change: null };
    }
    const single = listChanges(player, customs, rules);
    const nextRun = { ...next, index: nextIndex ?? -1 };
    const change =
      nextIndex === undefined ? null : (findFirstProven(nextRun, single) ?? findProvenPair(nextRun, single));
    return { facts: findBindingConstraint({ ...answerQuestion, index }), change };
  };
}

/** Prepares a pool and its result for questions about its players. */
function prepareQuestions(pool: Pool, rules: MatchingRules, result: RunDone, compiledPool = compilePool(pool, rules)) {
  const placement = findPlacement(compiledPool, findEligiblePlayers(compiledPool), result);
  return { compiled: compiledPool, placement, pool, rules, rerun: createRerun(pool, rules, result) };
}

/** Returns the maximum number of reruns of the whole pool per answer, by pool size. Reruns take up most of the time. */
function getRerunLimit(players: number): number {
  if (players <= 300) return 12;
  return players <= 3_000 ? 6 : 2;
}

/** Returns the first change that a run of the whole pool confirms. The most promising ones are tried first. */
function findFirstProven(question: Question, changes: readonly Change[]): ProvenChange | null {
  const promisingChanges = listPromising(question, changes);
  for (const change of promisingChanges.slice(0, getRerunLimit(question.pool.players.length))) {
    const outcome = question.rerun(change.player);
    if (outcome) return { ...change, ...outcome };
  }
  return null;
}

/** Finds two changes that help together. Also runs each change alone and returns it if it's enough. */
function findProvenPair(question: Question, single: readonly Change[]): ProvenChange | null {
  const pairs = listChangePairs(question.pool.players[question.index]!, single, 2 * SPARE_ROWS);
  const pair = findFirstProven(question, pairs);
  for (const change of pair ? single : []) {
    if (!pair!.facts.includes(change.facts[0]!)) continue;
    const outcome = question.rerun(change.player);
    if (outcome) return { ...change, ...outcome };
  }
  return pair;
}

/**
 * Returns the changes that find a place in the existing result, best first: squads before pairs, then by score, then by
 * least effort. Only a whole run places parties, so for a party's member all changes are candidates.
 */
function listPromising({ compiled, placement, index }: Question, changes: readonly Change[]): Change[] {
  const size = compiled.columns.size;
  const worths: { change: Change; worth: number }[] = [];
  for (let offset = 0; offset < changes.length; offset += SPARE_ROWS) {
    const batch = changes.slice(offset, offset + SPARE_ROWS);
    const columns = compiled.withVariants(
      index,
      batch.map((change) => change.player),
    );
    const rows = batch.map((_, v) => size + v);
    const trial = createTrial(placement, columns, index, copyForbiddenGroups(compiled.forbidden, index, rows));
    batch.forEach((change, v) => {
      const outcome = trial(size + v);
      const isJoint = columns.party[size + v]! >= 0;
      if (!outcome && !isJoint) return;
      const worth = outcome ? outcome.score + (outcome.placed === 'squad' ? 1000 : 0) : 0;
      worths.push({ change, worth: worth - change.effort });
    });
  }
  return worths.sort((a, b) => b.worth - a.worth).map(({ change }) => change);
}
