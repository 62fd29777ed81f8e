import { SPARE_ROWS } from './columns.ts';
import { type Compiled, compilePool } from './compile.ts';
import type { MatchingRules, Pool } from './matcher-schema.ts';
import { eligiblePlayers } from './plan.ts';
import { listChangePairs, listChanges, listCommonValues } from './why-not-changes.ts';
import { findBindingConstraint, type Question } from './why-not-constraint.ts';
import type { Change, ProvenChange, WhyNotFacts } from './why-not-facts.ts';
import { createRerun, nextPool, type RunDone } from './why-not-rerun.ts';
import { createTrial, findPlacement, forbiddenToForms } from './why-not-trial.ts';

/** The answer to "why have I no match?". */
export type WhyNot = {
  facts: WhyNotFacts;
  /**
   * What would help most: one change of the player's own data, or two that help together where no single one does;
   * null when none of those tried helps.
   */
  change: ProvenChange | null;
};

/**
 * Why a player of `pool` is left over in `result`, and the change of their own data that would help most. What is
 * promised was done: the whole pool was run once more, as it was run, with the player as changed, and placed them.
 * To ask about several players of one run, see `prepareWhyNot`.
 */
export function whyNot(playerId: string, pool: Pool, rules: MatchingRules, result: RunDone): WhyNot {
  if (!pool.players.some((one) => one.id === playerId)) return UNKNOWN;
  return prepareWhyNot(pool, rules, result)(playerId);
}

const UNKNOWN: WhyNot = { facts: { constraint: 'unknown' }, change: null };

/**
 * `whyNot` for one pool and result, made ready once (about half a second at 100,000 players). An answer looks for
 * changes within some ten milliseconds, and then takes as long as the runs by which they are proven.
 * `compiled` may be given when the pool is compiled already.
 */
export function prepareWhyNot(
  pool: Pool,
  rules: MatchingRules,
  result: RunDone,
  compiled: Compiled = compilePool(pool, rules),
): (playerId: string) => WhyNot {
  const then = prepareQuestions(pool, rules, result, compiled);
  // What helps is tried on those who are there for the next run, when it is known who that is.
  const next = result.nextWants
    ? prepareQuestions(nextPool(pool, result.nextWants), rules, { squads: [], pairs: [] }, undefined)
    : then;
  const customs = listCommonValues(pool);
  // A result that does not say how it was made is compared with a run of the players as they are.
  const repeatable = next === then && result.certificate?.effort !== undefined;
  return (playerId) => {
    const index = compiled.indexOf(playerId);
    if (index === undefined) return UNKNOWN;
    if (then.placement.squadOf[index]! >= 0 || then.placement.paired[index]) {
      return { facts: { constraint: 'placed' }, change: null };
    }
    const player = pool.players[index]!;
    const nextIndex = next.compiled.indexOf(playerId);
    if (!repeatable && nextIndex !== undefined && next.again(player)) {
      return { facts: { constraint: 'chance' }, change: null };
    }
    const single = listChanges(player, customs, rules);
    const ahead = { ...next, index: nextIndex ?? -1 };
    const change = nextIndex === undefined ? null : (findFirstProven(ahead, single) ?? findProvenPair(ahead, single));
    return { facts: findBindingConstraint({ ...then, index }), change };
  };
}

/** A pool with a result, ready for questions about its players. */
function prepareQuestions(pool: Pool, rules: MatchingRules, result: RunDone, compiled = compilePool(pool, rules)) {
  const placement = findPlacement(compiled, eligiblePlayers(compiled), result);
  return { compiled, placement, pool, rules, again: createRerun(pool, rules, result) };
}

/** Runs of the whole pool that one answer may cost, by size: they are what is waited for. */
function getRerunLimit(players: number): number {
  if (players <= 300) return 12;
  return players <= 3_000 ? 6 : 2;
}

/** The first change, most promising first, that a run of the whole pool bears out. */
function findFirstProven(question: Question, changes: readonly Change[]): ProvenChange | null {
  const promising = listPromising(question, changes);
  for (const change of promising.slice(0, getRerunLimit(question.pool.players.length))) {
    const outcome = question.again(change.player);
    if (outcome) return { ...change, ...outcome };
  }
  return null;
}

/** Two changes that help together. Each is run by itself as well: where one does it alone, that one is it. */
function findProvenPair(question: Question, single: readonly Change[]): ProvenChange | null {
  const pairs = listChangePairs(question.pool.players[question.index]!, single, 2 * SPARE_ROWS);
  const pair = findFirstProven(question, pairs);
  for (const one of pair ? single : []) {
    if (!pair!.facts.includes(one.facts[0]!)) continue;
    const outcome = question.again(one.player);
    if (outcome) return { ...one, ...outcome };
  }
  return pair;
}

/**
 * Changes that find a place beside the result as it is, best first: in a squad rather than in a pair, a good one, with
 * little effort. Members of parties are placed together, which only a whole run does: for them all changes are open.
 */
function listPromising({ compiled, placement, index }: Question, changes: readonly Change[]): Change[] {
  const size = compiled.columns.size;
  const worths: { change: Change; worth: number }[] = [];
  for (let from = 0; from < changes.length; from += SPARE_ROWS) {
    const some = changes.slice(from, from + SPARE_ROWS);
    const columns = compiled.withVariants(
      index,
      some.map((change) => change.player),
    );
    const rows = some.map((_, v) => size + v);
    const trial = createTrial(placement, columns, index, forbiddenToForms(compiled.forbidden, index, rows));
    some.forEach((change, v) => {
      const outcome = trial(size + v);
      const joint = columns.party[size + v]! >= 0;
      if (!outcome && !joint) return;
      const worth = outcome ? outcome.score + (outcome.placed === 'squad' ? 1000 : 0) : 0;
      worths.push({ change, worth: worth - change.effort });
    });
  }
  return worths.sort((a, b) => b.worth - a.worth).map(({ change }) => change);
}
