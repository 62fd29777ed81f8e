import { compilePool } from './compile.ts';
import { eligiblePlayers } from './plan.ts';
import type { Pool, PoolPlayer, Result, Rules } from './schema.ts';
import { type Change, changesFor } from './why-not-changes.ts';
import { bindingConstraint } from './why-not-constraint.ts';
import { makeTrial } from './why-not-trial.ts';

/** The answer to "why have I no match?". */
export type WhyNot = {
  /** What binds: 'placed', a left-over reason, or one of region, platform, mode, language, time, positions. */
  constraint: string;
  sentence: string;
  /** The single change that would help most, and what it led to when applied; null when none of those tried helps. */
  change: null | { kind: string; sentence: string; player: PoolPlayer; placed: 'squad' | 'pair'; score: number };
};

/**
 * Why a player of `pool` is left over in `result`, and the single change of their own data that would help most. Every
 * change is really applied: the player as changed is placed into the result by the same steps as in a run, and the
 * change counts only when a squad (or a pair of those left over) with them comes out and no squad is lost.
 */
export function whyNot(playerId: string, pool: Pool, rules: Rules, result: Result): WhyNot {
  const player = pool.players.find((one) => one.id === playerId);
  if (!player) return { constraint: 'unknown', sentence: 'You are not in the pool of this run.', change: null };
  const placed = [...result.squads, ...result.pairs].find((one) => one.members.includes(playerId));
  if (placed) return { constraint: 'placed', sentence: 'You have a match in this run.', change: null };
  const changes = changesFor(player, pool, rules);
  const compiled = compilePool(withVariants(pool, player, changes), rules);
  const eligible = eligiblePlayers(compiled);
  const index = compiled.indexOf(playerId)!;
  const binding = bindingConstraint(compiled, eligible, index, player, rules);
  const trial = makeTrial(compiled, eligible, result, index, pool.players.length);
  let best: WhyNot['change'] = null;
  let bestWorth = 0;
  for (let v = 0; v < changes.length; v++) {
    const outcome = trial(pool.players.length + v);
    if (!outcome) continue;
    const worth = outcome.score + (outcome.placed === 'squad' ? 1000 : 0) - changes[v]!.effort;
    if (worth <= bestWorth) continue;
    bestWorth = worth;
    best = { kind: changes[v]!.kind, sentence: changes[v]!.sentence, player: changes[v]!.player, ...outcome };
  }
  return { ...binding, change: best };
}

/** The pool with each changed form of the player as one more row; a trial uses one of them and nobody else of these. */
function withVariants(pool: Pool, player: PoolPlayer, changes: readonly Change[]): Pool {
  const variants = changes.map((change, v) => ({ ...change.player, id: `${player.id}\n${v}` }));
  return { ...pool, players: [...pool.players, ...variants] };
}
