import { SPARE_ROWS } from './columns.ts';
import { type Compiled, compilePool } from './compile.ts';
import type { MatchingRules, Pool, PoolPlayer, Result } from './matcher-schema.ts';
import { eligiblePlayers } from './plan.ts';
import { type Change, changesFor, customsOf } from './why-not-changes.ts';
import { bindingConstraint } from './why-not-constraint.ts';
import { makeTrial, placementOf, type Trial } from './why-not-trial.ts';

/** The answer to "why have I no match?". */
export type WhyNot = {
  /**
   * What binds: 'placed', 'no-language', a left-over reason, or one of region, platform, mode, language, time, positions.
   */
  constraint: string;
  sentence: string;
  /** The single change that would help most, and what it led to when applied; null when none of those tried helps. */
  change: null | { kind: string; sentence: string; player: PoolPlayer; placed: 'squad' | 'pair'; score: number };
};

/**
 * Why a player of `pool` is left over in `result`, and the single change of their own data that would help most. Every
 * change is really applied: the player as changed is placed into the result by the same steps as in a run, and the
 * change counts only when a squad (or a pair of those left over) with them comes out and no squad is lost.
 * To ask about several players of one run, see `prepareWhyNot`.
 */
export function whyNot(
  playerId: string,
  pool: Pool,
  rules: MatchingRules,
  result: Pick<Result, 'squads' | 'pairs'>,
): WhyNot {
  if (!pool.players.some((one) => one.id === playerId)) return UNKNOWN;
  return prepareWhyNot(pool, rules, result)(playerId);
}

const UNKNOWN: WhyNot = { constraint: 'unknown', sentence: 'You are not in the pool of this run.', change: null };

/**
 * `whyNot` for one pool and result, made ready once (about half a second at 100,000 players); each answer then takes
 * some ten milliseconds. `compiled` may be given when the pool is compiled already.
 */
export function prepareWhyNot(
  pool: Pool,
  rules: MatchingRules,
  result: Pick<Result, 'squads' | 'pairs'>,
  compiled: Compiled = compilePool(pool, rules),
): (playerId: string) => WhyNot {
  const eligible = eligiblePlayers(compiled);
  const placement = placementOf(compiled, eligible, result);
  const customs = customsOf(pool);
  return (playerId) => {
    const index = compiled.indexOf(playerId);
    if (index === undefined) return UNKNOWN;
    if (placement.squadOf[index]! >= 0 || placement.paired[index]) {
      return { constraint: 'placed', sentence: 'You have a match in this run.', change: null };
    }
    const player = pool.players[index]!;
    const changes = changesFor(player, customs, rules).slice(0, SPARE_ROWS);
    const binding = bindingConstraint(compiled, eligible, { index, player }, rules);
    const columns = compiled.withVariants(
      index,
      changes.map((change) => change.player),
    );
    const trial = makeTrial(placement, columns, index, compiled.forbidden);
    return { ...binding, change: bestChange(changes, (v) => trial(pool.players.length + v)) };
  };
}

function bestChange(changes: readonly Change[], tryChange: Trial): WhyNot['change'] {
  let best: WhyNot['change'] = null;
  let bestWorth = 0;
  changes.forEach((change, v) => {
    const outcome = tryChange(v);
    if (!outcome) return;
    const worth = outcome.score + (outcome.placed === 'squad' ? 1000 : 0) - change.effort;
    if (worth <= bestWorth) return;
    bestWorth = worth;
    best = { kind: change.kind, sentence: change.sentence, player: change.player, ...outcome };
  });
  return best;
}
